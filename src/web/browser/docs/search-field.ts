/**
 * Adds a search field to a place, with a list of results and a status. The key `/` focuses the field. Its text belongs to
 * the entry of the browser's history, so that it returns with Back.
 */
export function addSearchField(place: HTMLElement, placeholder: string, label: string) {
  const field = Object.assign(document.createElement('input'), { type: 'search', placeholder, autocomplete: 'off' });
  field.setAttribute('aria-label', label);
  field.setAttribute('aria-keyshortcuts', '/');
  const results = Object.assign(document.createElement('ul'), { className: 'results' });
  const status = Object.assign(document.createElement('p'), { className: 'hint' });
  status.setAttribute('role', 'status');
  place.append(field, status, results);
  field.addEventListener('input', () => history.replaceState({ ...history.state, searched: field.value }, ''));
  // Waits until the caller listens.
  queueMicrotask(() => {
    const { searched } = history.state ?? {};
    if (typeof searched !== 'string' || searched === '') return;
    field.value = searched;
    field.dispatchEvent(new Event('input'));
  });
  addEventListener('keydown', (event) => {
    if (event.key !== '/' || /^(INPUT|TEXTAREA|SELECT)$/.test((event.target as Element).tagName)) return;
    event.preventDefault();
    field.focus();
  });
  return { field, results, status };
}
