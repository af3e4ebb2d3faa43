import { useEffect, useState } from 'hono/jsx/dom';

/** The view as the address has it, so that it can be shared. Values are text; defaults are left out. */
export type View = Record<string, string>;

const read = <V extends View>(defaults: V): V => {
  const search = new URLSearchParams(location.search);
  const given = Object.keys(defaults).flatMap((name) => (search.get(name) ? [[name, search.get(name)]] : []));
  return { ...defaults, ...Object.fromEntries(given) };
};

/** Address of a view on this page, relative; it never contains a key, because keys are not part of a view. */
export function hrefOf<V extends View>(view: V, defaults: V): string {
  const entries = Object.entries(view).filter(([name, value]) => value !== '' && value !== defaults[name]);
  return entries.length > 0 ? `?${new URLSearchParams(entries)}` : location.pathname;
}

/** Handler of clicks inside a page: links to its own views change what is shown; with a modifier key they open where the reader wants them. */
export const followLinks =
  <V extends View>(defaults: V, change: (view: V) => void) =>
  (event: MouseEvent): void => {
    const link = (event.target as Element).closest('a');
    const elsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0;
    if (!link || elsewhere || link.target || link.pathname !== location.pathname || link.hash) return;
    event.preventDefault();
    change({ ...defaults, ...Object.fromEntries(new URLSearchParams(link.search)) });
  };

/**
 * The view of the address and what changes it. A change is a step of the history, so that Back leads to the view before;
 * with `replace` it is not (typing into a search field). `defaults` must be a constant.
 */
export function useView<V extends View>(defaults: V): [V, (change: Partial<V>, how?: { replace: boolean }) => void] {
  const [view, setView] = useState<V>(() => read(defaults));
  useEffect(() => {
    const follow = () => setView(read(defaults));
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, []);
  const change = (part: Partial<V>, { replace } = { replace: false }) => {
    const next = { ...view, ...part };
    history[replace ? 'replaceState' : 'pushState'](null, '', hrefOf(next, defaults));
    setView(next);
  };
  return [view, change];
}
