/**
 * Calls `changed` at once, and whenever the page shows something else without being loaded again, as single-page applications do: its elements
 * or the attributes named here change.
 */
export function onPages(changed: () => void, attributes: string[]): void {
  let timer = 0;
  const look = () => {
    timer = 0;
    changed();
  };
  // Not by a frame, which a hidden tab never draws.
  new MutationObserver(() => {
    if (timer === 0) timer = window.setTimeout(look, 100);
  }).observe(document, { subtree: true, childList: true, attributeFilter: attributes });
  changed();
}
