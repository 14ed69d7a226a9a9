// The film beside the page: its chapters play it from there.

for (const link of all("a[data-seconds]")) {
  link.addEventListener("click", (event) => {
    const film = one("video");
    event.preventDefault();
    film.currentTime = Number(link.dataset.seconds);
    film.play();
    film.scrollIntoView({ block: "nearest" });
  });
}
