const COPIED_MS = 2_000;

/** Adds a button to each block of code that copies it. Without access to the clipboard, there are no buttons. */
export function addCopyButtons(): void {
  if (!navigator.clipboard) return;
  for (const block of document.querySelectorAll<HTMLElement>('.docs .body pre')) {
    const frame = Object.assign(document.createElement('div'), { className: 'copyable' });
    const button = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Copy' });
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(block.textContent ?? '');
      button.textContent = 'Copied';
      setTimeout(() => {
        button.textContent = 'Copy';
      }, COPIED_MS);
    });
    block.before(frame);
    frame.append(block, button);
  }
}
