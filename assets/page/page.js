// The page: controls change the setting, the setting changes everything that shows a figure.

const all = (selector) => [...document.querySelectorAll(selector)];
const one = (selector) => document.querySelector(selector);
const said = (element) => element.innerText.replace(/\s+/g, " ").trim();

let setting = data.film;
let sheet = figuresOf(setting);
let looked = null; // a chip that is pointed at

function update() {
  sheet = figuresOf(setting);
  const names = {
    "gpu.name": data.chips[setting.gpu].name,
    "model.name": data.models[setting.model].name,
    "weights.precision": data.precisions[setting.weights],
  };
  const truth = truths(sheet);
  const holds = (condition) => {
    if (condition.startsWith("!")) return !holds(condition.slice(1));
    return condition.startsWith("?") ? condition.slice(1) in sheet.figures : truth[condition];
  };
  for (const element of all("[data-figure]")) {
    const name = element.dataset.figure;
    const text = names[name] ?? data.names[name] ?? shown(sheet.figures, name);
    if (element.textContent !== text) element.textContent = text;
  }
  for (const element of all("[data-when]")) element.hidden = !element.dataset.when.split(" ").every(holds);
  for (const element of all("[data-formula]")) {
    element.hidden = sheet.figures[element.dataset.of]?.formula !== element.dataset.formula;
  }
  for (const element of all("[data-part]")) {
    const [part, whole] = element.dataset.part.split(" / ").map((name) => Math.max(...name.split(" | ").map(sheet.value)));
    element.style.width = `${Math.min(100, Math.max(0, (100 * part) / whole))}%`;
  }
  showControls();
  travel(landscape(holds));
}

// ------------------------------------------------------------------ the terrain, which moves to where it should be

function landscape(holds) {
  const { value, figures } = sheet;
  const job = (name) => ({ intensity: value(`${name}.intensity`), name });
  const others = Object.entries(data.chips).filter(([key]) => key !== setting.gpu);
  const named = looked && looked !== setting.gpu ? [looked] : data.compared.filter((key) => key !== setting.gpu).slice(0, 2);
  return {
    peak: value("gpu.peak"),
    bandwidth: value("gpu.bandwidth"),
    ridge: shown(figures, "gpu.ridge"),
    prefill: holds("prompt.fits") && holds("prompt.in_window") ? job("prefill") : null,
    decode: holds("batch.fits") && holds("context.in_window") ? job("batch") : null,
    measured:
      holds("measured.below_ceiling") && holds("measured.of_these_weights")
        ? { intensity: value("decode.intensity"), speed: value("measured.speed") }
        : null,
    others: others.map(([key, chip]) => ({ ...chip, named: named.includes(key), peak: data.given.gpu[key]["gpu.peak"], bandwidth: data.given.gpu[key]["gpu.bandwidth"] })),
  };
}

const still = matchMedia("(prefers-reduced-motion: reduce)");
let [from, to, began, place] = [null, null, 0, null];
const between = (a, b, part) => a * (b / a) ** part;
const along = (a, b, part) => b && { ...b, intensity: a ? between(a.intensity, b.intensity, part) : b.intensity };

function viewAt(part) {
  if (!from || part >= 1) return to;
  const ease = part * part * (3 - 2 * part);
  return {
    ...to,
    peak: between(from.peak, to.peak, ease),
    bandwidth: between(from.bandwidth, to.bandwidth, ease),
    prefill: along(from.prefill, to.prefill, ease),
    decode: along(from.decode, to.decode, ease),
  };
}

function travel(next) {
  from = to && viewAt((performance.now() - began) / 250);
  to = next;
  began = still.matches || grabbed || !from ? -1e9 : performance.now();
  frame();
}

let waiting = 0;
function frame() {
  cancelAnimationFrame(waiting);
  const part = (performance.now() - began) / 250;
  place = drawTerrain(viewAt(part));
  if (part < 1) waiting = requestAnimationFrame(frame);
}

new ResizeObserver(() => to && frame()).observe(svg);

// ------------------------------------------------------------------ controls

const nearest = (stops, value) => stops.reduce((best, stop, place) => (Math.abs(Math.log(stop / value)) < Math.abs(Math.log(stops[best] / value)) ? place : best), 0);

