import { type Child, render, useEffect, useId, useRef, useState } from 'hono/jsx/dom';
import { createRoot } from 'hono/jsx/dom/client';
import { announceToReaders, copy, useKeys } from '../lib/page.ts';
import { CHANGED_ELSEWHERE } from '../lib/query.ts';
import { type ApiError, markSessionEnded, toApiError } from '../lib/request.ts';

type Run = (action: () => Promise<unknown>) => Promise<void>;

export const showError = ({ message }: ApiError) => showToast(message);

/** Returns a function that runs a user's action. `refused` receives API errors. Session errors end the session. */
export function useAction(refused: (error: ApiError) => void = showError): readonly [isRunning: boolean, run: Run] {
  const [isRunning, setRunning] = useState(false);
  const run: Run = async (action) => {
    setRunning(true);
    try {
      await action();
    } catch (thrown) {
      const error = toApiError(thrown);
      // Other errors are faults of the page itself.
      if (error.kind === 'failed' && error !== thrown) throw thrown;
      if (error.kind === 'key') markSessionEnded();
      refused(error);
    } finally {
      setRunning(false);
    }
  };
  return [isRunning, run];
}

interface Submission {
  error: ApiError | null;
  isBusy: boolean;
  submit: (event: Event) => void;
}

export function useSubmit(send: () => Promise<unknown>): Submission {
  const [error, setError] = useState<ApiError | null>(null);
  const [isBusy, run] = useAction(setError);
  const submit = (event: Event) => {
    event.preventDefault();
    void run(send);
  };
  return { error, isBusy, submit };
}

interface ButtonProps {
  text: Child;
  press: () => unknown;
  look?: 'primary' | 'danger' | 'link' | undefined;
  isDisabled?: boolean | undefined;
  label?: string | undefined;
  busy?: string | undefined;
  isOpen?: boolean | undefined;
}

/** Button outside a form. It is disabled while its action runs. */
export function Button({ text, press, look, isDisabled = false, label, busy, isOpen }: ButtonProps) {
  const [isBusy, run] = useAction();
  const click = () => {
    const work = isBusy ? undefined : press();
    if (work instanceof Promise) void run(() => work);
  };
  return (
    <button
      type="button"
      class={look}
      disabled={isDisabled}
      aria-label={label}
      aria-busy={isBusy ? 'true' : undefined}
      aria-expanded={isOpen === undefined ? undefined : isOpen ? 'true' : 'false'}
      onClick={click}
    >
      {isBusy && busy ? busy : text}
    </button>
  );
}

interface SubmitProps {
  text: string;
  isBusy: boolean;
  busy?: string | undefined;
  isDisabled?: boolean;
  isPlain?: boolean;
}

export const Submit = ({ text, isBusy, busy = `${text}…`, isDisabled = false, isPlain = false }: SubmitProps) => (
  <button type="submit" class={isPlain ? '' : 'primary'} disabled={isBusy || isDisabled}>
    {isBusy ? busy : text}
  </button>
);

interface Toast {
  id: number;
  text: string;
  undo?: (() => Promise<unknown>) | undefined;
}

const UNDO_MS = 20_000;
const TOAST_MS = 5_000;

let toasts: Toast[] = [];
/** Actions of the page that can still be undone, with or without their notice. */
let undoable: Toast[] = [];
let lastId = 0;
let update: (toasts: Toast[]) => void = () => {};

const setToasts = (next: Toast[]) => {
  toasts = next;
  update(next);
};

/**
 * Shows a toast. If `undo` is set, a button can undo the action for 20 seconds, and the key `u` until the page
 * is left. Returns a function that undoes the action later.
 */
export function showToast(text: string, undo?: () => Promise<unknown>): () => Promise<void> {
  mountToasts();
  lastId += 1;
  const toast: Toast = { id: lastId, text, undo };
  if (undo) undoable.push(toast);
  setToasts([...toasts.slice(-2), toast]);
  announceToReaders(undo ? `${text} Press u to undo.` : text);
  setTimeout(() => setToasts(toasts.filter(({ id }) => id !== toast.id)), undo ? UNDO_MS : TOAST_MS);
  return () => takeBack(toast);
}

