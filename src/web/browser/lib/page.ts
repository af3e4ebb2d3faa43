import { type RefObject, useEffect, useRef, useState } from 'hono/jsx/dom';
import { serverHooks } from './query.ts';

/** State of a view. The URL contains only the values that differ from the defaults. */
export type View = Record<string, string>;

const read = <V extends View>(defaults: V): V => {
  const search = new URLSearchParams(location.search);
  const given = Object.keys(defaults).flatMap((name) => (search.get(name) ? [[name, search.get(name)]] : []));
  return { ...defaults, ...Object.fromEntries(given) };
};

export function hrefOf<V extends View>(view: V, defaults: V): string {
  const entries = Object.entries(view).filter(([name, value]) => value !== '' && value !== defaults[name]);
  return entries.length > 0 ? `?${new URLSearchParams(entries)}` : location.pathname;
}

/** Handles clicks on links to views of the same page without a page load, unless a modifier key is pressed. */
export const followLinks =
  <V extends View>(defaults: V, change: (view: V) => void) =>
  (event: MouseEvent): void => {
    const link = (event.target as Element).closest('a');
    const elsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0;
    if (!link || elsewhere || link.target || link.pathname !== location.pathname || link.hash) return;
    event.preventDefault();
    change({ ...defaults, ...Object.fromEntries(new URLSearchParams(link.search)) });
  };

/** Returns the view state in the URL and its setter. `defaults` must be a constant. */
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

/** Sets the title of the browser tab. If `name` is undefined, another component sets it. */
export function useTitle(name: string | null | undefined): void {
  serverHooks?.setTitle(name);
  useEffect(() => {
    if (name) document.title = `${name} · newsgauge`;
  }, [name]);
}

/** Returns the current time and re-renders at each interval of `every` milliseconds. */
export function useNow(every: number): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every);
    return () => clearInterval(timer);
  }, []);
  return Math.max(now, Date.now());
}

/** Returns the latest text that has not changed for the given number of milliseconds, or `initial`. */
export function useDebounced<T extends string | null>(text: string, milliseconds: number, initial: T): string | T {
  const [settled, setSettled] = useState<string | T>(initial);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), milliseconds);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** Returns the height in pixels that the page in a frame reports, or 0 before the first report. */
export function useFrameHeight(frame: RefObject<HTMLIFrameElement | null>): number {
  const [height, setHeight] = useState(0);
  useEffect(() => {
    const hear = ({ source, data }: MessageEvent) => {
      if (source === frame.current?.contentWindow && data?.type === 'newsgauge:height')
        setHeight(Number(data.height) || 0);
    };
    addEventListener('message', hear);
    frame.current?.contentWindow?.postMessage({ type: 'newsgauge:measure' }, '*');
    return () => removeEventListener('message', hear);
  }, []);
  return height;
}

export function useLeaveGuard(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isChanged]);
}

export function announceToReaders(text: string): void {
  const region = document.getElementById('said');
  if (!region) return;
  region.textContent = '';
  // Setting the text in a separate task makes screen readers announce the same text again.
  setTimeout(() => {
    region.textContent = text;
  }, 50);
}

/** Copies text to the clipboard. Returns false if the browser refuses. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Handles keyboard shortcuts unless the user is typing into a field or a dialog is open. */
export function useKeys(actionOf: (key: string) => (() => unknown) | undefined): void {
  const current = useRef(actionOf);
  current.current = actionOf;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isShortcut = event.ctrlKey || event.metaKey || event.altKey;
      // The key `u` may have two handlers: that of the list and that of the messages.
      if (event.defaultPrevented || isShortcut || isTyping(event.target) || document.querySelector('dialog[open]'))
        return;
      const act = current.current?.(event.key);
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
  (target as HTMLInputElement).type !== 'checkbox';
