import { useState } from 'hono/jsx/dom';
import { lasting } from '../lib/ago.ts';
import { ask } from '../lib/ask.ts';
import { Refusal } from '../lib/refusal.ts';
import { say } from '../lib/say.ts';
import type { Status } from './types.ts';

interface Rankings {
  apiKey: string;
  status: Status;
  again: () => void;
}

/** How fresh rankings are, and the way to make them anew. */
export function Rankings({ apiKey, status: { rankings }, again }: Rankings) {
  const [busy, setBusy] = useState(false);
  const [notice, setNotice] = useState('');
  const rebuild = async () => {
    setBusy(true);
    try {
      const { rebuilt } = await ask<{ rebuilt: number }>('/manage/rebuild', { key: apiKey, method: 'POST' });
      const text = `${rebuilt} rankings computed anew.`;
      setNotice(text);
      say(text);
      again();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      setNotice(error.message);
    } finally {
      setBusy(false);
    }
  };
  const { published, late, oldestAgeSeconds } = rankings;
  return (
    <section id="rankings" aria-labelledby="rankings-title">
      <h2 id="rankings-title">Rankings</h2>
      <dl class="facts">
        <dt>Published</dt>
        <dd>{published === 0 ? 'None yet: nobody has clicked' : `${published} topics, the whole site among them`}</dd>
        <dt>Oldest</dt>
        <dd>{oldestAgeSeconds === null ? 'None' : `computed ${lasting(oldestAgeSeconds)} ago`}</dd>
        <dt>Behind the hour</dt>
        <dd>{late === 0 ? 'None' : late}</dd>
      </dl>
      <div class="row head">
        <button type="button" disabled={busy} onClick={rebuild}>
          {busy ? 'Computing…' : 'Compute all anew'}
        </button>
        {notice ? <p class="hint">{notice}</p> : null}
      </div>
    </section>
  );
}
