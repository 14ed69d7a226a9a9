// The terrain: log-log axes, every chip's roofline, the chosen one lit, and where the two jobs stand.
// A scale is one line here and its ticks are decades, so no library draws.

const svg = document.getElementById("terrain");
const random = (seed) => () => (seed = (seed * 48271) % 2147483647) / 2147483647;
const times10 = (low, high) => {
  const powers = [];
  for (let power = Math.ceil(low - 1e-9); power <= high; power++) powers.push(power);
  return powers;
};

// Rock: triangles between points that are shaken off a grid; the tile repeats without a seam.
const rock = (() => {
  const [columns, rows, size, next] = [7, 5, 36, random(12)];
  const shaken = Array.from({ length: columns * rows }, () => [0.75 * size * next(), 0.75 * size * next()]);
  const point = (c, r) => {
    const [dx, dy] = shaken[((r + rows) % rows) * columns + ((c + columns) % columns)];
    return `${Math.round(c * size + dx)} ${Math.round(r * size + dy)}`;
  };
  const lights = Array.from({ length: 2 * columns * rows }, next);
  const faces = [];
  for (let r = -1; r < rows; r++) {
    for (let c = -1; c < columns; c++) {
      const [a, b, d, e] = [point(c, r), point(c + 1, r), point(c, r + 1), point(c + 1, r + 1)];
      [[a, b, d], [b, e, d]].forEach((face, half) => {
        const light = lights[2 * (((r + rows) % rows) * columns + ((c + columns) % columns)) + half] - 0.5;
        const side = light > 0 ? "sunny" : "shady";
        faces.push(`<path class="${side}" opacity="${(0.75 * Math.abs(light)).toFixed(2)}" d="M${face.join("L")}z"/>`);
      });
    }
  }
  const box = `width="${columns * size}" height="${rows * size}" patternUnits="userSpaceOnUse"`;
  return `<pattern id="rock" ${box}>${faces.join("")}</pattern>`;
})();

const stars = Array.from({ length: 60 }, random(5)).map((_, i, all) => [all[i], all[(7 * i + 3) % 60] * 0.6]);
const streaks = Array.from({ length: 90 }, random(3)).map((x, i, all) => [x, all[(11 * i + 5) % 90], 4 + 14 * all[(i + 40) % 90]]);

const lights = `<pattern id="lights" width="9" height="9" patternUnits="userSpaceOnUse">
  <rect class="light" x="1" y="1" width="7" height="7" rx="1.5"/></pattern>`;

const bricks = `<pattern id="bricks" width="32" height="18" patternUnits="userSpaceOnUse">
  <path class="brick a" d="M1 1h14v7h-14z"/><path class="brick b" d="M17 1h14v7h-14z"/>
  <path class="brick b" d="M-7 10h14v7h-14z"/><path class="brick a" d="M9 10h14v7h-14z"/><path class="brick b" d="M25 10h14v7h-14z"/></pattern>`;

const fade = (id) => `<linearGradient id="${id}" x2="0" y2="1"><stop class="${id}" offset="0" stop-opacity="0"/><stop class="${id}" offset="1"/></linearGradient>`;

const glow = (id) => `<radialGradient id="${id}"><stop class="${id}" offset="0" stop-opacity="0.75"/><stop class="${id}" offset="1" stop-opacity="0"/></radialGradient>`;

// Where things stand on a drawing of this size. Values go in, pixels come out.
function plot(width, height) {
  const [x0, x1, y0, y1] = data.extent.map(Math.log10);
  const small = width < 520;
  const frame = { left: small ? 52 : 60, right: width, top: 18, bottom: height - 30 };
  return {
    ...frame,
    width,
    height,
    small,
    x: (value) => frame.left + ((Math.log10(value) - x0) / (x1 - x0)) * (frame.right - frame.left),
    y: (value) => frame.bottom - ((Math.log10(value) - y0) / (y1 - y0)) * (frame.bottom - frame.top),
    value: (x) => 10 ** (x0 + ((x - frame.left) / (frame.right - frame.left)) * (x1 - x0)),
    powers: { x: times10(x0, x1), y: times10(y0, y1) },
  };
}

// The corners of a chip's roofline, from the left edge over the ridge to the right edge.
function profile(at, { peak, bandwidth }) {
  const [low, high] = data.extent;
  const corners = [low, bounds.ridge(peak, bandwidth), high];
  return corners.map((one) => [at.x(one), at.y(bounds.attainable(one, peak, bandwidth))]);
}

const path = (points) => `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}`;
const land = (at, points) => `${path([...points, [at.right, at.bottom], [at.left, at.bottom]])}z`;
const label = (x, y, text, kind = "", anchor = "start") =>
  `<text class="${kind}" x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}">${text}</text>`;
