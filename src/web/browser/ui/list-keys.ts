import { useEffect, useRef } from 'hono/jsx/dom';
import { undoLast } from './toast.tsx';

export interface ListKeys {
  /** Rows on the page. */
  count: number;
  active: number;
  activate: (row: number) => void;
  open: (row: number) => void;
  select: (row: number) => void;
}

/**
 * Keys of a list: `/` goes to the search field, `j` and `k` to the next and the previous row, `e` or Enter opens it, `x` selects it,
 * `u` takes back what was done last. They do nothing where somebody types.
 */
export function useListKeys(keys: ListKeys | null): void {
  const current = useRef(keys);
  current.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        isTyping(event.target) ||
        document.querySelector('dialog[open]')
      )
        return;
      const act = actionOf(event.key, current.current);
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}

function actionOf(key: string, list: ListKeys | null | undefined): (() => unknown) | undefined {
  if (key === 'u') return undoLast;
  if (key === '/') return () => document.querySelector<HTMLInputElement>('input[type="search"]')?.focus();
  if (!list || list.count === 0) return undefined;
  const { count, active, activate, open, select } = list;
  const move = (by: number) => () => activate(Math.max(0, Math.min(count - 1, active + by)));
  const actions: Record<string, () => unknown> = { j: move(1), k: move(-1) };
  if (active >= 0) Object.assign(actions, { e: () => open(active), x: () => select(active) });
  return actions[key];
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
  (target as HTMLInputElement).type !== 'checkbox';