function showControls() {
  for (const key of ["gpu", "weights"]) one(`input[name="${key}"][value="${setting[key]}"]`).checked = true;
  if (one('input[name="gpu"]:checked').closest("#more-chips")) openChips(true);
  one("#model").value = setting.model;
  for (const key of amounts) {
    const [range, number] = [one(`#${key}`), one(`#${key}-number`)];
    range.value = nearest(data.stops[key], setting[key]);
    range.setAttribute("aria-valuetext", said(one(`[data-says="${key}"]`)));
    if (document.activeElement !== number) number.value = setting[key];
  }
}

let [settled, settledBy] = [0, ""];

// A new setting. One control that keeps moving leaves one step in the browser's history.
function change(changes, by, keep = true) {
  setting = { ...setting, ...changes };
  update();
  if (!keep) return;
  const address = writeAddress(setting);
  const same = by === settledBy && performance.now() - settled < 1000;
  if (address !== location.hash) history[same ? "replaceState" : "pushState"](null, "", address);
  [settled, settledBy] = [performance.now(), by];
}

function openChips(open) {
  one("#more-chips").hidden = !open;
  one("#more").setAttribute("aria-expanded", open);
}

for (const input of all(".pills input")) {
  input.addEventListener("change", () => change({ [input.name]: input.value }, input.name));
  if (input.name !== "gpu") continue;
  const look = (key) => () => {
    looked = key;
    update();
  };
  input.addEventListener("pointerenter", look(input.value));
  input.addEventListener("pointerleave", look(null));
}
one("#more").addEventListener("click", () => openChips(one("#more-chips").hidden));
one("#model").addEventListener("change", (event) => change({ model: event.target.value }, "model"));
for (const key of amounts) {
  const [least, most] = data.limits[key];
  const [range, number] = [one(`#${key}`), one(`#${key}-number`)];
  range.addEventListener("input", () => change({ [key]: data.stops[key][range.value] }, key, false));
  range.addEventListener("change", () => change({ [key]: data.stops[key][range.value] }, key));
  number.addEventListener("input", () => number.checkValidity() && number.value && change({ [key]: number.valueAsNumber }, key));
  number.addEventListener("blur", () => {
    const value = Math.round(number.valueAsNumber) || setting[key];
    change({ [key]: Math.min(most, Math.max(least, value)) }, key);
    number.value = setting[key];
  });
}
one(".controls").addEventListener("submit", (event) => event.preventDefault());

// ------------------------------------------------------------------ the jobs, taken by hand

let grabbed = null;

// The stops of a slider with the intensity that its job would have there.
function track(key) {
  const job = key === "prompt" ? "prefill" : "batch";
  return data.stops[key].map((stop) => [stop, figuresOf({ ...setting, [key]: stop }).value(`${job}.intensity`)]);
}

svg.addEventListener("pointerdown", (event) => {
  const key = event.target.closest("[data-job]")?.dataset.job;
  if (!key) return;
  grabbed = { key, stops: track(key) };
  svg.setPointerCapture(event.pointerId);
});
svg.addEventListener("pointermove", (event) => {
  if (!grabbed) return;
  const wanted = place.value(event.clientX - svg.getBoundingClientRect().left);
  const [stop] = grabbed.stops[nearest(grabbed.stops.map(([, intensity]) => intensity), wanted)];
  change({ [grabbed.key]: stop }, grabbed.key, false);
});
for (const end of ["pointerup", "pointercancel"]) {
  svg.addEventListener(end, () => {
    if (grabbed) change({}, grabbed.key);
    grabbed = null;
  });
}

// ------------------------------------------------------------------ the address, and links within the page

function goTo(id) {
  const target = id && document.getElementById(id);
  if (!target) return;
  for (const element of all(".here")) element.classList.remove("here");
  target.classList.add("here");
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
  target.scrollIntoView();
}

function arrive() {
  const { setting: wanted, see, refused } = readAddress(location.hash);
  if (location.hash.includes("=") || location.hash.length < 2) setting = wanted;
  one("#refused").textContent = refused.length ? `${one("#refused").dataset.says} ${refused.join(", ")}` : "";
  update();
  goTo(see);
}

document.addEventListener("click", (event) => {
  const link = event.target.closest('a[href^="#"]');
  if (!link) return;
  event.preventDefault();
  const hash = link.getAttribute("href");
  // A link to a place keeps the setting; a link to a setting may name its place.
  history.pushState(null, "", hash.includes("=") ? hash : writeAddress(setting, hash.slice(1)));
  arrive();
});
addEventListener("popstate", arrive);

globalThis.roofline = { figuresOf, truths, forms, data }; // for the console, and for tests
arrive();
