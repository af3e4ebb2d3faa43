/**
 * Reports which items of a list were on the screen, on pages of other sites, for lists of links that carry `data-content-id`:
 *
 *   <ul data-newsgauge-list="front page">…</ul>
 *   <script src="https://…/views.js" data-key="ngp_…" defer></script>
 *
 * It asks for k, which the browser's cache stores, and one in k pages then asks for a list token and reports. A browser that did not have this
 * script in its cache has no k either: of its page views only one in eight asks (`data-new-browsers="1"`: each). No cookie, no id. (docs/decisions.md#C53)
 */

import { hint } from '../lib/hint.ts';
import { isLeftOut } from '../lib/reports/left-out.ts';
import { onPages } from '../lib/reports/pages.ts';
import { linksIn, reports, watch } from '../lib/views.ts';

const { src, dataset } = document.currentScript as HTMLScriptElement;
const { key = '', newBrowsers = 8 } = dataset;
/** No transfer, or one of headers alone: the script was in the cache. */
const [loaded] = performance.getEntriesByName(src) as PerformanceResourceTiming[];
const least = loaded && loaded.transferSize < loaded.encodedBodySize ? 1 : +newBrowsers;
const ask = async (path: string, body?: object) => {
  const asked = body && { method: 'POST', body: JSON.stringify({ key, ...body }) };
  return (await (await fetch(new URL(`/tickets${path}`, src), asked)).json()).data;
};

async function begin(list: HTMLElement): Promise<void> {
  const links = linksIn(list);
  const { newsgaugeList: name = '' } = list.dataset;
  const drawn = Math.random();
  if (drawn * least >= 1) return;
  const oneIn = Math.max(least, (await ask(`/one-in?${new URLSearchParams({ key, list: name })}`)).oneIn);
  // A refused page has no number.
  if (!(drawn * oneIn < 1)) return;
  const ids = links.map(({ dataset: { contentId } }) => Number(contentId));
  const { ticket } = await ask('', { list: name, ids, oneIn });
  // click.js sends it with what is clicked here.
  list.dataset.ticket = ticket;
  if (reports(ticket))
    watch(list, links, (seen) =>
      navigator.sendBeacon(new URL('/views', src), JSON.stringify({ key, ticket, seen, hint: hint() })),
    );
}

/** The first article of each list that is watched: what is appended later makes no list new. */
const begun = new WeakMap<HTMLElement, string | undefined>();

function beginNew(): void {
  for (const list of document.querySelectorAll<HTMLElement>('[data-newsgauge-list]')) {
    const first = linksIn(list)[0]?.dataset.contentId;
    if (!first || begun.get(list) === first) continue;
    begun.set(list, first);
    delete list.dataset.ticket;
    begin(list).catch(() => {});
  }
}

if (key && !isLeftOut(src)) onPages(beginNew, ['data-content-id']);
