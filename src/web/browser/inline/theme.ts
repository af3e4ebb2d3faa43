/**
 * Script inlined in the head of every page. It applies the stored theme and permissions before the first paint, and
 * reports scripts of the page that cannot be loaded.
 */

const STORAGE_KEY = 'newsgauge:theme';
const root = document.documentElement;

// Reads a stored choice. If storage is not available, a choice lasts only for this page.
function stored(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function store(theme: string): void {
  try {
    localStorage.setItem(STORAGE_KEY, theme);
  } catch {}
}

function apply(theme: string | null): void {
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  else delete root.dataset.theme;
  dispatchEvent(new Event('newsgauge:theme'));
}

apply(stored(STORAGE_KEY));
const rights = stored('newsgauge:may');
if (rights) root.dataset.may = rights;
else if (rights === null) root.dataset.asking = '';
addEventListener('DOMContentLoaded', () => {
  const select = document.getElementById('theme') as HTMLSelectElement | null;
  if (!select) return;
  select.value = root.dataset.theme ?? 'auto';
  select.addEventListener('change', () => {
    store(select.value);
    apply(select.value);
  });
});

/** Replaces the placeholder of the page by a message, because a page without its script would show it for ever. */
function showMissingScript(): void {
  const heading = document.querySelector('#content h1')?.parentElement;
  if (!heading || document.getElementById('missing-script')) return;
  document.querySelector('#app > .skeleton')?.remove();
  const message = document.createElement('div');
  message.id = 'missing-script';
  message.className = 'state failed';
  message.setAttribute('role', 'alert');
  message.innerHTML =
    '<strong>Couldn’t load this page</strong><p>A part of it is missing. Check your connection.</p><button type="button">Retry</button>';
  message.querySelector('button')?.addEventListener('click', () => location.reload());
  heading.after(message);
}

// A script also fails if one of its imports cannot be loaded. Such events reach the window only while capturing.
addEventListener(
  'error',
  ({ target }) => {
    if (!(target instanceof HTMLScriptElement)) return;
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', showMissingScript);
    else showMissingScript();
  },
  true,
);

export {};