// The words of the drawing stand in the page, where they are filled like all others.
const words = (name) => document.querySelector(`[data-label="${name}"]`);
const spoken = (name) => clean(words(name).innerText.trim());
const coloured = (name) => words(name).innerHTML.replaceAll("span", "tspan");
const clean = (text) => text.replace(/[&<]/g, (sign) => (sign === "&" ? "&amp;" : "&lt;"));

function axes(at) {
  const every = at.small ? 2 : 1;
  const across = at.powers.x.map((power) => {
    const x = at.x(10 ** power);
    const text = power % every || x > at.right - 30 ? "" : label(x, at.bottom + 19, digits(10 ** power, 1), "tick", "middle");
    return `<path class="tick" d="M${x} ${at.bottom}v5"/>${text}`;
  });
  const up = at.powers.y.map((power) => {
    const y = at.y(10 ** power);
    const text = power < 11 ? "" : label(at.left - 10, y + 4, digits(10 ** (power - 12), 1), "tick", "end");
    return `<path class="tick" d="M${at.left - 6} ${y}h6"/><path class="grid" d="M${at.left} ${y}H${at.right}"/>${text}`;
  });
  return `${up.join("")}<path class="ground" d="M${at.left - 6} ${at.bottom}H${at.right}"/>${across.join("")}`;
}

// The other chips: those that are named stand as ranges, behind as haze if they pass the chosen one anywhere, in front
// as rock if they are well below it, so that they leave its slope and roof to be seen. Of the rest only the outline.
function ranges(at, view, others) {
  const drawn = [...others].sort((one, other) => other.peak - one.peak);
  const passes = (chip) => chip.peak > view.peak || chip.bandwidth > view.bandwidth;
  const below = (chip) => chip.named && chip.peak < 0.6 * view.peak && chip.bandwidth < 0.75 * view.bandwidth;
  const shape = (chip) => {
    const corners = profile(at, chip);
    const face = (fill) => `<path ${fill} d="${land(at, corners)}"/>`;
    const body = below(chip) ? face('class="face"') + face('fill="url(#rock)"') : chip.named && passes(chip) ? face('class="haze"') : "";
    return `${body}<path class="rim${chip.named ? " named" : ""}" d="${path(corners)}"/>`;
  };
  let low = 0;
  const names = drawn.filter((chip) => chip.named).map((chip) => {
    const [, [, y]] = profile(at, chip);
    low = Math.max(low + 15, chip.peak > view.peak ? y - 7 : y + 16);
    return label(at.right - 12, low, `${clean(chip.name)} · ${chip.ridge}`, "other", "end");
  });
  const some = (test) => drawn.filter(test).map(shape).join("");
  return {
    behind: some(passes),
    before: some(below),
    outlines: some((chip) => !passes(chip) && !below(chip)),
    names: names.join(""),
  };
}

// The chosen chip: bricks under its slope, lights under its roof; both sink into the land.
function mountain(at, view) {
  const corners = profile(at, view);
  const [[footX, footY], [x, y], [endX]] = corners;
  const lean = (Math.atan2(y - footY, x - footX) * 180) / Math.PI;
  const band = (width, fill) => `<rect fill="url(#${fill})" width="${width}" height="40"/><rect fill="url(#sunk)" width="${width}" height="41"/>`;
  return {
    corners,
    lean,
    body: `<path class="land" d="${land(at, corners)}"/><path fill="url(#rock)" opacity="0.5" d="${land(at, corners)}"/>
      <g transform="translate(${footX} ${footY}) skewY(${lean})">${band(x - footX, "bricks")}</g>
      <g transform="translate(${x} ${y})">${band(endX - x, "lights")}</g>`,
    lines: `<path class="slope" d="${path(corners.slice(0, 2))}"/><path class="roof" d="${path(corners.slice(1))}"/>`,
  };
}

function ridgeMark(at, view, [, [x, y]]) {
  const text = `${spoken("ridge")} <tspan class="hero">${view.ridge}</tspan>`;
  const [place, anchor] = x > at.right - 130 ? [x - 8, "end"] : [x + 8, "start"];
  return `<path class="plumb" d="M${x} ${y}V${at.bottom}"/><circle class="corner" cx="${x}" cy="${y}" r="4"/>
    ${label(place, at.bottom - 12, text, "note", anchor)}`;
}

// What a job is called, and its intensity where there is room.
function title(at, name, x, y, anchor) {
  if (at.small) return label(x, y, spoken(`${name}.short`), "job", anchor);
  return label(x, y, spoken(name), "job", anchor) + label(x, y + 18, spoken(`${name}.note`), "note", anchor);
}

