/**
 * The one script of every page: tells the embedding page its height, shows the page links (which need the key of the
 * address, that the shared page cannot hold), reports clicks, and takes away images that do not load.
 * Written as it is sent: a function turned to text would carry the bundler's helpers.
 */
export const PAGE_SCRIPT = `(() => {
const asked = new URLSearchParams(location.search);
const key = asked.get('apiKey');
const root = document.documentElement;

let told;
const tell = (again) => {
  const height = Math.ceil(root.getBoundingClientRect().height);
  if (parent === window || (height === told && !again)) return;
  told = height;
  parent.postMessage({ type: 'newsgauge:height', height }, '*');
};
addEventListener('message', ({ source, data }) => {
  if (source === parent && data?.type === 'newsgauge:measure') tell(true);
});
addEventListener('load', () => tell(true));
new ResizeObserver(() => tell()).observe(root);

addEventListener('DOMContentLoaded', () => {
  const pages = document.querySelector('nav');
  if (!pages || !key) return;
  for (const link of pages.querySelectorAll('a')) {
    const url = new URL(link.href);
    for (const name of ['apiKey', 'companyType', 'seniority']) if (asked.get(name)) url.searchParams.set(name, asked.get(name));
    link.href = url;
  }
  pages.hidden = false;
});

const report = ({ type, button, target }) => {
  const link = target.closest?.('a[data-content-id]');
  if (!link || !key || button > 1 || (type === 'auxclick') !== (button === 1)) return;
  navigator.sendBeacon('/clicks', JSON.stringify({
    key,
    contentId: Number(link.dataset.contentId),
    companyType: asked.get('companyType') || undefined,
    seniority: asked.get('seniority') || undefined,
  }));
};
addEventListener('click', report);
addEventListener('auxclick', report);
addEventListener('error', ({ target }) => target.tagName === 'IMG' && target.remove(), true);
})();`;
