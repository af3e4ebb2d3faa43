import { type Child, useId, useRef } from 'hono/jsx/dom';
import { Submit } from '../actions.tsx';

interface LineFormProps {
  /** Of the field, where something else names it. */
  id?: string;
  label: string;
  type?: 'text' | 'password' | 'url';
  placeholder: string;
  /** What the button does, and what stands on it meanwhile. */
  act: string;
  busy?: string;
  isBusy: boolean;
  /** Something else on the page matters more. */
  isPlain?: boolean;
  /** What is wrong with what was typed; empty: nothing. */
  fault: string;
  hint?: Child;
  class?: string;
  /** Gets what was typed, without blanks at its ends. */
  send: (text: string) => unknown;
  onPaste?: (event: ClipboardEvent) => void;
  children?: Child;
}

/** A form of one line with its button beside it, and below what helps with it or is wrong with it. */
export function LineForm({ label, fault, hint, class: look, send, children, ...rest }: LineFormProps) {
  const own = useId();
  const { id = own, type = 'text', placeholder, onPaste, act, busy, isBusy, isPlain = false } = rest;
  const field = useRef<HTMLInputElement>(null);
  const submit = (event: Event) => {
    event.preventDefault();
    // What is wrong is mended there.
    field.current?.focus();
    send(field.current?.value.trim() ?? '');
  };
  return (
    <form class={`stack gap-2 ${look ?? ''}`} onSubmit={submit} autocomplete="off" novalidate>
      <label for={id}>{label}</label>
      <div class="row">
        <input
          id={id}
          ref={field}
          type={type}
          placeholder={placeholder}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          {...(onPaste && { onPaste })}
          aria-invalid={fault ? 'true' : undefined}
          aria-describedby={`${id}-hint`}
        />
        <Submit text={act} busy={busy} isBusy={isBusy} isPlain={isPlain} />
      </div>
      <p id={`${id}-hint`} class={fault ? 'fault' : 'hint'} role={fault ? 'alert' : 'status'}>
        {fault || hint}
      </p>
      {children}
    </form>
  );
}
