import { useState } from 'hono/jsx/dom';
import { DAY_MS } from '../../../lib/time.ts';
import { request } from '../lib/request/request.ts';
import { ago, dateOf } from '../lib/time/time.ts';
import { Confirm } from '../ui/dialog.tsx';
import { showToast } from '../ui/toast.tsx';
import { useAction } from '../ui/use-action.ts';
import { KeyForm } from './key-form.tsx';
import type { Key, Made } from './types.ts';

const MARKS = { living: 'good', expired: '', revoked: 'bad' } as const;
const WORDS = { living: 'Active', expired: 'Expired', revoked: 'Revoked' } as const;
const KEY_LABELS = { secret: 'Secret', publishable: 'Publishable', operator: 'Operator' } as const;

type Asking = 'change' | 'rotate' | 'sign' | 'revoke' | null;

/** Uses are kept for 90 days. */
const KEPT = 90 * DAY_MS;
const unused = (created: string) => (Date.now() - Date.parse(created) < KEPT ? 'Not yet' : 'Not in 90 days');

/** A key and what can be done with it. */
export function KeyRow({ of, done }: { of: Key; done: (made: Made | null) => void }) {
  const { id, name, kind, origins, state, created, expires, revoked, signs, lastUsed } = of;
  const [asking, ask] = useState<Asking>(null);
  const [isBusy, run] = useAction();
  const act = async (what: () => Promise<Made | null>) => {
    await run(async () => {
      done(await what());
    });
    ask(null);
  };
  const post = (verb: string) =>
    request<{ key?: string; secret?: string | null }>(`/manage/keys/${id}/${verb}`, { method: 'POST', body: {} });
  const close = () => ask(null);
  const finish = (made: Made | null) => {
    close();
    done(made);
  };
  return (
    <tr>
      <th scope="row">
        {name}
        <small>No. {id}</small>
      </th>
      <td class="tight">{KEY_LABELS[kind]}</td>
      <td>
        <span class={`badge ${MARKS[state]}`}>{WORDS[state]}</span>
        {state === 'living' && expires ? <small> expires {ago(Date.parse(expires), Date.now())}</small> : null}
        {revoked ? <small> {ago(Date.parse(revoked), Date.now())}</small> : null}
      </td>
      <td>
        {kind !== 'publishable' ? (
          ''
        ) : origins.length > 0 ? (
          origins.join(', ')
        ) : (
          <span class="badge warn">Any site</span>
        )}
        {signs ? <span class="badge">Signs claims</span> : null}
      </td>
      <td class="tight">{lastUsed ? dateOf(lastUsed) : unused(created)}</td>
      <td>
        {state === 'living' ? (
          <span class="row">
            <button type="button" disabled={isBusy} aria-label={`Change ${name}`} onClick={() => ask('change')}>
              Change
            </button>
            <button type="button" disabled={isBusy} aria-label={`Rotate ${name}`} onClick={() => ask('rotate')}>
              Rotate
            </button>
            {kind === 'publishable' ? (
              <button type="button" disabled={isBusy} aria-label={`New secret for ${name}`} onClick={() => ask('sign')}>
                Signing secret
              </button>
            ) : null}
            <button
              type="button"
              class="danger"
              disabled={isBusy}
              aria-label={`Revoke ${name}`}
              onClick={() => ask('revoke')}
            >
              Revoke
            </button>
          </span>
        ) : null}
        {asking === 'change' ? <KeyForm of={of} close={close} done={finish} /> : null}
        {asking === 'rotate' ? (
          <Confirm
            title={`Rotate “${name}”?`}
            act="Create new key"
            isBusy={isBusy}
            close={close}
            confirm={() =>
              void act(async () => {
                const { key = null } = await post('rotate');
                return { key, secret: null };
              })
            }
          >
            <p>You get a new key of the same kind, name and sites. The old one works for another day.</p>
          </Confirm>
        ) : null}
        {asking === 'sign' ? (
          <Confirm
            title={`A new secret for “${name}”?`}
            act="Create secret"
            isBusy={isBusy}
            close={close}
            confirm={() =>
              void act(async () => {
                const { secret = null } = await post('sign');
                return { key: null, secret };
              })
            }
          >
            <p>Your server signs with it what it knows of its readers. An older secret works for another day.</p>
          </Confirm>
        ) : null}
        {asking === 'revoke' ? (
          <Confirm
            title={`Revoke “${name}”?`}
            act="Revoke"
            isBusy={isBusy}
            close={close}
            confirm={() =>
              void act(async () => {
                await request(`/manage/keys/${id}`, { method: 'DELETE' });
                showToast(`“${name}” revoked.`);
                return null;
              })
            }
          >
            <p>
              It stops working within a minute, and everyone who is signed in with it is signed out. This cannot be
              undone: make a new key if somebody still needs one.
            </p>
          </Confirm>
        ) : null}
      </td>
    </tr>
  );
}
