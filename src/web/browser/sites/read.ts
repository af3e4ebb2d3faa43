/**
 * Reports the read depth of `data-newsgauge-article`, or of the first `<article>`, on publishers' pages:
 * <script src="https://…/read.js" data-key="ngp_…" data-content-id="1042" defer></script>
 * With `data-consent="wait"`, the script waits for the event `newsgauge:consent` on the window.
 */

import { hint } from '../lib/hint.ts';
import { isExcluded } from '../lib/reports/excluded.ts';
import { onPages } from '../lib/reports/pages.ts';

const LEVELS = ['opened', 'stayed', 'half', 'read'] as const;
/** Seconds without activity after which reading time stops counting. */
const IDLE_SECONDS = 30;
const STAYED_SECONDS = 10;
const WORDS_PER_SECOND = 220 / 60;
const ACTIVITY_EVENTS = ['scroll', 'pointermove', 'pointerdown', 'keydown', 'touchmove'];

const { src, dataset } = document.currentScript as HTMLScriptElement;
const { key, consent } = dataset;

let end: AbortController | undefined;

function begin(article: HTMLElement, contentId: string): void {
  end = new AbortController();
  const { signal } = end;
  const words = article.innerText.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  const needed = Math.max(STAYED_SECONDS, words / WORDS_PER_SECOND);
  let [seconds, seen, active, sent] = [0, 0, 0, -1];
  /** Whether the page was ever visible. A tab may open and close in the background. */
  let wasShown = !document.hidden;
  const isActive = () => !document.hidden && document.hasFocus() && active < IDLE_SECONDS;

  const timer = setInterval(() => {
    active++;
    if (!isActive()) return;
    seconds++;
    const { top, height } = article.getBoundingClientRect();
    seen = Math.max(seen, (innerHeight - top) / Math.max(1, height));
  }, 1000);

  const report = () => {
    const stayed = seconds >= STAYED_SECONDS ? 1 : 0;
    const level = seen < 0.5 || seconds < needed / 4 ? stayed : seen < 0.9 || seconds < needed / 2 ? 2 : 3;
    if (!wasShown || level <= sent) return;
    const body = { key, contentId: +contentId, level: LEVELS[level], token: dataset.token, hint: hint() };
    if (navigator.sendBeacon(new URL('/reads', src), JSON.stringify(body))) sent = level;
  };
  for (const sign of ACTIVITY_EVENTS) addEventListener(sign, () => (active = 0), { capture: true, signal });
  const changed = () => {
    if (document.hidden) report();
    else wasShown = true;
  };
  document.addEventListener('visibilitychange', changed, { signal });
  addEventListener('pagehide', report, { signal });
  signal.onabort = () => {
    clearInterval(timer);
    report();
  };
}

/** If the article element or its id changes, a single-page application has opened another article. */
let shown: unknown[] = [];

function beginNew(): void {
  const article = document.querySelector<HTMLElement>('[data-newsgauge-article], article');
  const contentId = article?.dataset.contentId ?? dataset.contentId;
  if (article === shown[0] && contentId === shown[1]) return;
  shown = [article, contentId];
  end?.abort();
  if (article && contentId) begin(article, contentId);
}

const start = () => onPages(beginNew, ['data-content-id', 'data-newsgauge-article']);

if (key && !isExcluded(src))
  if (consent === 'wait') addEventListener('newsgauge:consent', start, { once: true });
  else start();