// Prefill is a flood that lands on its place on the roofline.
function flood(at, { x, y }) {
  const half = at.small ? 11 : 16;
  const lines = streaks.map(([across, down, long]) => {
    const top = at.top - 18 + down * (y - at.top + 18 - long);
    return `<path class="streak" d="M${(x - half + 2 * half * across).toFixed(1)} ${top.toFixed(1)}v${long.toFixed(1)}"/>`;
  });
  const right = x < at.left + (at.right - at.left) * 0.55;
  const [place, anchor] = right ? [x + half + 10, "start"] : [x - half - 10, "end"];
  return `<g class="job" data-job="prompt"><ellipse fill="url(#wet)" cx="${x}" cy="${y}" rx="${half * 2.6}" ry="13"/>
    <rect class="flood" x="${x - half}" y="0" width="${2 * half}" height="${Math.max(0, y)}"/>${lines.join("")}
    <circle class="foot" cx="${x}" cy="${y}" r="5"/></g>
    ${title(at, "prefill", place, at.top + 8, anchor)}`;
}

// Decode is a drop over its place.
function drop(at, { x, y }) {
  const r = at.small ? 8 : 10;
  const c = y - 1.7 * r;
  const shape = `M${x} ${c - 2.3 * r}C${x - 0.1 * r} ${c - 1.6 * r} ${x - r} ${c - 0.9 * r} ${x - r} ${c}A${r} ${r} 0 0 0 ${x + r} ${c}C${x + r} ${c - 0.9 * r} ${x + 0.1 * r} ${c - 1.6 * r} ${x} ${c - 2.3 * r}z`;
  // Left of the drop there is sky; where that is too narrow, the land below.
  const sky = x > at.left + (at.small ? 70 : 150);
  const [place, line, anchor] = sky ? [x - 2.2 * r, c - 6, "end"] : [x + 1.5 * r, y + 3.4 * r, "start"];
  return `<g class="job" data-job="batch"><circle fill="url(#wet)" cx="${x}" cy="${c}" r="${3.4 * r}"/>
    <path class="drop" d="${shape}"/><circle class="foot" cx="${x}" cy="${y}" r="4"/></g>
    ${title(at, "batch", place, line - 8, anchor)}`;
}

function measuredMark(at, { x, y }) {
  return `<path class="measured" d="M${x} ${y - 6}l6 6l-6 6l-6 -6z"/>${label(x + 11, y + 12, spoken("measured"), "note")}`;
}

// The words on slope and roof, out of the jobs' way.
function limits(at, { corners: [foot, ridge], lean }, jobs) {
  if (at.small) return "";
  const taken = jobs.map((job) => job.x);
  const free = (x) => Math.min(...taken.map((one) => Math.abs(one - x)), 1e9);
  const spots = [0.3, 0.5, 0.72].map((part) => foot[0] + part * (ridge[0] - foot[0]));
  const x = spots.reduce((best, spot) => (free(spot) > free(best) ? spot : best));
  const y = foot[1] + ((x - foot[0]) / (ridge[0] - foot[0])) * (ridge[1] - foot[1]);
  const slope = `<text class="note" text-anchor="middle" transform="translate(${x} ${y}) rotate(${lean})" y="-12">${coloured("slope")}</text>`;
  const starts = [ridge[0] + 14, ...taken.map((one) => one + 30)].filter((start) => start >= ridge[0] + 14 && start < at.right - 90);
  const start = starts.find((one) => taken.every((job) => job < one - 24 || job > one + 110)) ?? starts[0];
  return slope + label(start ?? at.right - 90, ridge[1] - 12, coloured("roof"), "note");
}

function drawTerrain(view) {
  const { width, height } = svg.getBoundingClientRect();
  if (!width) return null; // not laid out yet; it is drawn when it gets its size
  const at = plot(width, height);
  const set = (job) => job && { ...job, x: at.x(job.intensity), y: at.y(bounds.attainable(job.intensity, view.peak, view.bandwidth)) };
  const [prefill, decode] = [set(view.prefill), set(view.decode)];
  const mass = mountain(at, view);
  const others = ranges(at, view, view.others);
  const sky = stars.map(([x, y]) => `<circle class="star" cx="${(x * at.width).toFixed()}" cy="${(y * at.height).toFixed()}" r="0.7"/>`);
  svg.setAttribute("viewBox", `0 0 ${at.width} ${at.height}`);
  svg.innerHTML = `<style>${document.getElementById("terrain-style").textContent}</style>
    <defs>${rock}${bricks}${lights}${fade("sunk")}${fade("dusk")}${glow("wet")}
      <clipPath id="frame"><rect x="${at.left}" y="0" width="${at.right - at.left}" height="${at.bottom}"/></clipPath></defs>
    <rect class="sky" width="${at.width}" height="${at.height}"/><rect fill="url(#dusk)" width="${at.width}" height="${at.height}"/>${sky.join("")}
    <g clip-path="url(#frame)">${others.behind}${mass.body}${others.before}${others.outlines}${mass.lines}</g>
    ${axes(at)}<g>${ridgeMark(at, view, mass.corners)}${others.names}${limits(at, mass, [prefill, decode].filter(Boolean))}</g>
    ${view.measured ? measuredMark(at, { x: at.x(view.measured.intensity), y: at.y(view.measured.speed) }) : ""}
    ${prefill ? flood(at, prefill) : ""}${decode ? drop(at, decode) : ""}`;
  return at;
}
