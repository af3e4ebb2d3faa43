import { useEffect, useRef } from 'hono/jsx/dom';
import Sortable from 'sortablejs';

/** Lets the children of an element be dragged by their handles, with mouse or finger. */
export function useSortable(handle: string, move: (from: number, to: number) => void) {
  const list = useRef<HTMLOListElement>(null);
  const current = useRef(move);
  current.current = move;
  useEffect(() => {
    if (!list.current) return;
    const sortable = Sortable.create(list.current, {
      handle,
      animation: 120,
      // One way for mouse and finger, in place of the browser's own for the mouse.
      forceFallback: true,
      ghostClass: 'ghost',
      onEnd: ({ item, from, oldIndex = 0, newIndex = 0 }) => {
        if (oldIndex === newIndex) return;
        // Put back, because the renderer decides on the order of nodes.
        item.remove();
        from.insertBefore(item, from.children[oldIndex] ?? null);
        current.current?.(oldIndex, newIndex);
      },
    });
    return () => sortable.destroy();
  }, []);
  return list;
}
