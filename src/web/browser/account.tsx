import { isRecipient, Recipients } from './keys/recipients.tsx';
import { ShareLinks } from './keys/shares.tsx';
import { type Query, useData } from './lib/query.ts';
import { type DataOf, may, request, signOut, useSession } from './lib/request.ts';
import { dateOf, fromNow } from './lib/time.ts';
import { Button, showOnce } from './ui/actions.tsx';
import { EndableLine } from './ui/endable-line.tsx';
import { FollowedLine } from './ui/followed-line.tsx';
import { mountSignedInPage } from './ui/mount-page.tsx';
import { areLoaded, Loaded, Section, Skeleton } from './ui/parts.tsx';
import { Avatar, ROLES } from './ui/people.tsx';

function Account() {
  const { session } = useSession();
  const mayShare = may(session, 'share');
  const account = useData('/session/account');
  const followed = useData('/manage/subscriptions', { paused: !mayShare });
  const shares = useData('/manage/shares', { paused: !mayShare });
  const addDevice = async () => {
    const { link } = await request<{ link: string }>('/session/device', { method: 'POST', body: {} });
    showOnce({ 'Open this link on the other device within 15 minutes': link });
  };
  // Lists that arrive one after the other would move the sections below them.
  if (!areLoaded(account, ...(mayShare ? [followed, shares] : []))) return <Skeleton lines={10} />;
  return (
    <Loaded of={account} what="your account">
      {({ name, kind, isPerson, email, passkeys, sessions }) => (
        <div class={`board account-page ${isPerson ? 'halves' : ''}`}>
          <p class="row whole who-am-i">
            <Avatar name={name} />
            <span>
              <strong>{name}</strong>{' '}
              <small>
                {kind === 'secret'
                  ? 'A secret key, which can read everything'
                  : `${name.toLowerCase() === kind ? '' : `${ROLES[kind].name}. `}${ROLES[kind].may}`}
                {email ? ` · ${email}` : ''}
              </small>
              {isPerson ? null : (
                <small>
                  <br />
                  With an account of your own, changes carry your name, and you sign in with a passkey.{' '}
                  {may({ kind }, 'operate') ? (
                    <a href="/keys">Create your account</a>
                  ) : (
                    'Ask an operator for an invitation.'
                  )}
                </small>
              )}
            </span>
          </p>
          <Section
            id="sessions"
            class="card"
            title="Active sessions"
            end={<Button text="Sign out here" press={signOut} />}
          >
            <ul class="plain-list">
              {sessions.map(({ id, created, expires, isOwn }) => (
                <EndableLine
                  key={id}
                  name={`Signed in ${fromNow(created)}`}
                  about={`expires ${fromNow(expires)}`}
                  act="Sign out"
                  keepReason={isOwn && 'This browser'}
                  path={`/session/sessions/${id}`}
                  done="Session signed out."
                  label={`Sign out the session from ${fromNow(created)}`}
                  reload={account.reload}
                />
              ))}
            </ul>
          </Section>
          {isPerson ? (
            <Section
              id="passkeys"
              class="card"
              title="Passkeys"
              end={<Button text="Add another device" press={addDevice} look="primary" />}
            >
              <ul class="plain-list">
                {passkeys.map(({ id, name: device, created }) => (
                  <EndableLine
                    key={id}
                    name={device}
                    about={`since ${dateOf(created)}`}
                    act="Remove"
                    keepReason={passkeys.length === 1 && 'Your only one'}
                    path={`/session/passkeys/${encodeURIComponent(id)}`}
                    done={`“${device}” removed.`}
                    reload={account.reload}
                  />
                ))}
              </ul>
            </Section>
          ) : null}
          {may({ kind }, 'share') ? (
            <>
              <Followed of={followed} isEverybody={kind === 'operator'} hasRecipients={may({ kind }, 'edit')} />
              <ShareLinks of={shares} look={may({ kind }, 'edit') ? 'whole' : ''} />
            </>
          ) : null}
        </div>
      )}
    </Loaded>
  );
}

interface FollowedProps {
  of: Query<DataOf<'/manage/subscriptions'>>;
  isEverybody: boolean;
  hasRecipients: boolean;
}

function Followed({ of: followed, isEverybody, hasRecipients }: FollowedProps) {
  const subscriptions = (
    <Section
      id="followed"
      class="card"
      title={isEverybody ? 'Subscriptions' : 'Your subscriptions'}
      note={isEverybody ? 'of all signed-in people' : null}
      end={
        <a class="button" href="/insights?view=trending">
          Follow a topic
        </a>
      }
    >
      <Loaded of={followed} what="the subscriptions" lines={1}>
        {({ subscriptions: all }) => {
          const subscriptions = all.filter((one) => !hasRecipients || !isRecipient(one));
          return subscriptions.length === 0 ? (
            <p class="hint">
              No subscriptions yet. A topic, a story, an author or the week under Insights has “Follow”.
            </p>
          ) : (
            <ul class="plain-list">
              {subscriptions.map((one) => (
                <FollowedLine key={one.id} of={one} reload={followed.reload} />
              ))}
            </ul>
          );
        }}
      </Loaded>
    </Section>
  );
  return (
    <>
      {subscriptions}
      {hasRecipients ? <Recipients of={followed} /> : null}
    </>
  );
}

mountSignedInPage(Account);
