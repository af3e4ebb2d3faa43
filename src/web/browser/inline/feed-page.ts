/** Script inlined in every feed page. It reports height, clicks and impressions. */

import { hint } from '../lib/hint.ts';
import { deliverReport } from '../lib/reports/deliver.ts';
import { linksIn, reports, watch } from '../lib/reports/views.ts';

const query = new URLSearchParams(location.search);
const key = query.get('apiKey');
const root = document.documentElement;

let sent = 0;
let token: unknown;
let channel: unknown;
let isOff = false;

function sendHeight(always = false): void {
  const height = Math.ceil(root.getBoundingClientRect().height);
  if (parent === window || (height === sent && !always)) return;
  sent = height;
  parent.postMessage({ type: 'newsgauge:height', height }, '*');
}

addEventListener('message', ({ source, data }) => {
  if (source !== parent) return;
  if (data?.type === 'newsgauge:measure') sendHeight(true);
  if (data?.type === 'newsgauge:token') ({ token, channel, isOff } = data);
  if (/^newsgauge:(token|style)$/.test(data?.type))
    for (const name in data.style) paint(name, String(data.style[name]));
});

function paint(name: string, value: string): void {
  const kind = /font$/.test(name) ? 'font-family' : name === 'radius' ? 'border-radius' : 'color';
  if (CSS.supports(kind, value)) root.style.setProperty(`--${name}`, value);
}

addEventListener('load', () => sendHeight(true));
new ResizeObserver(() => sendHeight()).observe(root);

addEventListener('DOMContentLoaded', () => {
  // Readers of an embed see nothing instead of an error, which is for the owner of the page.
  if (parent !== window && document.querySelector('[data-failure]')) root.remove();
  const list = document.querySelector<HTMLElement>('[data-list-token]');
  const listToken = list?.dataset.listToken;
  if (list && listToken && key && reports(listToken))
    watch(
      list,
      linksIn(list),
      (seen) => isOff || navigator.sendBeacon('/views', JSON.stringify({ key, listToken, seen, token, hint: hint() })),
    );
});

addEventListener('DOMContentLoaded', () => {
  const pages = document.querySelector('nav');
  if (!pages || !key) return;
  for (const link of pages.querySelectorAll('a')) {
    const url = new URL(link.href);
    for (const name of ['apiKey', 'companyType', 'seniority']) {
      const value = query.get(name);
      if (value) url.searchParams.set(name, value);
    }
    link.href = url.href;
  }
  pages.hidden = false;
});

const FIRST_BUTTON = 0;
const MIDDLE_BUTTON = 1;

function report({ type, button, target }: MouseEvent): void {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-content-id]') : null;
  // `auxclick` fires for every button except the first. Only the middle button opens links.
  const follows = button === (type === 'auxclick' ? MIDDLE_BUTTON : FIRST_BUTTON);
  if (!link || !key || !follows || isOff) return;
  deliverReport(
    '/clicks',
    JSON.stringify({
      key,
      contentId: Number(link.dataset.contentId),
      companyType: query.get('companyType') || undefined,
      seniority: query.get('seniority') || undefined,
      token,
      listToken: link.closest<HTMLElement>('[data-list-token]')?.dataset.listToken,
      channel,
      hint: hint(),
    }),
  );
}

addEventListener('click', report);
addEventListener('auxclick', report);
addEventListener('error', ({ target }) => target instanceof HTMLImageElement && target.remove(), true);
