/**
 * Reports clicks on links that carry `data-content-id`, on pages of other sites:
 *
 *   <script src="https://…/click.js" data-key="ngp_…" data-company-type="broker" data-seniority="director" defer></script>
 *
 * Nothing here waits, prevents or changes a navigation.
 */

interface PageNode {
  matches?(selectors: string): boolean;
  dataset: { contentId: string };
}

interface PageClick {
  type: 'click' | 'auxclick';
  button: number;
  composedPath(): PageNode[];
}

/** What this script uses of a page. The types of the Worker, which hold everywhere else, know no pages. */
declare const document: {
  currentScript: { src: string; dataset: { key?: string; companyType?: string; seniority?: string } };
};
declare const window: {
  addEventListener(type: PageClick['type'], listener: (event: PageClick) => void, capture: true): void;
};
declare const navigator: { sendBeacon?(url: string, body: string): boolean };
declare const fetch: (url: string, init: { method: 'POST'; body: string; keepalive: true }) => Promise<unknown>;

const MIDDLE_BUTTON = 1;

const { src, dataset } = document.currentScript;
const { key, companyType, seniority } = dataset;
const address = new URL('/clicks', src).href;

function report(event: PageClick): void {
  // Every button but the first comes as `auxclick`; the third opens a menu and follows nothing.
  if (event.type === 'auxclick' && event.button !== MIDDLE_BUTTON) return;
  // The path, not the target: a link may lie inside a component's shadow tree.
  const link = event.composedPath().find((node) => node.matches?.('a[data-content-id]'));
  if (!link) return;
  // A string goes as text/plain, so that no preflight is due.
  const body = JSON.stringify({ key, contentId: Number(link.dataset.contentId), companyType, seniority });
  if (!navigator.sendBeacon?.(address, body))
    fetch(address, { method: 'POST', body, keepalive: true }).catch(() => undefined);
}

if (key) {
  // Captured on the window, before any listener of the page can stop the event.
  window.addEventListener('click', report, true);
  window.addEventListener('auxclick', report, true);
} else {
  console.warn('newsgauge: click.js reports nothing without data-key');
}

export {};
