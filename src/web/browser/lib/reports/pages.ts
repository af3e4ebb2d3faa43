/** Calls `changed` now and whenever a single-page application changes elements or their relevant attributes. */
export function onPages(changed: () => void, attributes: string[]): void {
  let timer = 0;
  const look = () => {
    timer = 0;
    changed();
  };
  // A timer is used, because hidden tabs get no animation frames.
  new MutationObserver(() => {
    if (timer === 0) timer = window.setTimeout(look, 100);
  }).observe(document, { subtree: true, childList: true, attributeFilter: attributes });
  changed();
}
