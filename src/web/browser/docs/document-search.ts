import { resultOf, searchManual } from './manual-search.ts';
import { addSearchField } from './search-field.ts';

const SEARCH_DELAY_MS = 80;

/** Adds the search of a document's page, which lists sections of all documents. */
export function addDocumentSearch(place: HTMLElement): void {
  const { field, results, status } = addSearchField(place, 'Search the manual', 'Search the manual');
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
}
