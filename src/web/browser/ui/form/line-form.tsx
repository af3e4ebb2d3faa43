import { type Child, useId, useRef } from 'hono/jsx/dom';
import { Submit } from '../actions.tsx';

interface LineFormProps {
  id?: string;
  label: string;
  type?: 'text' | 'password' | 'url';
  placeholder: string;
  act: string;
  busy?: string;
  isBusy: boolean;
  isPlain?: boolean;
  fault: string;
  hint?: Child;
  class?: string;
  send: (text: string) => unknown;
  onPaste?: (event: ClipboardEvent) => void;
  children?: Child;
}

export function LineForm({ label, fault, hint, class: look, send, children, ...rest }: LineFormProps) {
  const own = useId();
  const { id = own, type = 'text', placeholder, onPaste, act, busy, isBusy, isPlain = false } = rest;
  const field = useRef<HTMLInputElement>(null);
  const submit = (event: Event) => {
    event.preventDefault();
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
