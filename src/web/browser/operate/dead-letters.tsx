import { request, type Schemas } from '../lib/request.ts';
import { ago } from '../lib/time.ts';
import { ask, Button, showToast } from '../ui/actions.tsx';
import { Section, Table } from '../ui/parts.tsx';
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
  const act = async (method: 'POST' | 'DELETE', { reason, id }: Selection) => {
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
  };
  const discard = (selection: Selection) => {
    const { reason } = selection;
    const what = reason ? `All ${counts[reason]} of this reason are deleted.` : 'The dead letter is deleted.';
    ask({
      title: 'Discard?',
      about: `${what} They are not counted, and cannot be brought back.`,
      act: 'Discard',
      run: () => act('DELETE', selection),
    });
  };
  const buttons = (selection: Selection, reason: DeadLetter['reason'], name: string, look?: 'danger') => (
    <>
      {canCount(reason) ? <Button text="Retry" label={`Retry ${name}`} press={() => act('POST', selection)} /> : null}
      <Button text="Discard" label={`Discard ${name}`} look={look} press={() => discard(selection)} />
    </>
  );
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
            {buttons({ reason }, reason, REASON_NAMES[reason], 'danger')}
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
              <span class="row">{buttons({ id }, reason, `dead letter ${id}`)}</span>
            </td>
          </tr>
        ))}
      </Table>
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
