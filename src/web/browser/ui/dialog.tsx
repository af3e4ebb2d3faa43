import type { Child } from 'hono/jsx/dom';
import { useEffect, useId, useRef } from 'hono/jsx/dom';
import { Button } from './button.tsx';

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

interface Question extends Props {
  /** What the button does. */
  act: string;
  isBusy?: boolean;
  confirm: () => void;
}

/** Asks before something is done that others notice. */
export const Confirm = ({ title, close, act, isBusy, confirm, children }: Question) => (
  <Dialog title={title} close={close}>
    {children}
    <DialogButtons act={act} look="danger" isDisabled={isBusy} press={confirm} close={close} />
  </Dialog>
);

interface Buttons {
  /** What the first button does. */
  act: string;
  look?: 'primary' | 'danger';
  isDisabled?: boolean | undefined;
  /** Left out: the button submits the form around it. */
  press?: () => void;
  close: () => void;
}

/** The last row of a dialog: what it is for, and "Cancel". */
export const DialogButtons = ({ act, look = 'primary', isDisabled = false, press, close }: Buttons) => (
  <div class="row">
    <button
      type={press ? 'button' : 'submit'}
      class={look}
      disabled={isDisabled}
      {...(press ? { onClick: press } : {})}
    >
      {act}
    </button>
    <Button text="Cancel" press={close} />
  </div>
);
