import type { Child, FC } from 'hono/jsx/dom';
import { render, useRef } from 'hono/jsx/dom';
import { loadSession, type Session, useSession } from '../lib/request/session.ts';
import { Dialog } from './dialog.tsx';
import { SignInForm } from './sign-in.tsx';
import { Failure, Skeleton } from './states.tsx';

/** Puts a page's application in the place that `AppRoot` has kept for it. */
export function start(App: FC): void {
  const root = document.getElementById('app');
  if (root) render(<App />, root);
}

/** The same for a page that needs a session. `why`: what one gets by signing in. */
export const startSignedIn = (needs: Gate['needs'], why: string, App: FC): void =>
  start(() => (
    <SignedIn needs={needs} why={why}>
      <App />
    </SignedIn>
  ));

interface Gate {
  /** `operator`: a secret key reads, but does not do here. */
  needs: 'operator' | 'any';
  why: string;
  children: Child;
}

/**
 * The page's work for who is signed in, else the form for it. When a session ends by itself the work stays where it is, under a
 * dialog to sign in again, so that nothing typed is lost.
 */
export function SignedIn({ needs, why, children }: Gate) {
  const { session, error, hasEnded } = useSession();
  const last = useRef<Session | null>(null);
  if (session) last.current = session;
  else if (!hasEnded) last.current = null;
  const shown = last.current;
  if (!shown) {
    if (session === undefined) {
      return error ? <Failure error={error} reload={() => void loadSession()} /> : <Skeleton lines={12} />;
    }
    return (
      <div class="card">
        <SignInForm id="page" heading="Sign in" why={why} />
      </div>
    );
  }
  if (needs === 'operator' && shown.kind !== 'operator') {
    return (
      <div class="card">
        <SignInForm
          id="page"
          heading="This page needs an operator key"
          why={`You are signed in as “${shown.name}” with a secret key, which reads but changes nothing.`}
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

/** The focus returns to where it was; Escape does nothing, as no work goes on without a session. */
const EndedDialog = () => (
  <Dialog title="Your session has ended" close={() => {}} isKept>
    <SignInForm id="again" heading="" why="Sign in again to go on. Nothing you have typed is lost." />
  </Dialog>
);
