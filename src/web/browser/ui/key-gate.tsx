import type { Child } from 'hono/jsx/dom';
import { useEffect, useRef, useState } from 'hono/jsx/dom';
import type { ApiError } from '../lib/api-error.ts';
import { called, forgetKey, type KeyKind, keyFault, PREFIX, storedKey, storeKey } from '../lib/session.ts';

interface Gate {
  kind: KeyKind;
  /** Why a key is needed, for the one who is asked for it. */
  why: string;
  /** What is shown with a key. `rejectKey` takes the key away and says why (a error of kind `key` or `forbidden`). */
  children: (key: string, rejectKey: (error: ApiError) => void) => Child;
}

/** Asks for a key where the tab has none, then shows the page's work, under a line that can forget it. */
export function KeyGate({ kind, why, children }: Gate) {
  const [key, setKey] = useState(() => storedKey(kind));
  const [notice, setNotice] = useState('');
  const drop = (reason: string) => {
    forgetKey(kind);
    setNotice(reason);
    setKey(null);
  };
  if (!key) {
    const enter = (entered: string) => {
      storeKey(kind, entered);
      setNotice('');
      setKey(entered);
    };
    return <KeyForm kind={kind} why={why} notice={notice} enter={enter} />;
  }
  return (
    <>
      <div class="gated">{children(key, ({ message }) => drop(message))}</div>
      <p class="key-line">
        <span>
          With {called(kind)} <code>{key.slice(0, 6)}…</code>, kept in this tab only.
        </span>{' '}
        <button type="button" class="link" onClick={() => drop('')}>
          Forget the key
        </button>
      </p>
    </>
  );
}

/** A key is text in a password field: not shown to who visits over the shoulder, and not offered to be remembered. */
function KeyForm({
  kind,
  why,
  notice,
  enter,
}: Omit<Gate, 'children'> & { notice: string; enter: (key: string) => void }) {
  const [fault, setFault] = useState(notice);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (notice) field.current?.focus();
  }, [notice]);
  const submit = (event: Event) => {
    event.preventDefault();
    const text = field.current?.value.trim() ?? '';
    const wrong = keyFault(text, kind);
    setFault(wrong ?? '');
    if (wrong) field.current?.focus();
    else enter(text);
  };
  return (
    <form class="key-form card" onSubmit={submit} autocomplete="off" novalidate>
      <h2>Enter {called(kind)}</h2>
      <p>{why}</p>
      <label for={`key-${kind}`}>Key</label>
      <div class="row">
        <input
          id={`key-${kind}`}
          ref={field}
          type="password"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          placeholder={`${PREFIX[kind]}…`}
          required
          aria-invalid={fault ? 'true' : undefined}
          aria-describedby={`key-${kind}-fault key-${kind}-hint`}
        />
        <button type="submit" class="primary">
          Continue
        </button>
      </div>
      <p id={`key-${kind}-fault`} class="fault" role="alert">
        {fault}
      </p>
      <p id={`key-${kind}-hint`} class="hint">
        It stays in this tab, is sent as a header to this address alone, and is gone when the tab closes.
      </p>
    </form>
  );
}
