import { type Child, type FC, render, useRef, useState } from 'hono/jsx/dom';
import { hasPasskeys, signInByPasskey } from '../lib/passkeys.ts';
import { ApiError, keyFault, loadSession, may, type Right, type Session, signIn, useSession } from '../lib/request.ts';
import { Button, Dialog, useAction } from './actions.tsx';
import { LineForm } from './form/line-form.tsx';
import { Failure, Fault, Skeleton } from './parts.tsx';
import { ROLES } from './people.tsx';

interface KeyFormProps extends Omit<Parameters<typeof LineForm>[0], 'id' | 'isBusy' | 'fault'> {
  id: string;
  heading?: string;
  why?: string;
  notice?: string;
  faultOf: (text: string) => string | null;
}

/** Form for a key, which is sent once and not stored. */
export function KeyForm({ heading, why, notice = '', faultOf, send, ...line }: KeyFormProps) {
  const [fault, setFault] = useState(notice);
  const [isBusy, setBusy] = useState(false);
  const submit = async (key: string) => {
    const wrong = faultOf(key);
    setFault(wrong ?? '');
    if (wrong) return;
    setBusy(true);
    try {
      await send(key);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFault(error.kind === 'key' ? 'This key is unknown, revoked or expired.' : error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div class="stack sign-in">
      {heading ? <h2>{heading}</h2> : null}
      {why ? <p>{why}</p> : null}
      <LineForm {...line} fault={fault} isBusy={isBusy} send={submit} class="before-3" />
    </div>
  );
}

/** Says how to sign in, and how to get access. */
export const SignInHint = () => (
  <>
    {hasPasskeys() ? 'Use your passkey or a key.' : 'Use a key.'} No access yet? Your operator{' '}
    <a href="/docs/guides/keys">invites people and creates keys</a>.
  </>
);

/** Sign-in form. People use a passkey, and all others enter a key. */
export const SignInForm = ({ id, heading, why }: Pick<KeyFormProps, 'id' | 'heading'> & { why: Child }) => (
  <div class="stack">
    {heading ? <h2>{heading}</h2> : null}
    <p>{why}</p>
    {hasPasskeys() ? <PasskeyButton /> : null}
    <SignInByKey id={id} />
  </div>
);

function PasskeyButton() {
  const [fault, setFault] = useState('');
  const [isBusy, run] = useAction(({ kind, message }) =>
    setFault(kind === 'key' ? 'This passkey is not registered here. Ask an operator for a new invitation.' : message),
  );
  const press = () => {
    setFault('');
    return run(signInByPasskey);
  };
  return (
    <>
      <p class="before-2">
        <Button text="Sign in with a passkey" look="primary" isDisabled={isBusy} press={() => void press()} />
      </p>
      <Fault text={fault} />
    </>
  );
}

const SignInByKey = ({ id }: { id: string }) => (
  <KeyForm
    id={`${id}-key`}
    label="Key"
    isPlain={hasPasskeys()}
    type="password"
    placeholder="ngo_… or ngs_…"
    act="Sign in"
    busy="Signing in…"
    hint="An operator key or a secret key. You stay signed in for 12 hours. The key is not stored."
    faultOf={keyFault}
    send={signIn}
  />
);

export function mountPage(App: FC): void {
  const root = document.getElementById('app');
  if (root) render(<App />, root);
}

/** Mounts a page that needs a session. `instead` is the content for users without access. */
export const mountSignedInPage = (App: FC, instead?: Child): void =>
  mountPage(() => (
    <SignInGate instead={instead}>
      <App />
    </SignInGate>
  ));

/**
 * Shows the page or a sign-in form. The page states the required permission and the reason for signing in. If the
 * session expires, a dialog opens over the page, so that no input is lost.
 */
export function SignInGate({ instead, children }: { instead?: Child; children: Child }) {
  const { right = 'operate', why = '' } = document.getElementById('app')?.dataset ?? {};
  const needs = right as Right;
  const { session, error, hasEnded } = useSession();
  const last = useRef<Session | null>(null);
  if (session) last.current = session;
  else if (!hasEnded) last.current = null;
  const shown = last.current;
  if (!shown) {
    if (session === undefined) {
      return error ? (
        <Failure error={error} what="your session" reload={() => void loadSession()} />
      ) : (
        <Skeleton lines={12} />
      );
    }
    return <SignedOut why={why} />;
  }
  if (!may(shown, needs)) {
    return (
      <div class="card gate">
        {instead ? <p class="notice">{instead}</p> : null}
        <SignInForm
          id="page"
          heading={`This page is for ${AUDIENCE_TEXTS[needs]}`}
          why={`You are signed in as “${shown.name}”. ${mayOf(shown)}.`}
        />
      </div>
    );
  }
  return (
    <>
      <div class="gated">{children}</div>
      {session ? null : <EndedDialog />}
    </>
  );
}

/** Pages with a picture of their content, by path. */
const PICTURED_PAGES: Record<string, string> = {
  '/insights': 'insights-wide-light',
  '/content': 'content-wide-light',
  '/desk': 'desk-wide-dark',
  '/operate': 'operate-wide-light',
};

/** Sign-in form of a page, next to a picture of the page. The home page has its own introduction. */
function SignedOut({ why }: { why: string }) {
  const picture = PICTURED_PAGES[location.pathname];
  const isHome = location.pathname === '/';
  return (
    <div class={picture ? 'gate pictured' : 'gate'}>
      <div class="card">
        <SignInForm
          id="page"
          heading={isHome ? 'Sign in' : `Sign in to see ${document.querySelector('h1')?.textContent}`}
          why={
            <>
              {why} <SignInHint />
            </>
          }
        />
      </div>
      {picture ? (
        <img
          src={`/docs/screenshots/${picture}.webp`}
          alt="The page with the data of a demo"
          width="1280"
          height="800"
        />
      ) : null}
    </div>
  );
}

const AUDIENCE_TEXTS: Record<Right, string> = {
  embed: 'signed-in users',
  read: 'readers, editors and operators',
  share: 'readers, editors and operators',
  edit: 'editors and operators',
  operate: 'operators',
};

export const mayOf = ({ kind }: Session): string =>
  kind === 'secret' ? 'A secret key can read but not change anything' : ROLES[kind].may;

/** Dialog for signing in again. Escape does not close it, because the page needs a session. */
const EndedDialog = () => (
  <Dialog title="Your session has ended" close={() => {}} isKept>
    <SignInForm id="again" heading="" why="Sign in again to continue. Your input is not lost." />
  </Dialog>
);
