// What a reader takes away: the figures as text, the terrain as a picture.

function done(button) {
  one("#done").textContent = button.dataset.done;
  setTimeout(() => (one("#done").textContent = ""), 3000);
}

function figuresText() {
  const groups = all("#numbers section").map((section) => {
    const rows = [...section.querySelectorAll("dl > div:not([hidden])")].filter((row) => row.offsetParent);
    const lines = rows.map((row) => `  ${said(row.querySelector("dt"))}: ${said(row.querySelector("dd"))}`);
    const why = [...section.querySelectorAll("p.why:not([hidden])")].map((text) => `  ${said(text)}`);
    return [said(section.querySelector("h3")), ...why, ...lines].join("\n");
  });
  const head = `${data.models[setting.model].name} (${data.precisions[setting.weights]}) on one ${data.chips[setting.gpu].full_name}`;
  return [head, ...groups, location.href.split("#")[0] + writeAddress(setting)].join("\n\n");
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Pages that come over plain HTTP have no clipboard; a selection can be copied all the same.
    const area = Object.assign(document.createElement("textarea"), { value: text });
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
}

// The drawing as a file of its own: colours as they are now, and the font.
function terrainFile() {
  const style = getComputedStyle(document.documentElement);
  const names = new Set(one("#terrain-style").textContent.match(/--[\w-]+/g));
  const colours = [...names].map((name) => `${name}:${style.getPropertyValue(name)}`).join(";");
  const picture = svg.cloneNode(true);
  picture.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  picture.setAttribute("width", svg.clientWidth);
  picture.setAttribute("height", svg.clientHeight);
  for (const name of ["id", "class", "aria-describedby"]) picture.removeAttribute(name);
  picture.setAttribute("aria-label", said(one("#terrain-text")));
  picture.querySelector("style").prepend(`${one("#type").textContent} svg{${colours}} `);
  return new XMLSerializer().serializeToString(picture);
}

one("#copy").addEventListener("click", async (event) => {
  await copy(figuresText());
  done(event.target);
});
one("#save").addEventListener("click", (event) => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([terrainFile()], { type: "image/svg+xml" }));
  link.download = `terrain-${setting.gpu}-${setting.model}.svg`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  done(event.target);
});
