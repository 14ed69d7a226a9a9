// Settings in the address: #gpu=a100&prompt=16361&batch=64. What is not named is as the film has it.

const amounts = ["prompt", "batch", "context"];
const choices = { gpu: data.chips, model: data.models, weights: data.precisions };

// A setting from an address, where it leads to, and what in it made no sense.
function readAddress(hash) {
  const asked = new URLSearchParams(hash.replace(/^#/, ""));
  const setting = { ...data.film };
  const refused = [];
  for (const [key, text] of asked) {
    const [least, most] = data.limits[key] ?? [];
    const number = Number(text);
    if (key in choices && Object.hasOwn(choices[key], text)) setting[key] = text;
    else if (least !== undefined && Number.isInteger(number) && number >= least && number <= most) setting[key] = number;
    else if (key !== "see") refused.push(`${key}=${text}`);
  }
  return { setting, see: asked.get("see"), refused };
}

function writeAddress(setting, see) {
  const named = [...Object.keys(choices), ...amounts].filter((key) => setting[key] !== data.film[key]);
  const words = named.map((key) => [key, setting[key]]);
  return `#${new URLSearchParams(see ? [...words, ["see", see]] : words)}`;
}
