/** Announces a change to screen readers, in the page's one polite live region. */
export function announce(text: string): void {
  const region = document.getElementById('said');
  if (!region) return;
  region.textContent = '';
  // In a task of its own, so that the same words are said again.
  setTimeout(() => {
    region.textContent = text;
  }, 50);
}

/** Puts text into the clipboard; false where the browser does not allow it. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
