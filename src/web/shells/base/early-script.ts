/**
 * Stands in the head of every page, so that the reader's choice of colours holds before anything is painted. The select in the
 * header is the same on every page. Written as it is sent, because the policy names it by its hash.
 */
export const EARLY_SCRIPT = `(() => {
const root = document.documentElement;
const stored = () => { try { return localStorage.getItem('newsgauge:theme') } catch { return null } };
const apply = (theme) => {
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  else delete root.dataset.theme;
  dispatchEvent(new Event('newsgauge:theme'));
};
apply(stored());
addEventListener('DOMContentLoaded', () => {
  const select = document.getElementById('theme');
  select.value = root.dataset.theme ?? 'auto';
  select.addEventListener('change', () => {
    try { localStorage.setItem('newsgauge:theme', select.value) } catch {}
    apply(select.value);
  });
});
})();`;
