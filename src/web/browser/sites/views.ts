/**
 * Reports which items of a list were on the screen, on pages of other sites, for lists of links that carry `data-content-id`:
 *
 *   <ul data-newsgauge-list="front page">…</ul>
 *   <script src="https://…/views.js" data-key="ngp_…" defer></script>
 *
 * It asks in how many pages with the list one is to ask for a ticket, which the browser's cache keeps; one in so many then does, and on busy
 * lists most of them are told not to report. No cookie, no id.
 */

import { hint } from '../lib/hint.ts';
import { linksIn, reports, watch } from '../lib/views.ts';

const { src, dataset } = document.currentScript as HTMLScriptElement;
const { key = '' } = dataset;
const ask = async (path: string, body?: object) => {
  const asked = body && { method: 'POST', body: JSON.stringify({ key, ...body }) };
  return (await (await fetch(new URL(`/tickets${path}`, src), asked)).json()).data;
};

async function begin(list: HTMLElement): Promise<void> {
  const links = linksIn(list);
  if (links.length === 0) return;
  const { newsgaugeList: name = '' } = list.dataset;
  const { oneIn } = await ask(`/one-in?${new URLSearchParams({ key, list: name })}`);
  // Who was refused was told nothing.
  if (!(Math.random() * oneIn < 1)) return;
  const ids = links.map(({ dataset: { contentId } }) => Number(contentId));
  const { ticket } = await ask('', { list: name, ids, oneIn });
  if (!reports(ticket)) return;
  // click.js sends it with what is clicked here.
  list.dataset.ticket = ticket;
  watch(list, links, (seen) =>
    navigator.sendBeacon(new URL('/views', src), JSON.stringify({ key, ticket, seen, hint: hint() })),
  );
}

if (key)
  for (const list of document.querySelectorAll<HTMLElement>('[data-newsgauge-list]')) begin(list).catch(() => {});
