/** Script inlined in the head of every page. It applies the stored theme and permissions before the first paint. */

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

export {};
