import { useRef, useState } from 'hono/jsx/dom';
import { ApiError } from '../lib/request/api-error.ts';
import { keyFault, signIn } from '../lib/request/session.ts';

interface SignIn {
  /** Distinguishes the fields of two forms on one page. */
  id: string;
  heading: string;
  why: string;
}

/** The form for a key, which is sent once and kept nowhere. The field is a password field, so that nobody reads along. */
export function SignInForm({ id, heading, why }: SignIn) {
  const [fault, setFault] = useState('');
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const refuse = (reason: string) => {
    setFault(reason);
    field.current?.focus();
  };
  const submit = async (event: Event) => {
    event.preventDefault();
    const key = field.current?.value.trim() ?? '';
    const wrong = keyFault(key);
    if (wrong) return refuse(wrong);
    setFault('');
    setBusy(true);
    try {
      await signIn(key);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      refuse(error.kind === 'key' ? 'This key is unknown, revoked or expired.' : error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form class="sign-in" onSubmit={submit} autocomplete="off" novalidate>
      <h2>{heading}</h2>
      <p>{why}</p>
      <label for={`${id}-key`}>Key</label>
      <div class="row">
        <input
          id={`${id}-key`}
          ref={field}
          type="password"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          placeholder="ngo_… or ngs_…"
          required
          aria-invalid={fault ? 'true' : undefined}
          aria-describedby={`${id}-fault ${id}-hint`}
        />
        <button type="submit" class="primary" disabled={isBusy}>
          {isBusy ? 'Signing in…' : 'Sign in'}
        </button>
      </div>
      <p id={`${id}-fault`} class="fault" role="alert">
        {fault}
      </p>
      <p id={`${id}-hint`} class="hint">
        You stay signed in on this browser for 12 hours, in every tab. The key itself is not stored.
      </p>
    </form>
  );
}
