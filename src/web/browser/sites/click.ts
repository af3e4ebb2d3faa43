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
import { isLeftOut } from '../lib/reports/left-out.ts';

const { src, dataset } = document.currentScript as HTMLScriptElement;
const { key } = dataset;

// Not by `instanceof`: an element may come from another frame.
const isLink = (node: EventTarget): node is HTMLAnchorElement => (node as Element).matches?.('a[data-content-id]');

function report(event: MouseEvent): void {
  // The second is the middle one; the third opens a menu and follows nothing.
  if (event.button > 1) return;
  // The path, not the target: a link may lie inside a component's shadow tree.
  const link = event.composedPath().find(isLink);
  if (!link) return;
  const { companyType, seniority, token } = dataset;
  deliver(
    new URL('/clicks', src),
    JSON.stringify({
      key,
      contentId: +(link.dataset.contentId as string),
      companyType,
      seniority,
      token,
      // Where `views.js` watches a list, that has one.
      ticket: link.closest<HTMLElement>('[data-ticket]')?.dataset.ticket,
      channel: channel(),
      hint: hint(),
    }),
  );
}

if (!key) console.warn('newsgauge: no data-key');
else if (!isLeftOut(src))
  // Captured on the window, before any listener of the page can stop the event. Every button but the first comes as `auxclick`.
  for (const type of ['click', 'auxclick'] as const) addEventListener(type, report, true);
