// Figures as they are shown: film/numerals.py and film/english.py again, for the browser.
// tests/film/page/test_browser.py holds both against each other, kind by kind.

const grouped = (text) => {
  const [whole, decimals] = text.split(".");
  return whole.replace(/\B(?=(\d{3})+$)/g, ",") + (decimals ? `.${decimals}` : "");
};

// At least `least` significant digits, every digit before the point, no zeros at the end. toFixed rounds the exact
// value, halves away from zero, as the film does.
function digits(value, least) {
  if (value === 0) return "0";
  const power = Number(value.toExponential().split("e")[1]);
  const text = value.toFixed(Math.max(0, least - 1 - power));
  return grouped(text.includes(".") ? text.replace(/\.?0+$/, "") : text);
}

const parsed = (number) => Number(number.replaceAll(",", ""));

function rounded(whole, places) {
  const unit = 10 ** Math.max(0, String(whole).length - places);
  return Math.floor((2 * whole + unit) / (2 * unit)) * unit;
}

const times = [[1e-6, "µs"], [1e-3, "ms"], [1, "s"]];
const bytes = [[1, "bytes"], [1e3, "kB"], [1e6, "MB"], [1e9, "GB"], [1e12, "TB"]];
const binary = [[1, "bytes"], [2 ** 10, "KiB"], [2 ** 20, "MiB"], [2 ** 30, "GiB"]];
const scales = [[1e12, "trillion"], [1e9, "billion"], [1e6, "million"]];

function inUnit(value, [size, sign], least = 2) {
  const number = digits(value / size, least);
  return `${number} ${number === "1" && sign === "bytes" ? "byte" : sign}`;
}

const sized = (units, least = 2, step = 1000) => (value) => {
  const fits = (unit) => Math.abs(parsed(digits(value / unit[0], least))) < step;
  return inUnit(value, units.find(fits) ?? units.at(-1), least);
};

const counted = (least, most) => (value) => {
  for (const [size, name] of scales) {
    const number = digits(value / size, least);
    if (parsed(number) >= 1000) return `${grouped(String(rounded(Math.round(parsed(number)), most)))} ${name}`;
    if (parsed(number) >= 1) return `${number} ${name}`;
  }
  return digits(value, least);
};

const plain = (least) => (value) => digits(value, least);

function percent(value) {
  const number = digits(100 * value, 2);
  return value > 0.99 && value < 1 && number === "100" ? "over 99%" : `${number}%`;
}

function about(value) {
  const whole = Math.floor(value + 0.5);
  const near = rounded(whole, 2);
  return (near === whole ? "" : "about ") + grouped(String(near));
}

const forms = {
  bandwidth: { "": (value) => `${sized(bytes, 4)(value)}/s` },
  binary_bytes: { "": sized(binary, 2, 1024) },
  bytes: { "": sized(bytes) },
  count: { "": counted(3, 15) },
  duration: { "": sized(times), ms: (value) => inUnit(value, times[1]), s: (value) => inUnit(value, times[2]) },
  intensity: { "": plain(2) },
  operations: { "": counted(2, 3) },
  peak: { "": counted(3, 15), operations: (value) => `${counted(3, 15)(value)} operations` },
  percent: { "": percent },
  rate: { "": plain(2) },
  ratio: { "": (value) => `×${digits(value, 2)}` },
  seconds: { "": (value) => inUnit(value, times[2]) },
  share: { "": percent, percent },
  steps: { "": plain(2) },
  whole: { "": plain(1), about },
};
