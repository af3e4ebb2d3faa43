import type { Query } from '../lib/query.ts';
import { ApiError, type DataOf, may, request, type Schemas, useSession } from '../lib/request.ts';
import { fromNow } from '../lib/time.ts';
import { formatCount, optionsOf } from '../lib/words.ts';
import { Button, Dialog, openDialog, showToast } from '../ui/actions.tsx';
import { EndableLine } from '../ui/endable-line.tsx';
import type { InputField } from '../ui/form/values.ts';
import { Loaded, Section } from '../ui/parts.tsx';

type Subscription = Schemas['Subscription'];

/** Returns true if the messages go to another person, who must confirm. */
export const isRecipient = ({ via, address }: Subscription): boolean => via === 'mail' && address !== null;

const STATES: Record<Subscription['state'], string> = {
  active: 'confirmed',
  invited: 'waiting for confirmation',
  expired: 'did not confirm within 48 hours',
};

function describe({ kind, name, rhythm, state, invitedUntil, failure }: Subscription): string {
  const when = kind === 'week' ? 'each Monday' : rhythm === 'digest' ? 'every morning' : 'within minutes';
  const until = invitedUntil ? ` (link expires ${fromNow(invitedUntil)})` : '';
  const digest = kind === 'week' ? 'The week' : name;
  return `${digest}, ${when} · ${STATES[state]}${until}${failure ? ` · ${failure}` : ''}`;
}

const FIELDS: Record<'kind' | 'topics' | 'rhythm' | 'addresses', InputField> = {
  kind: {
    name: 'kind',
    label: 'Digest',
    type: 'select',
    options: optionsOf({ week: 'The week, every Monday', topic: 'A topic' }),
  },
  topics: { name: 'topics', label: 'Topic', type: 'topics' },
  rhythm: {
    name: 'rhythm',
    label: 'When',
    type: 'select',
    options: optionsOf({ digest: 'Every morning at seven, if there is news', once: 'Within minutes' }),
  },
  addresses: { name: 'addresses', label: 'Email addresses', type: 'lines', hint: 'One per line', isWhole: true },
};

interface Added {
  invited: number;
  faults: { address: string; reason: string }[];
}

/** Adds recipients one after the other. Throws if none of them could be invited. */
async function add({ kind, topics = [], rhythm, addresses = [] }: AddingForm): Promise<Added> {
  const refs = kind === 'topic' ? topics.map(String) : [''];
  if (refs.length === 0) throw new ApiError(400, { topics: 'is required' });
  if (addresses.length === 0) throw new ApiError(400, { addresses: 'must contain an email address' });
  const added: Added = { invited: 0, faults: [] };
  for (const ref of refs)
    for (const address of new Set(addresses)) {
      const body = { kind, ref, via: 'mail', address, ...(rhythm ? { rhythm } : {}) };
      try {
        await request('/manage/subscriptions', { method: 'POST', body });
        added.invited++;
      } catch (thrown) {
        if (!(thrown instanceof ApiError) || thrown.kind !== 'invalid') throw thrown;
        added.faults.push({ address, reason: thrown.faults.address ?? thrown.message });
      }
    }
  const [first] = added.faults;
  if (added.invited === 0 && first) throw new ApiError(400, { addresses: `${first.address} ${first.reason}` });
  return added;
}

interface AddingForm {
  kind?: string;
  topics?: number[];
  rhythm?: string;
  addresses?: string[];
}

export const addRecipients = async (reload: () => void, more = '') =>
  (await import('../ui/form/form.tsx')).openForm<Added>({
    title: 'Add recipients',
    about:
      `Each address gets one invitation. The digest is sent after its owner confirms, within 48 hours. ${more}`.trim(),
    act: 'Send invitations',
    fields: ({ kind }) => [FIELDS.kind, ...(kind === 'topic' ? [FIELDS.topics, FIELDS.rhythm] : []), FIELDS.addresses],
    initial: { kind: 'week', topics: [], rhythm: 'digest', addresses: [] },
    send: (values) => add(values as AddingForm),
    done: ({ invited, faults }) => {
      reload();
      const said = `${formatCount(invited, 'invitation')} will be sent within five minutes.`;
      if (faults.length === 0) {
        showToast(said);
        return;
      }
      openDialog((close) => (
        <Dialog title="Some addresses were not invited" close={close}>
          <p>{said}</p>
          <ul class="plain-list before-3">
            {faults.map(({ address, reason }) => (
              <li key={address}>
                <strong>{address}</strong> {reason}
              </li>
            ))}
          </ul>
          <div class="row before-4">
            <Button text="Done" press={close} />
          </div>
        </Dialog>
      ));
    },
  });

async function inviteAgain({ id, address }: Subscription, reload: () => void) {
  await request(`/manage/subscriptions/${id}/invitation`, { method: 'POST' });
  showToast(`${address} gets a new invitation within five minutes.`);
  reload();
}

function NoMail() {
  const { session } = useSession();
  return (
    <p class="hint">
      Email is not set up.{' '}
      {may(session, 'operate') ? (
        <a href="/docs/guides/subscriptions#set-up-mail">Set up mail</a>
      ) : (
        'An operator can set it up'
      )}
      . Until then, <a href="/insights/week">share the week</a> as a link.
    </p>
  );
}

export const Recipients = ({ of: followed }: { of: Query<DataOf<'/manage/subscriptions'>> }) => (
  <Section
    id="recipients"
    class="card"
    title="Digest recipients"
    note="by email, without an account"
    end={
      followed.value?.sendsMail && (
        <Button text="Add recipients" look="primary" press={() => addRecipients(followed.reload)} />
      )
    }
  >
    <Loaded of={followed} what="the recipients" lines={1}>
      {({ subscriptions, sendsMail }) => {
        const recipients = subscriptions.filter(isRecipient);
        if (!sendsMail) return <NoMail />;
        return recipients.length === 0 ? (
          <p class="hint">No recipients yet. Add the email addresses of people who want the week or a topic.</p>
        ) : (
          <ul class="plain-list">
            {recipients.map((one) => (
              <EndableLine
                key={one.id}
                name={one.address ?? ''}
                about={describe(one)}
                act="Remove"
                path={`/manage/subscriptions/${one.id}`}
                done={`${one.address} no longer receives “${one.name}”.`}
                warning="They get no more messages of this digest."
                reload={followed.reload}
                more={
                  one.state !== 'active' && (
                    <Button
                      text="Invite again"
                      label={`Invite again: ${one.address}`}
                      press={() => inviteAgain(one, followed.reload)}
                    />
                  )
                }
              />
            ))}
          </ul>
        );
      }}
    </Loaded>
  </Section>
);
