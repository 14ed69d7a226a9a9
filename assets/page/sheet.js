// The figures of one setting: the rows of the catalogue, and what roofline's functions make of them.

const data = JSON.parse(document.getElementById("data").textContent);

function figuresOf(setting) {
  const figures = {};
  const put = (name, kind, formula, value) => {
    if (!Number.isNaN(value)) figures[name] = { kind, formula, value }; // what lacks an input is no figure
    return value;
  };
  const sheet = { figures, put, value: (name) => figures[name]?.value ?? NaN };
  const given = {
    ...data.given.always,
    ...data.given.gpu[setting.gpu],
    ...data.given.model[setting.model],
    ...data.given.weights[setting.weights],
    "prompt.tokens": setting.prompt,
    "batch.users": setting.batch,
    "batch.context": setting.context,
  };
  for (const [name, value] of Object.entries(given)) put(name, data.kinds[name], "", value);
  for (const part of parts) part(sheet, data.models[setting.model].tied);
  return sheet;
}

// What is true of a setting, by name.
function truths({ figures, value }) {
  return Object.fromEntries(
    conditions.map(([name, needs, holds]) => [name, needs.every((one) => one in figures) && holds(value)]),
  );
}

const shown = (figures, name) => {
  const [plainName, form = ""] = name.split(":");
  const figure = figures[plainName];
  return figure ? forms[figure.kind][form](figure.value) : "–";
};
