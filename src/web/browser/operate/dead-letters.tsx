import { useState } from 'hono/jsx/dom';
import { announce } from '../lib/announce.ts';
import { ApiError } from '../lib/api-error.ts';
import { request } from '../lib/request.ts';
import { ago } from '../lib/time.ts';
import { reasonInWords } from './findings.ts';
import { Scroll } from './scroll.tsx';
import type { DeadLetter } from './types.ts';

interface Buried {
  /** The oldest of them. */
  letters: DeadLetter[];
  /** Loads everything again. */
  reload: () => void;
}

const REASONS: Record<DeadLetter['reason'], string> = {
  malformed: 'Malformed',
  unknownArticle: 'Unknown article',
  tooOld: 'Too old',
  failed: 'Failed',
};

/** What could not be counted, and the way to try again. */
export function DeadLetters({ letters, reload }: Buried) {
  const [notice, setNotice] = useState('');
  const [busy, setBusy] = useState(false);
  const replay = async () => {
    setBusy(true);
    try {
      const path = '/manage/dead-letters/replay';
      const { replayed: count } = await request<{ replayed: number }>(path, { method: 'POST' });
      const text = `${count} sent through again. Those that still cannot be counted come back here.`;
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
  return (
    <section aria-labelledby="letters-title">
      <div class="row head">
        <h2 id="letters-title">Dead letters</h2>
        <button type="button" disabled={busy} onClick={replay}>
          {busy ? 'Retrying…' : 'Retry all'}
        </button>
      </div>
      {notice ? <p class="notice">{notice}</p> : null}
      <LetterTable letters={letters} />
    </section>
  );
}

const LetterTable = ({ letters }: { letters: DeadLetter[] }) => (
  <Scroll label="Table of dead letters">
    <table>
      <thead>
        <tr>
          <th scope="col">Since</th>
          <th scope="col">Reason</th>
          <th scope="col">Message</th>
        </tr>
      </thead>
      <tbody>
        {letters.map(({ id, at, reason, body }) => (
          <tr key={id}>
            <td>{ago(at * 1000, Date.now())}</td>
            <td>
              <b>{REASONS[reason]}</b>
              <p class="hint">{reasonInWords(reason)}</p>
            </td>
            <td>
              <code>{shown(body)}</code>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </Scroll>
);

/** A message without the hash of its reader, which tells nobody anything. */
const shown = (body: unknown) =>
  JSON.stringify(body, (name, value) => (name === 'reader' ? undefined : value))?.slice(0, 200);
