import { useState } from 'hono/jsx/dom';
import { request, type Schemas } from '../lib/request/request.ts';
import { ago } from '../lib/time.ts';
import { Confirm } from '../ui/dialog.tsx';
import { Section } from '../ui/section.tsx';
import { Table } from '../ui/table.tsx';
import { showToast } from '../ui/toast.tsx';
import { useAction } from '../ui/use-action.ts';
import { adviceFor, canCount, REASON_NAMES } from './findings.ts';

type DeadLetter = Schemas['DeadLetter'];

interface Buried {
  /** The oldest of them. */
  letters: DeadLetter[];
  /** How many there are by reason. */
  counts: Record<string, number>;
  /** Loads everything again. */
  reload: () => void;
}

/** Dead letters by reason, with buttons to retry or discard them. */
export function DeadLetters({ letters, counts, reload }: Buried) {
  const [busy, run] = useAction();
  const [discarding, discard] = useState<Selection | null>(null);
  const act = async (method: 'POST' | 'DELETE', { reason, id }: Selection) => {
    await run(async () => {
      const path = method === 'POST' ? '/manage/dead-letters/replay' : '/manage/dead-letters';
      const query = id === undefined ? { reason } : { ids: id };
      const answer = await request<{ replayed?: number; discarded?: number }>(path, { method, query });
      // With the last letter this section goes, so what came of it is said elsewhere.
      showToast(
        method === 'POST'
          ? `${answer.replayed} sent again. What still cannot be counted comes back here.`
          : `${answer.discarded} discarded.`,
      );
      reload();
    });
    discard(null);
  };
  const reasons = (Object.keys(REASON_NAMES) as DeadLetter['reason'][]).filter((reason) => (counts[reason] ?? 0) > 0);
  return (
    <Section id="letters" title="Dead letters">
      <ul class="reasons">
        {reasons.map((reason) => (
          <li key={reason} class="row">
            <span>
              <strong>
                {REASON_NAMES[reason]}: {counts[reason]}
              </strong>
              <small> {adviceFor(reason)}</small>
            </span>
            {canCount(reason) ? (
              <button type="button" disabled={busy} onClick={() => void act('POST', { reason })}>
                Retry<span class="quiet"> {REASON_NAMES[reason]}</span>
              </button>
            ) : null}
            <button type="button" class="danger" disabled={busy} onClick={() => discard({ reason })}>
              Discard<span class="quiet"> {REASON_NAMES[reason]}</span>
            </button>
          </li>
        ))}
      </ul>
      <Table label="Table of dead letters" head={['Since', 'Reason', 'Message', ['Actions', 'quiet']]}>
        {letters.map(({ id, at, reason, body }) => (
          <tr key={id}>
            <td>{ago(at * 1000, Date.now())}</td>
            <td>
              <b>{REASON_NAMES[reason]}</b>
            </td>
            <td>
              <code>{shown(body)}</code>
            </td>
            <td>
              <span class="row">
                {canCount(reason) ? (
                  <button
                    type="button"
                    disabled={busy}
                    aria-label={`Retry dead letter ${id}`}
                    onClick={() => void act('POST', { id })}
                  >
                    Retry
                  </button>
                ) : null}
                <button
                  type="button"
                  disabled={busy}
                  aria-label={`Discard dead letter ${id}`}
                  onClick={() => discard({ id })}
                >
                  Discard
                </button>
              </span>
            </td>
          </tr>
        ))}
      </Table>
      {discarding ? (
        <Confirm
          title="Discard?"
          act="Discard"
          isBusy={busy}
          close={() => discard(null)}
          confirm={() => void act('DELETE', discarding)}
        >
          <p>
            {discarding.reason
              ? `All ${counts[discarding.reason]} of this reason are deleted.`
              : 'The dead letter is deleted.'}{' '}
            They are not counted, and cannot be brought back.
          </p>
        </Confirm>
      ) : null}
    </Section>
  );
}

interface Selection {
  reason?: DeadLetter['reason'];
  id?: number;
}

/** A message without the hash of its reader, which is of no use to operators. */
const shown = (body: unknown) =>
  JSON.stringify(body, (name, value) => (name === 'reader' ? undefined : value))?.slice(0, 200);
