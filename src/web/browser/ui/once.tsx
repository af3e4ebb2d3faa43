import { useId, useState } from 'hono/jsx/dom';
import { announce } from '../lib/announce.ts';
import { copy } from '../lib/copy.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

/** A new key, secret or link: it is shown once and stored nowhere. */
export function Once({ opened, secret, close }: { opened: string | null; secret: string | null; close: () => void }) {
  return (
    <Dialog title="Copy it now" close={close} isKept>
      <p>It is shown once only. Nobody can read it again, not even you.</p>
      {opened ? <Copyable label={opened.startsWith('http') ? 'Link' : 'Key'} text={opened} /> : null}
      {secret ? <Copyable label="Secret to sign with" text={secret} /> : null}
      <div class="row">
        <Button text="Done" press={close} />
      </div>
    </Dialog>
  );
}

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
