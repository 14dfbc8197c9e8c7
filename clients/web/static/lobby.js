// The lobby looks again every few seconds, while somebody sees it.
const lists = document.getElementById("lists");

async function look() {
  if (document.hidden) return;
  const query = new URLSearchParams(location.search);
  query.set("part", "lists");
  let html;
  try {
    const response = await fetch(`/?${query}`);
    if (!response.ok) return;
    html = await response.text();
  } catch {
    return;
  }
  const focused = lists.contains(document.activeElement) ? document.activeElement.id : "";
  if (lists.contains(document.activeElement) && !focused) return;
  lists.innerHTML = html;
  if (focused) document.getElementById(focused)?.focus();
}

setInterval(look, 4000);
for (const one of ["game", "status"]) {
  document.getElementById(one).addEventListener("change", (event) => event.target.form.requestSubmit());
}
