import { useRef, useState } from 'hono/jsx/dom';
import { ApiError } from '../lib/request/api-error.ts';
import { keyFault, signIn } from '../lib/request/session.ts';
import { Submit } from './button.tsx';

interface KeyFormProps {
  /** Of the field: there may be two forms on one page. */
  id: string;
  /** Empty: what is around the form has one. */
  heading: string;
  why: string;
  label: string;
  type: 'password' | 'text';
  placeholder: string;
  /** What the button does. */
  act: string;
  /** What is wrong before anything was typed. */
  notice?: string;
  hint?: string;
  /** What is wrong with what is typed; null: it may be a key. */
  faultOf: (text: string) => string | null;
  send: (key: string) => unknown;
  /** What stands on the button while the key is sent. */
  busy?: string;
}

/** A form for a key, which is sent once and kept nowhere. */
export function KeyForm(props: KeyFormProps) {
  const { id, heading, why, label, type, placeholder, act, notice = '', hint, faultOf, send, busy = `${act}…` } = props;
  const [fault, setFault] = useState(notice);
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const refuse = (reason: string) => {
    setFault(reason);
    field.current?.focus();
  };
  const submit = async (event: Event) => {
    event.preventDefault();
    const key = field.current?.value.trim() ?? '';
    const wrong = faultOf(key);
    if (wrong) return refuse(wrong);
    setFault('');
    setBusy(true);
    try {
      await send(key);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      refuse(error.kind === 'key' ? 'This key is unknown, revoked or expired.' : error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form class="stack sign-in" onSubmit={submit} autocomplete="off" novalidate>
      {heading ? <h2>{heading}</h2> : null}
      <p>{why}</p>
      <label for={id}>{label}</label>
      <div class="row">
        <input
          id={id}
          ref={field}
          type={type}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          placeholder={placeholder}
          required
          aria-invalid={fault ? 'true' : undefined}
          aria-describedby={`${id}-fault ${id}-hint`}
        />
        <Submit text={act} busy={busy} isBusy={isBusy} />
      </div>
      <p id={`${id}-fault`} class="fault" role="alert">
        {fault}
      </p>
      <p id={`${id}-hint`} class="hint">
        {hint}
      </p>
    </form>
  );
}

/** To sign in. The field is a password field, so that nobody reads along. */
export const SignInForm = (props: Pick<KeyFormProps, 'id' | 'heading' | 'why'>) => (
  <KeyForm
    {...props}
    id={`${props.id}-key`}
    label="Key"
    type="password"
    placeholder="ngo_… or ngs_…"
    act="Sign in"
    busy="Signing in…"
    hint="You stay signed in on this browser for 12 hours, in every tab. The key itself is not stored."
    faultOf={keyFault}
    send={signIn}
  />
);
