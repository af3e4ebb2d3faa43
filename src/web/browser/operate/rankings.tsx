import { useState } from 'hono/jsx/dom';
import { announce } from '../lib/announce.ts';
import { ApiError } from '../lib/api-error.ts';
import { request } from '../lib/request.ts';
import { lasting } from '../lib/time.ts';
import type { Status } from './types.ts';

interface Rankings {
  status: Status;
  reload: () => void;
}

/** How fresh rankings are, and a button that computes them again. */
export function Rankings({ status: { rankings }, reload }: Rankings) {
  const [busy, setBusy] = useState(false);
  const [notice, setNotice] = useState('');
  const rebuild = async () => {
    setBusy(true);
    try {
      const { rebuilt } = await request<{ rebuilt: number }>('/manage/rebuild', { method: 'POST' });
      const text = `${rebuilt} rankings recomputed.`;
      setNotice(text);
      announce(text);
      reload();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setNotice(error.message);
    } finally {
      setBusy(false);
    }
  };
  // Not known while the database is out; the state above says so.
  const { published, late, oldestAgeSeconds } = rankings ?? { published: 0, late: 0, oldestAgeSeconds: null };
  return (
    <section id="rankings" aria-labelledby="rankings-title">
      <h2 id="rankings-title">Rankings</h2>
      <dl class="facts">
        <dt>Published</dt>
        <dd>
          {rankings === null
            ? 'Not known'
            : published === 0
              ? 'None yet: nobody has clicked'
              : `${published} topics, the whole site among them`}
        </dd>
        <dt>Oldest</dt>
        <dd>{oldestAgeSeconds === null ? 'None' : `computed ${lasting(oldestAgeSeconds)} ago`}</dd>
        <dt>Behind the hour</dt>
        <dd>{late === 0 ? 'None' : late}</dd>
      </dl>
      <div class="row head">
        <button type="button" disabled={busy} onClick={rebuild}>
          {busy ? 'Recomputing…' : 'Recompute all'}
        </button>
        {notice ? <p class="hint">{notice}</p> : null}
      </div>
    </section>
  );
}
