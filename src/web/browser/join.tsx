import { useEffect, useState } from 'hono/jsx/dom';
import { acceptInvitation, type Invitation, openInvitation } from './lib/passkeys.ts';
import type { ApiError } from './lib/request.ts';
import { Submit, useSubmit } from './ui/actions.tsx';
import { mountPage } from './ui/mount-page.tsx';
import { Failure, Fault, Skeleton } from './ui/parts.tsx';
import { Avatar, ROLES } from './ui/people.tsx';

/** Creates a passkey from an invitation. Browsers never send the URL fragment, which contains the token. */
const token = location.hash.slice(1);
// Removes the token from the address bar and the browser history.
history.replaceState(null, '', location.pathname);

const FIRST_PAGE = { reader: '/insights', editor: '/desk', partner: '/embed', operator: '/' } as const;

function Join() {
  const [found, setFound] = useState<Invitation | ApiError | null>(null);
  useEffect(() => {
    openInvitation(token).then(setFound, setFound);
  }, []);
  if (!found) return <Skeleton lines={6} />;
  if (found instanceof Error && ['missing', 'invalid'].includes(found.kind))
    return (
      <div class="state alone">
        <strong>This invitation has expired or been used</strong>
        <p>Ask an operator for a new one.</p>
        <a class="button primary" href="/">
          Sign in
        </a>
      </div>
    );
  if (found instanceof Error) return <Failure error={found} what="the invitation" />;
  return <Welcome {...found} />;
}

function Welcome({ name, role }: Invitation) {
  const { error, isBusy, submit } = useSubmit(async () => {
    await acceptInvitation(token);
    location.assign(FIRST_PAGE[role]);
  });
  return (
    <form class="card stack narrow welcome" onSubmit={submit}>
      <p class="row">
        <Avatar name={name} />
        <span>
          <strong>You have been invited, {name}</strong>
          <small>
            {ROLES[role].name}. {ROLES[role].may}.
          </small>
        </span>
      </p>
      <p>
        Create a passkey on this device to sign in from now on: with your fingerprint, your face or the code of the
        device. There is no password to remember, and nothing that somebody could steal from us.
      </p>
      <p class="row before-3">
        <Submit text="Create a passkey" busy="Waiting for your device…" isBusy={isBusy} />
      </p>
      <Fault text={error?.message} />
    </form>
  );
}

mountPage(Join);
