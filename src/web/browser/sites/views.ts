/** Reports impressions of lists with `data-newsgauge-list`, in one of k page views. (docs/decisions.md#C53) */

import { hint } from '../lib/hint.ts';
import { isExcluded } from '../lib/reports/excluded.ts';
import { onPages } from '../lib/reports/pages.ts';
import { linksIn, reports, watch } from '../lib/reports/views.ts';

const { src, dataset } = document.currentScript as HTMLScriptElement;
const { key = '', newBrowsers = 8 } = dataset;
/** If nothing or only headers were transferred, the script came from the browser's cache. */
const [loaded] = performance.getEntriesByName(src) as PerformanceResourceTiming[];
const least = loaded && loaded.transferSize < loaded.encodedBodySize ? 1 : +newBrowsers;
const ask = async (path: string, body?: object) => {
  const requestInit = body && { method: 'POST', body: JSON.stringify({ key, ...body }) };
  return (await (await fetch(new URL(`/list-tokens${path}`, src), requestInit)).json()).data;
};

async function begin(list: HTMLElement): Promise<void> {
  const links = linksIn(list);
  const { newsgaugeList: name = '' } = list.dataset;
  const drawn = Math.random();
  if (drawn * least >= 1) return;
  const oneIn = Math.max(least, (await ask(`/sampling?${new URLSearchParams({ key, list: name })}`)).oneIn);
  // The sampling rate is missing if the service rejected the request.
  if (!(drawn * oneIn < 1)) return;
  const ids = links.map(({ dataset: { contentId } }) => Number(contentId));
  const { listToken } = await ask('', { list: name, ids, oneIn });
  list.dataset.listToken = listToken;
  if (reports(listToken))
    watch(list, links, (seen) =>
      navigator.sendBeacon(new URL('/views', src), JSON.stringify({ key, listToken, seen, hint: hint() })),
    );
}

/** First article of each watched list. If items are appended, it stays the same, so that no new list begins. */
const begun = new WeakMap<HTMLElement, string | undefined>();

function beginNew(): void {
  for (const list of document.querySelectorAll<HTMLElement>('[data-newsgauge-list]')) {
    const first = linksIn(list)[0]?.dataset.contentId;
    if (!first || begun.get(list) === first) continue;
    begun.set(list, first);
    delete list.dataset.listToken;
    begin(list).catch(() => {});
  }
}

if (key && !isExcluded(src)) onPages(beginNew, ['data-content-id']);
