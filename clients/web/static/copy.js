// A link in a field: whole, with the site's own address, and a button that copies it.

export function copies(link, button) {
  button.addEventListener("click", async () => {
    link.select();
    try {
      await navigator.clipboard.writeText(link.value);
      button.textContent = "Copied";
    } catch {
      button.textContent = "Press Ctrl-C";
    }
    setTimeout(() => (button.textContent = "Copy"), 2000);
  });
}

const link = document.getElementById("link");
if (link) {
  link.value = new URL(link.value, location.href).href;
  copies(link, document.getElementById("copy"));
}
