import { searchNames } from '../../search/search-names.ts';
import { EXAMPLE_LANGUAGES, type ExampleLanguage } from './docs/code.ts';
import { addCopyButtons } from './docs/copy-buttons.ts';
import { markCurrentSection } from './docs/current-section.ts';
import { addDocumentSearch } from './docs/document-search.ts';
import { resultOf, searchManual } from './docs/manual-search.ts';
import { hasWords } from './docs/search-documents.ts';
import { addSearchField } from './docs/search-field.ts';
import { enliven, sendExample } from './docs/try.ts';

const LANGUAGE_STORAGE_KEY = 'newsgauge:language';
const stored = localStorage.getItem(LANGUAGE_STORAGE_KEY);
let language: ExampleLanguage = EXAMPLE_LANGUAGES.find(([name]) => name === stored)?.[0] ?? 'curl';

const sections = [...document.querySelectorAll('.endpoint:has(form.try)')];
const drawings = sections.map((section) =>
  enliven(
    section,
    () => language,
    (chosen) => {
      language = chosen;
      localStorage.setItem(LANGUAGE_STORAGE_KEY, chosen);
      for (const draw of drawings) draw();
    },
  ),
);
for (const draw of drawings) draw();

for (const section of sections)
  section.addEventListener('submit', (event) => {
    event.preventDefault();
    void sendExample(section);
  });

/** Opens the details of the endpoint or schema that the address names, and the list that contains it. */
function openTarget(): void {
  const target = document.getElementById(location.hash.slice(1));
  const closed = [target?.closest('details'), target?.querySelector<HTMLDetailsElement>('details.parts')].flatMap(
    (details) => (details && !details.open ? details : []),
  );
  for (const details of closed) details.open = true;
  if (closed.length > 0) target?.scrollIntoView();
}
openTarget();
addEventListener('hashchange', openTarget);
addCopyButtons();
markCurrentSection([...document.querySelectorAll('.body > .endpoint, .prose > h2')]);

const MANUAL_RESULTS = 5;
const place = document.getElementById('docs-search');
if (place) addSearch(place);
const documentPlace = document.getElementById('documents-search');
if (documentPlace) addDocumentSearch(documentPlace);

/** Returns the text of an entry, its path and parameters, which it does not show, and the id of its endpoint. */
function wordsOf(item: HTMLElement): string {
  return [item.textContent, item.dataset.words, item.querySelector('a')?.hash.slice(1)].join(' ');
}

function addSearch(place: HTMLElement): void {
  const { field, results, status } = addSearchField(
    place,
    'Search endpoints and manual',
    'Search endpoints and the manual',
  );
  const groups = [...document.querySelectorAll<HTMLDetailsElement>('.toc details')].map((details) => ({
    details,
    items: [...details.querySelectorAll('li')].map((item) => ({ id: item, name: wordsOf(item) })),
  }));
  const contents = document.querySelector<HTMLDetailsElement>('.toc');
  let searched = '';
  let openBefore: (HTMLDetailsElement | null)[] = [];
  field.addEventListener('input', () => {
    const text = field.value.trim();
    if (searched === '') openBefore = [contents, ...groups.map(({ details }) => details)].filter((list) => list?.open);
    searched = text;
    if (contents) contents.open = text !== '' || openBefore.includes(contents);
    const all = groups.flatMap(({ items }) => items);
    const named = searchNames(all, text);
    const found = new Set(named.length > 0 ? named : all.filter(({ name }) => hasWords(name, text)));
    for (const { details, items } of groups) {
      for (const item of items) item.id.hidden = !found.has(item);
      const isFound = items.some((item) => found.has(item));
      details.open = text === '' ? openBefore.includes(details) : isFound;
      details.hidden = !isFound;
    }
    void showManual(text, found.size === 0);
  });
  // Loads the index before the first word is typed, so that results do not arrive late and move the list.
  field.addEventListener('focus', () => void searchManual('').catch(() => {}), { once: true });
  const showManual = async (text: string, isAlone: boolean) => {
    const found = text === '' ? [] : await searchManual(text).catch(() => []);
    if (text !== field.value.trim()) return;
    results.replaceChildren(...found.slice(0, MANUAL_RESULTS).map(resultOf));
    status.textContent = isAlone && found.length === 0 ? 'Nothing found. Try another word.' : '';
  };
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    const first = document.querySelector<HTMLAnchorElement>('.toc details li:not([hidden]) a');
    (first ?? results.querySelector('a'))?.click();
  });
}
