import { render, useEffect, useState } from 'hono/jsx/dom';
import { announce } from '../lib/tell.ts';

interface Toast {
  id: number;
  text: string;
  undo?: (() => Promise<unknown>) | undefined;
}

/** Milliseconds for which something can be taken back. */
const UNDO_TIME = 10_000;
/** For what only says something. */
const GLANCE = 5_000;

let toasts: Toast[] = [];
let last = 0;
let update: (toasts: Toast[]) => void = () => {};

const set = (next: Toast[]) => {
  toasts = next;
  update(next);
};

/** Says what was done. With `undo` it can be taken back for ten seconds, also with the key `u`. */
export function showToast(text: string, undo?: () => Promise<unknown>): void {
  mountToasts();
  last += 1;
  const toast: Toast = { id: last, text, undo };
  set([...toasts.slice(-2), toast]);
  announce(undo ? `${text} Press u to undo.` : text);
  setTimeout(() => set(toasts.filter(({ id }) => id !== toast.id)), undo ? UNDO_TIME : GLANCE);
}

/** Takes back what was done last, as long as that is offered. */
export function undoLast(): boolean {
  const latest = toasts.findLast(({ undo }) => undo);
  if (latest) void takeBack(latest);
  return Boolean(latest);
}

async function takeBack({ id, undo }: Toast): Promise<void> {
  set(toasts.filter((toast) => toast.id !== id));
  try {
    await undo?.();
    showToast('Undone.');
  } catch (error) {
    showToast(`Couldn’t undo: ${(error as Error).message}`);
  }
}

function Toasts() {
  const [shown, show] = useState(toasts);
  useEffect(() => {
    update = show;
    show(toasts);
  }, []);
  return (
    <>
      {shown.map((toast) => (
        <div key={toast.id} class={toast.undo ? 'toast undoable' : 'toast'}>
          <span>{toast.text}</span>
          {toast.undo ? (
            <button type="button" onClick={() => void takeBack(toast)}>
              Undo
            </button>
          ) : null}
        </div>
      ))}
    </>
  );
}

/** Makes the place for toasts. */
function mountToasts(): void {
  if (document.querySelector('.toasts')) return;
  const host = Object.assign(document.createElement('section'), { className: 'toasts' });
  host.setAttribute('aria-label', 'Messages');
  document.body.append(host);
  render(<Toasts />, host);
}
