import { searchNames } from '../../search/search-names.ts';
import { EXAMPLE_LANGUAGES, type ExampleLanguage } from './docs/code.ts';
import { addCopyButtons } from './docs/copy-buttons.ts';
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

/** Opens the details of the endpoint or schema that the address names. */
function openTarget(): void {
  const target = document.getElementById(location.hash.slice(1));
  const details = target?.querySelector<HTMLDetailsElement>('details.parts');
  if (!target || !details || details.open) return;
  details.open = true;
  target.scrollIntoView();
}
openTarget();
addEventListener('hashchange', openTarget);
addCopyButtons();

const place = document.getElementById('docs-search');
if (place) addSearch(place);

function addSearch(place: HTMLElement): void {
  const field = Object.assign(document.createElement('input'), {
    type: 'search',
    placeholder: 'Search endpoints',
    autocomplete: 'off',
  });
  field.setAttribute('aria-label', 'Search endpoints');
  field.setAttribute('aria-keyshortcuts', '/');
  place.append(field);
  const groups = [...document.querySelectorAll<HTMLDetailsElement>('.contents details')].map((details) => ({
    details,
    wasOpen: details.open,
    items: [...details.querySelectorAll('li')].map((item) => ({ id: item, name: item.dataset.words ?? '' })),
  }));
  field.addEventListener('input', () => {
    const text = field.value.trim();
    for (const { details, wasOpen, items } of groups) {
      const found = new Set(searchNames(items, text).map(({ id }) => id));
      for (const { id: item } of items) item.hidden = !found.has(item);
      details.open = text === '' ? wasOpen : found.size > 0;
      details.hidden = found.size === 0;
    }
  });
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') document.querySelector<HTMLAnchorElement>('.contents li:not([hidden]) a')?.click();
  });
  addEventListener('keydown', (event) => {
    if (event.key !== '/' || /^(INPUT|TEXTAREA|SELECT)$/.test((event.target as Element).tagName)) return;
    event.preventDefault();
    field.focus();
  });
}
