import { useEffect, useRef, useState } from 'hono/jsx/dom';
import { announce } from '../lib/announce.ts';
import { copy } from '../lib/copy.ts';

/** The lines to take along. */
export function Snippet({ text }: { text: string }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [notice, setNotice] = useState('');
  useEffect(() => setNotice(''), [text]);
  const take = async () => {
    const isCopied = await copy(text);
    if (!isCopied) field.current?.select();
    const words = isCopied ? 'Copied.' : 'This browser does not let pages copy; the lines are selected for you.';
    setNotice(words);
    announce(words);
  };
  return (
    <section class="snippet" aria-labelledby="snippet-title">
      <h2 id="snippet-title">Snippet</h2>
      <textarea ref={field} readonly rows={6} spellcheck={false} aria-labelledby="snippet-title" value={text} />
      <div class="row">
        <button type="button" class="primary" onClick={take}>
          Copy snippet
        </button>
        <span class="hint">{notice}</span>
      </div>
      <p class="hint">
        Put it where the articles shall stand. Whoever views your page can read the key in it: it may show the feed and
        report clicks, and nothing else.
      </p>
    </section>
  );
}
