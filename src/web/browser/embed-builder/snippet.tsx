import { useEffect, useRef, useState } from 'hono/jsx/dom';
import { known } from '../lib/options.ts';
import { announce, copy } from '../lib/tell.ts';
import { Button } from '../ui/button.tsx';
import { Segments } from '../ui/form/controls.tsx';
import { type BuilderView, contentOf, type Format, formatsOf, snippet } from './view.ts';

interface Props {
  view: BuilderView;
  /** Empty: none yet. */
  apiKey: string;
  /** A field holds what the feed does not take. */
  isFaulty: boolean;
}

const USES: Record<Format, string> = {
  html: 'Paste it where the articles should appear.',
  react: 'A component without dependencies.',
  wordpress: 'Paste it into a “Custom HTML” block.',
  rss: 'The same articles as a feed, for readers, mail and the RSS block of WordPress.',
};

/** What to put into one's own page, in the form it needs. Nothing can be copied while something is wrong with it. */
export function Snippet({ view, apiKey, isFaulty }: Props) {
  const [format, setFormat] = useState<Format>('html');
  const field = useRef<HTMLTextAreaElement>(null);
  const [notice, setNotice] = useState('');
  const formats = formatsOf(contentOf(view));
  const chosen = known(formats, format);
  const text = isFaulty ? '' : snippet(location.origin, view, apiKey || 'YOUR_PUBLISHABLE_KEY', chosen);
  useEffect(() => setNotice(''), [text]);
  const take = async () => {
    const isCopied = await copy(text);
    if (!isCopied) field.current?.select();
    const words = isCopied ? 'Copied.' : 'This browser does not let pages copy; the lines are selected for you.';
    setNotice(words);
    announce(words);
  };
  const missing = isFaulty ? 'Fix the fields marked in red first.' : apiKey ? '' : 'Add a publishable key first.';
  return (
    <>
      <Segments label="For" name="for" value={chosen} options={formats} choose={setFormat} />
      <textarea
        ref={field}
        readonly
        rows={6}
        spellcheck={false}
        aria-labelledby="snippet-title"
        value={text}
        disabled={isFaulty}
      />
      <div class="row">
        <Button text="Copy" look="primary" isDisabled={missing !== ''} press={take} />
        <span class="hint">{notice || missing || USES[chosen]}</span>
      </div>
    </>
  );
}
