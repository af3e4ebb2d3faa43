/**
 * Reports clicks on links with `data-content-id`, on pages of other sites:
 *   <script src="https://…/click.js" data-key="ngp_…" data-company-type="broker" data-seniority="director" defer></script>
 * A signed `data-token="eyJ…"` replaces company type and seniority; each click reads it again. Navigation is never delayed.
 */

import { channel } from '../lib/channel.ts';
import { hint } from '../lib/hint.ts';
import { deliverReport } from '../lib/reports/deliver.ts';
import { isExcluded } from '../lib/reports/excluded.ts';

const { src, dataset } = document.currentScript as HTMLScriptElement;
const { key } = dataset;

// `instanceof` fails for elements of other frames.
const isLink = (node: EventTarget): node is HTMLAnchorElement => (node as Element).matches?.('a[data-content-id]');

function report(event: MouseEvent): void {
  // Button 1 is the middle one; button 2 opens a menu and follows nothing.
  if (event.button > 1) return;
  // Uses the path, because a link may be inside a shadow tree.
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
      // `views.js` sets the list token.
      listToken: link.closest<HTMLElement>('[data-list-token]')?.dataset.listToken,
      channel: channel(),
      hint: hint(),
    }),
  );
}

if (!key) console.warn('newsgauge: no data-key');
else if (!isExcluded(src))
  // Captures on the window before the page can stop the event. `auxclick` covers all buttons but the first.
  for (const type of ['click', 'auxclick'] as const) addEventListener(type, report, true);
