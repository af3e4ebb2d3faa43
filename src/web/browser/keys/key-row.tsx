import { RETENTION_DAYS } from '../../../db/retention-days.ts';
import { KEY_PREFIXES, REQUESTS_PER_MINUTE } from '../../../keys/key.ts';
import { DAY_MS } from '../../../lib/time.ts';
import { request, type Schemas } from '../lib/request.ts';
import { ago, dateOf, fromNow, today } from '../lib/time.ts';
import { ask, Button, type Question, showToast } from '../ui/actions.tsx';
import { OrderGain } from '../ui/order-gain.tsx';
import { layoutsInWords } from '../ui/reporting.tsx';
import { editKey, type NewSecret, showMade } from './key-form.tsx';

type Key = Schemas['ListedKey'];

const STATES = { living: ['good', 'Active'], expired: ['', 'Expired'], revoked: ['bad', 'Revoked'] } as const;
const perMinute = (requests: number) => `${requests.toLocaleString('en')} requests per minute`;
/** Kinds in the order of the table: those whose loss does most harm come first. */
export const KIND_TEXTS: Record<Key['kind'], readonly [name: string, rights: string]> = {
  operator: ['Operator', `can manage everything, ${perMinute(REQUESTS_PER_MINUTE.key)}`],
  secret: ['Secret', `can read everything, ${perMinute(REQUESTS_PER_MINUTE.key)}`],
  publishable: ['Publishable', `for web pages, ${perMinute(REQUESTS_PER_MINUTE.reader)} and reader`],
};

export const KeyState = ({ of }: { of: Key['state'] }) => <span class={`badge ${STATES[of][0]}`}>{STATES[of][1]}</span>;

interface KeyAction extends Question<NewSecret | null> {
  text: string;
  label: string;
  look?: 'danger';
}

function actsOn({ id, name, kind }: Key, isOwn: boolean): KeyAction[] {
  const make = (verb: string) => request<NewSecret>(`/manage/keys/${id}/${verb}`, { method: 'POST', body: {} });
  const rotate: KeyAction = {
    text: 'Rotate',
    label: `Rotate ${name}`,
    title: `Rotate “${name}”?`,
    about:
      'You get a new key with the same kind, name and sites. The old key works for one more day. If it has leaked, revoke it instead.',
    act: 'Create new key',
    run: () => make('rotate'),
  };
  const sign: KeyAction = {
    text: 'Signing secret',
    label: `Signing secret: new for ${name}`,
    title: `A new secret for “${name}”?`,
    about:
      'Your server uses the secret to sign audience claims about its readers. The old secret works for one more day.',
    act: 'Create secret',
    run: () => make('sign'),
  };
  const revoke: KeyAction = {
    text: 'Revoke',
    label: `Revoke ${name}`,
    look: 'danger',
    title: `Revoke “${name}”?`,
    about: `The key stops working within a minute, and everyone signed in with it is signed out${isOwn ? ', including you' : ''}. You cannot undo this. Create a new key for anyone who still needs access.`,
    act: 'Revoke',
    run: async () => {
      await request(`/manage/keys/${id}`, { method: 'DELETE' });
      showToast(`“${name}” revoked.`);
      return null;
    },
  };
  return kind === 'publishable' ? [rotate, sign, revoke] : [rotate, revoke];
}

/** Formats the last day of use: `today`, `3 days ago`. Only the day of a use is stored. */
function useInWords({ lastUsed, created }: Key): string {
  const now = Date.now();
  if (lastUsed) return lastUsed === today(now, 'UTC') ? 'today' : ago(Date.parse(lastUsed), now);
  return now - Date.parse(created) < RETENTION_DAYS.keyUses * DAY_MS
    ? 'never'
    : `not in ${RETENTION_DAYS.keyUses} days`;
}

const EXPLORATION_TEXTS = {
  feeds: 'Swaps neighbouring articles in feeds',
  all: 'Swaps neighbouring articles in feeds and selections',
};

/** Whether a key has sites or settings, which secret keys and operator keys lack. */
export const hasSites = ({ kind }: Key): boolean => kind === 'publishable';

interface RowProps {
  of: Key;
  /** Creator of the key. Undefined if the history does not contain its creation. */
  creator: string | undefined;
  /** Whether the table has a column of sites. */
  isSited: boolean;
  /** Whether this browser is signed in with the key. */
  isOwn: boolean;
  reload: () => void;
}

export function KeyRow({ of, creator, isSited, isOwn, reload }: RowProps) {
  const { id, name, kind, ending, origins, state, created, expires, revoked, signs, explore, clicksNeed } = of;
  const { reports, orderGain } = of;
  const notes = [
    ...(clicksNeed === 'token' ? ['Requires a list token for clicks'] : []),
    ...(explore === 'off' ? [] : [EXPLORATION_TEXTS[explore]]),
    ...(reports.length > 0 ? [`Reports seen positions: ${layoutsInWords(reports)}`] : []),
  ];
  const done = (made: NewSecret | null) => {
    if (made) showMade(made, origins);
    reload();
  };
  const about = [
    `No. ${id}`,
    `created ${dateOf(created)}${creator ? ` by ${creator}` : ''}`,
    ...(state === 'living' && expires ? [`expires ${fromNow(expires)}`] : []),
  ].join(' · ');
  return (
    <tr>
      <th scope="row">
        {name} {isOwn ? <span class="badge good">This browser</span> : null}
        {state === 'living' ? null : <KeyState of={state} />}
        <small>
          {about}
          {revoked ? ` · revoked ${fromNow(revoked)}` : ''}
        </small>
      </th>
      <td class="tight">
        <code class="small">
          {KEY_PREFIXES[kind]}…{ending}
        </code>
      </td>
      {isSited ? (
        <td>
          {kind === 'publishable' ? origins.join(', ') || <span class="badge warn">Any site</span> : ''}
          {signs ? <span class="badge">Signs claims</span> : null}
          {notes.map((note) => (
            <div key={note}>
              <small>{note}</small>
            </div>
          ))}
          <OrderGain of={orderGain} />
        </td>
      ) : null}
      <td class="tight last-used">{useInWords(of)}</td>
      <td>
        {state === 'living' ? (
          <span class="row">
            <Button text="Edit" label={`Edit ${name}`} press={() => editKey(of, reload)} />
            {actsOn(of, isOwn).map(({ text, label, look, ...question }) => (
              <Button key={text} text={text} label={label} look={look} press={() => ask({ ...question, done })} />
            ))}
          </span>
        ) : null}
      </td>
    </tr>
  );
}
