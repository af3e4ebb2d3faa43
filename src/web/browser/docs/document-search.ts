import { addCopyButtons } from './docs/copy-buttons.ts';
import { resultOf, searchManual } from './docs/manual-search.ts';

const SEARCH_DELAY_MS = 80;

addCopyButtons();

const place = document.getElementById('documents-search');
if (place) addSearch(place);

function addSearch(place: HTMLElement): void {
  const field = Object.assign(document.createElement('input'), {
    type: 'search',
    placeholder: 'Search the manual',
    autocomplete: 'off',
  });
  field.setAttribute('aria-label', 'Search the manual');
  field.setAttribute('aria-keyshortcuts', '/');
  const status = Object.assign(document.createElement('p'), { className: 'hint' });
  status.setAttribute('role', 'status');
  const results = Object.assign(document.createElement('ul'), { className: 'results' });
  place.append(field, status, results);

  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = async () => {
    const text = field.value.trim();
    if (text === '') {
      status.textContent = '';
      results.replaceChildren();
      return;
    }
    try {
      const found = await searchManual(text);
      if (text !== field.value.trim()) return;
      status.textContent = found.length === 0 ? 'Nothing found. Try another word.' : '';
      results.replaceChildren(...found.map(resultOf));
    } catch {
      status.textContent = 'Can’t load the search. Check your connection and type again.';
    }
  };
  field.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => void show(), SEARCH_DELAY_MS);
  });
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    clearTimeout(timer);
    void show().then(() => results.querySelector('a')?.click());
  });
  addEventListener('keydown', (event) => {
    if (event.key !== '/' || /^(INPUT|TEXTAREA|SELECT)$/.test((event.target as Element).tagName)) return;
    event.preventDefault();
    field.focus();
  });
}
