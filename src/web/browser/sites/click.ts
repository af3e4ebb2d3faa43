/**
 * Reports clicks on links with `data-content-id` on publishers' pages, without delaying navigation:
 * <script src="https://…/click.js" data-key="ngp_…" data-company-type="broker" defer></script>
 * A signed `data-token="eyJ…"` replaces company type and seniority.
 */

import { channel } from '../lib/channel.ts';
import { hint } from '../lib/hint.ts';
import { deliverReport } from '../lib/reports/deliver.ts';
import { isExcluded } from '../lib/reports/excluded.ts';

const { src, dataset } = document.currentScript as HTMLScriptElement;
const { key } = dataset;

// The element is checked with `matches`, because `instanceof` fails for elements of other frames.
const isLink = (node: EventTarget): node is HTMLAnchorElement => (node as Element).matches?.('a[data-content-id]');

function report(event: MouseEvent): void {
  // Button 1 is the middle button. Button 2 opens a menu and does not follow the link.
  if (event.button > 1) return;
  // The event's path also contains links inside a shadow tree.
  const link = event.composedPath().find(isLink);
  if (!link) return;
  const { companyType, seniority, token } = dataset;
  deliverReport(
    new URL('/clicks', src),
    JSON.stringify({
      key,
      contentId: +(link.dataset.contentId as string),
      companyType,
      seniority,
      token,
      // `views.js` sets this attribute.
      listToken: link.closest<HTMLElement>('[data-list-token]')?.dataset.listToken,
      channel: channel(),
      hint: hint(),
    }),
  );
}

if (!key) console.warn('newsgauge: no data-key');
else if (!isExcluded(src))
  // Listens in the capture phase, before the page can stop the event. `auxclick` covers the other buttons.
  for (const type of ['click', 'auxclick'] as const) addEventListener(type, report, true);