/** Undoes the last action of the page, or says that there is none. */
export function undoLast(): void {
  const latest = undoable.at(-1);
  if (latest) void takeBack(latest);
  else showToast('There is nothing to undo.');
}

async function takeBack(toast: Toast): Promise<void> {
  const isShown = toasts.includes(toast);
  undoable = undoable.filter((other) => other !== toast);
  setToasts(toasts.filter((other) => other !== toast));
  try {
    await toast.undo?.();
    document.dispatchEvent(new Event(CHANGED_ELSEWHERE));
    showToast(isShown ? 'Undone.' : `Undone: ${toast.text}`);
  } catch (error) {
    const { kind, message } = toApiError(error);
    showToast(`Couldn’t undo: ${kind === 'conflict' ? 'Someone else has changed this in the meantime.' : message}`);
  }
}

function Toasts() {
  const [shown, show] = useState(toasts);
  useKeys((key) => (key === 'u' ? undoLast : undefined));
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

function mountToasts(): void {
  if (document.querySelector('.toasts')) return;
  const host = Object.assign(document.createElement('section'), { className: 'toasts' });
  host.setAttribute('aria-label', 'Messages');
  document.body.append(host);
  // The next action ends messages about the last one. Messages with an undo button stay.
  document.addEventListener('click', endMessages, { capture: true });
  render(<Toasts />, host);
}

function endMessages({ target, isTrusted }: Event): void {
  // Downloads click a link themselves.
  const isAction = isTrusted && (target as Element).closest('button, a, summary, select, input');
  if (isAction && toasts.some(({ undo }) => !undo)) setToasts(toasts.filter(({ undo }) => undo));
}

/** Opens a dialog. `shown` renders its content and receives a function that closes the dialog. */
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

interface DialogProps {
  title: string;
  close: () => void;
  children: Child;
  /** Whether Escape is ignored. Set this for content that cannot be shown again. */
  isKept?: boolean;
}

export function Dialog({ title, close, children, isKept = false }: DialogProps) {
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
  // Browsers close a dialog when Escape is pressed twice, unless the first key press is cancelled.
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

export interface Question<T> {
  title: string;
  about: Child;
  act: string;
  run: () => Promise<T>;
  done?: (answer: T) => unknown;
}

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

interface SecretNotes {
  /** Sentence about the people or pages that can use the secrets. */
  risk: string;
  /** Buttons before “Done”. */
  end: Child;
}

/** Shows new secrets, which are not stored and cannot be shown again. */
export const showOnce = (
  secrets: Record<string, string | null>,
  said = '',
  { risk, end }: SecretNotes = { risk: 'Anyone who has it can use it.', end: null },
): void =>
  openDialog((close) => (
    <Dialog title="Copy it now" close={close} isKept>
      <p>
        {said} It is shown only once. {risk}
      </p>
      {Object.entries(secrets).map(([label, text]) =>
        text ? <Copyable key={label} label={label} text={text} /> : null,
      )}
      <div class="row">
        {end}
        <Button text="Done" press={close} />
      </div>
    </Dialog>
  ));

function Copyable({ label, text }: { label: string; text: string }) {
  const id = useId();
  const [isCopied, setCopied] = useState(false);
  const take = async () => {
    setCopied(await copy(text));
    announceToReaders('Copied.');
  };
  return (
    <div class="text">
      <label for={id}>{label}</label>
      <span class="row">
        <input
          id={id}
          type="text"
          class="once"
          readonly
          value={text}
          spellcheck={false}
          onFocus={(event: Event) => (event.target as HTMLInputElement).select()}
        />
        <Button text={isCopied ? 'Copied' : 'Copy'} look="primary" press={take} />
      </span>
    </div>
  );
}

interface FoldProps {
  isWhole: boolean;
  setWhole: (isWhole: boolean) => void;
  /** Text of the button while rows are hidden. */
  more: string;
  label?: string;
}

/** Shows or hides the rest of a list. */
export const FoldButton = ({ isWhole, setWhole, more, label }: FoldProps) => (
  <Button text={isWhole ? 'Show fewer' : more} label={label} isOpen={isWhole} press={() => setWhole(!isWhole)} />
);
