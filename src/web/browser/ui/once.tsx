import { useId, useState } from 'hono/jsx/dom';
import { announce, copy } from '../lib/tell.ts';
import { Button } from './button.tsx';
import { Dialog, openDialog } from './dialog.tsx';

/** Shows a new key, secret or link by its label, once: it is stored nowhere. What is null is left out. */
export const showOnce = (secrets: Record<string, string | null>): void =>
  openDialog((close) => (
    <Dialog title="Copy it now" close={close} isKept>
      <p>It is shown once only. Nobody can read it again, not even you.</p>
      {Object.entries(secrets).map(([label, text]) =>
        text ? <Copyable key={label} label={label} text={text} /> : null,
      )}
      <div class="row">
        <Button text="Done" press={close} />
      </div>
    </Dialog>
  ));

function Copyable({ label, text }: { label: string; text: string }) {
  const id = useId();
  const [isCopied, setCopied] = useState(false);
  const take = async () => {
    setCopied(await copy(text));
    announce('Copied.');
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
