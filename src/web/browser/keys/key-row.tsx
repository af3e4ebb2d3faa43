import { useState } from 'hono/jsx/dom';
import { DAY_MS } from '../../../lib/time.ts';
import { request, type Schemas } from '../lib/request/request.ts';
import { ago, dateOf } from '../lib/time.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { showToast } from '../ui/toast.tsx';
import { useAction } from '../ui/use-action.ts';
import { KeyForm, type Made } from './key-form.tsx';

type Key = Schemas['ListedKey'];

const STATES = {
  living: ['good', 'Active'],
  expired: ['', 'Expired'],
  revoked: ['bad', 'Revoked'],
} as const;
const KEY_LABELS = { secret: 'Secret', publishable: 'Publishable', operator: 'Operator' } as const;

export const KeyState = ({ of }: { of: Key['state'] }) => <span class={`badge ${STATES[of][0]}`}>{STATES[of][1]}</span>;

interface Act {
  /** On the button in the row; `label`: for those who do not see the row. */
  text: string;
  label: string;
  look?: 'danger';
  title: string;
  about: string;
  /** On the button of the dialog. */
  act: string;
  run: () => Promise<Made | null>;
}

/** What can be done with a key beside changing it, once it is confirmed. */
function actsOn({ id, name, kind }: Key): Act[] {
  const post = (verb: string) => request<Partial<Made>>(`/manage/keys/${id}/${verb}`, { method: 'POST', body: {} });
  const rotate: Act = {
    text: 'Rotate',
    label: `Rotate ${name}`,
    title: `Rotate “${name}”?`,
    about: 'You get a new key of the same kind, name and sites. The old one works for another day.',
    act: 'Create new key',
    run: async () => ({ key: (await post('rotate')).key ?? null, secret: null }),
  };
  const sign: Act = {
    text: 'Signing secret',
    label: `New secret for ${name}`,
    title: `A new secret for “${name}”?`,
    about: 'Your server signs with it what it knows of its readers. An older secret works for another day.',
    act: 'Create secret',
    run: async () => ({ key: null, secret: (await post('sign')).secret ?? null }),
  };
  const revoke: Act = {
    text: 'Revoke',
    label: `Revoke ${name}`,
    look: 'danger',
    title: `Revoke “${name}”?`,
    about:
      'It stops working within a minute, and everyone who is signed in with it is signed out. This cannot be undone: make a new key if somebody still needs one.',
    act: 'Revoke',
    run: async () => {
      await request(`/manage/keys/${id}`, { method: 'DELETE' });
      showToast(`“${name}” revoked.`);
      return null;
    },
  };
  return kind === 'publishable' ? [rotate, sign, revoke] : [rotate, revoke];
}

/** Uses are kept for 90 days. */
const KEPT = 90 * DAY_MS;
const unused = (created: string) => (Date.now() - Date.parse(created) < KEPT ? 'Not yet' : 'Not in 90 days');

/** A key and what can be done with it. */
export function KeyRow({ of, done }: { of: Key; done: (made: Made | null) => void }) {
  const { id, name, kind, origins, state, created, expires, revoked, signs, lastUsed } = of;
  const [isChanging, change] = useState(false);
  const [confirming, confirm] = useState<Act | null>(null);
  const [isBusy, run] = useAction();
  const act = async (confirmed: Act) => {
    await run(async () => done(await confirmed.run()));
    confirm(null);
  };
  return (
    <tr>
      <th scope="row">
        {name}
        <small>No. {id}</small>
      </th>
      <td class="tight">{KEY_LABELS[kind]}</td>
      <td>
        <KeyState of={state} />
        {state === 'living' && expires ? <small> expires {ago(Date.parse(expires), Date.now())}</small> : null}
        {revoked ? <small> {ago(Date.parse(revoked), Date.now())}</small> : null}
      </td>
      <td>
        {kind === 'publishable' ? origins.join(', ') || <span class="badge warn">Any site</span> : ''}
        {signs ? <span class="badge">Signs claims</span> : null}
      </td>
      <td class="tight">{lastUsed ? dateOf(lastUsed) : unused(created)}</td>
      <td>
        {state === 'living' ? (
          <span class="row">
            <Button text="Change" label={`Change ${name}`} isDisabled={isBusy} press={() => change(true)} />
            {actsOn(of).map((one) => (
              <button
                key={one.text}
                type="button"
                class={one.look}
                disabled={isBusy}
                aria-label={one.label}
                onClick={() => confirm(one)}
              >
                {one.text}
              </button>
            ))}
          </span>
        ) : null}
        {isChanging ? (
          <KeyForm
            of={of}
            close={() => change(false)}
            done={(made) => {
              change(false);
              done(made);
            }}
          />
        ) : null}
        {confirming ? (
          <Confirm
            title={confirming.title}
            act={confirming.act}
            isBusy={isBusy}
            close={() => confirm(null)}
            confirm={() => void act(confirming)}
          >
            <p>{confirming.about}</p>
          </Confirm>
        ) : null}
      </td>
    </tr>
  );
}
