/**
 * Reports how far a reader gets in an article, on the publisher's own page:
 *
 *   <article data-newsgauge-article>…</article>
 *   <script src="https://…/read.js" data-key="ngp_…" data-content-id="1042" defer></script>
 *
 * Without the mark, the first `<article>` is measured. `data-token` says who reads, as for click.js. With `data-consent="wait"` nothing is
 * measured until the page dispatches `newsgauge:consent` on the window. One beacon when the page is hidden, another where the reader gets
 * further later. No cookie, no id, nothing is stored.
 */

import { hint } from '../lib/hint.ts';

const LEVELS = ['opened', 'stayed', 'half', 'read'] as const;
/** Seconds without a sign of the reader after which nobody is taken to read. */
const IDLE = 30;
const STAYED = 10;
const WORDS_A_SECOND = 220 / 60;
const SIGNS = ['scroll', 'pointermove', 'pointerdown', 'keydown', 'touchmove'];

const { src, dataset } = document.currentScript as HTMLScriptElement;
const { key, contentId, consent } = dataset;

function begin(article: HTMLElement): void {
  const words = (article.innerText.match(/[\p{L}\p{N}]+/gu) ?? []).length;
  const needed = Math.max(STAYED, words / WORDS_A_SECOND);
  let [seconds, seen, active, sent] = [0, 0, 0, -1];
  const isActive = () => document.visibilityState === 'visible' && document.hasFocus() && active < IDLE;

  const timer = setInterval(() => {
    active++;
    if (!isActive()) return;
    seconds++;
    const { top, height } = article.getBoundingClientRect();
    seen = Math.max(seen, (innerHeight - top) / Math.max(1, height));
    if (levelOf() === LEVELS.length - 1) clearInterval(timer);
  }, 1000);

  const levelOf = () => {
    if (seen >= 0.9 && seconds >= needed / 2) return 3;
    if (seen >= 0.5 && seconds >= needed / 4) return 2;
    return seconds >= STAYED ? 1 : 0;
  };
  const report = () => {
    const level = levelOf();
    if (level <= sent) return;
    const body = { key, contentId: Number(contentId), level: LEVELS[level], token: dataset.token, hint: hint() };
    if (navigator.sendBeacon(new URL('/reads', src), JSON.stringify(body))) sent = level;
  };
  for (const sign of SIGNS) addEventListener(sign, () => (active = 0), { passive: true, capture: true });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') report();
  });
  addEventListener('pagehide', report);
}

const start = () => {
  const article = document.querySelector<HTMLElement>('[data-newsgauge-article], article');
  if (article) begin(article);
};

if (!key || !contentId) console.warn('newsgauge: read.js needs data-key and data-content-id');
else if (consent === 'wait') addEventListener('newsgauge:consent', start, { once: true });
else start();
