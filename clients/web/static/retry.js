// Waits for the services to be back, then loads the page anew.
async function look() {
  try {
    const response = await fetch("/health");
    if (response.ok) {
      location.reload();
      return;
    }
  } catch {
    // not yet
  }
  setTimeout(look, 1500);
}

setTimeout(look, 1000);
