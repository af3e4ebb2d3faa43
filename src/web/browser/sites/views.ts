/**
 * Reports which items of a list were on the screen, on pages of other sites, for lists of links that carry `data-content-id`:
 *
 *   <ul data-newsgauge-list="front page">…</ul>
 *   <script src="https://…/views.js" data-key="ngp_…" defer></script>
 *
 * It asks for a ticket of what the list shows, and most pages are told not to report. Of a page that very many look at, `data-one-in="20"` lets one in twenty ask.
 * No cookie, no id, nothing is stored.
 */

import { hint } from '../lib/hint.ts';
import { linksIn, reports, watch } from '../lib/views.ts';

const { src, dataset } = document.currentScript as HTMLScriptElement;
const { key, oneIn = 1 } = dataset;
const post = (path: string, body: object) =>
  fetch(new URL(path, src), { method: 'POST', body: JSON.stringify({ key, ...body }) });

async function begin(list: HTMLElement): Promise<void> {
  const links = linksIn(list);
  if (links.length === 0) return;
  const ids = links.map(({ dataset: { contentId } }) => Number(contentId));
  const answer = await post('/tickets', { list: list.dataset.newsgaugeList, ids });
  const { ticket } = (await answer.json()).data;
  if (!reports(ticket)) return;
  // click.js sends it with what is clicked here.
  list.dataset.ticket = ticket;
  watch(list, links, (seen) =>
    navigator.sendBeacon(new URL('/views', src), JSON.stringify({ key, ticket, seen, hint: hint() })),
  );
}

if (key && Math.random() * Number(oneIn) < 1)
  for (const list of document.querySelectorAll<HTMLElement>('[data-newsgauge-list]')) begin(list).catch(() => {});
