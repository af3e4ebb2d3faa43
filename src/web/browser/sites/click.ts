/**
 * Reports clicks on links that carry `data-content-id`, on pages of other sites:
 *
 *   <script src="https://…/click.js" data-key="ngp_…" data-company-type="broker" data-seniority="director" defer></script>
 *
 * On pages that sign what they know of their reader, `data-token="eyJ…"` replaces company type and seniority. It is
 * read at each click, so that a page may renew it. Nothing here waits, prevents or changes a navigation.
 */

import { channel } from '../lib/channel.ts';
import { hint } from '../lib/hint.ts';
import { deliver } from '../lib/reports/deliver.ts';

const MIDDLE_BUTTON = 1;

const { src, dataset } = document.currentScript as HTMLScriptElement;
const { key } = dataset;
const address = new URL('/clicks', src).href;

// Not by `instanceof`: an element may come from another frame.
const isLink = (node: EventTarget): node is HTMLAnchorElement =>
  (node as Partial<Element>).matches?.('a[data-content-id]') ?? false;

function report(event: MouseEvent): void {
  // Every button but the first comes as `auxclick`; the third opens a menu and follows nothing.
  if (event.type === 'auxclick' && event.button !== MIDDLE_BUTTON) return;
  // The path, not the target: a link may lie inside a component's shadow tree.
  const link = event.composedPath().find(isLink);
  if (!link) return;
  const { companyType, seniority, token } = dataset;
  const contentId = Number(link.dataset.contentId);
  // Where `views.js` watches a list, that has one.
  const ticket = link.closest<HTMLElement>('[data-ticket]')?.dataset.ticket;
  deliver(
    address,
    JSON.stringify({ key, contentId, companyType, seniority, token, ticket, channel: channel(), hint: hint() }),
  );
}

if (key) {
  // Captured on the window, before any listener of the page can stop the event.
  window.addEventListener('click', report, true);
  window.addEventListener('auxclick', report, true);
} else {
  console.warn('newsgauge: click.js needs data-key');
}
