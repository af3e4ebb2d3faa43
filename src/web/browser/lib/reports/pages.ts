/** Calls `changed` now and whenever a single-page application changes elements or these attributes. */
export function onPages(changed: () => void, attributes: string[]): void {
  let timer = 0;
  const look = () => {
    timer = 0;
    changed();
  };
  // Hidden tabs get no animation frames, so a timer is used.
  new MutationObserver(() => {
    if (timer === 0) timer = window.setTimeout(look, 100);
  }).observe(document, { subtree: true, childList: true, attributeFilter: attributes });
  changed();
}
