import type { Child } from 'hono/jsx/dom';
import { useEffect, useId, useRef } from 'hono/jsx/dom';
import { createRoot } from 'hono/jsx/dom/client';
import { Button } from './button.tsx';

/** Opens what is shown above the page; `shown` gets what closes it again. */
export function openDialog(shown: (close: () => void) => Child): void {
  const host = document.createElement('div');
  document.body.append(host);
  const root = createRoot(host);
  root.render(
    shown(() => {
      root.unmount();
      setTimeout(() => host.remove());
    }),
  );
}

interface Props {
  title: string;
  close: () => void;
  children: Child;
  /** Escape does not close it: what it shows cannot be seen again. */
  isKept?: boolean;
}

/** A modal dialog: Escape closes it, and the focus returns to where it was. */
export function Dialog({ title, close, children, isKept = false }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => {
      dialog.current?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  const cancel = (event: Event) => {
    event.preventDefault();
    if (!isKept) close();
  };
  // Browsers close a dialog at the second Escape, whatever is done about the first, unless the key is held back.
  const press = (event: KeyboardEvent) => {
    if (isKept && event.key === 'Escape') event.preventDefault();
  };
  return (
    <dialog ref={dialog} aria-labelledby={id} onCancel={cancel} onKeyDown={press}>
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}

interface Question<T> {
  title: string;
  /** What comes of it. */
  about: Child;
  /** What the button does. */
  act: string;
  run: () => Promise<T>;
  /** Gets the answer once the dialog is closed. */
  done?: (answer: T) => unknown;
}

/** Asks before something is done that others notice. */
export const ask = <T,>({ title, about, act, run, done }: Question<T>): void =>
  openDialog((close) => (
    <Dialog title={title} close={close}>
      {typeof about === 'string' ? <p>{about}</p> : about}
      <div class="row">
        <Button text={act} look="danger" press={() => run().finally(close).then(done)} />
        <Button text="Cancel" press={close} />
      </div>
    </Dialog>
  ));
