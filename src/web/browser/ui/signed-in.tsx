import type { Child } from 'hono/jsx/dom';
import { useEffect, useRef } from 'hono/jsx/dom';
import { loadSession, type Session, useSession } from '../lib/request/session.ts';
import { SignInForm } from './sign-in.tsx';
import { Failure, Skeleton } from './states.tsx';

interface Gate {
  /** `operator`: a secret key reads, but does not do here. */
  needs: 'operator' | 'any';
  /** What one gets by signing in. */
  why: string;
  lines?: number;
  children: (session: Session) => Child;
}

/**
 * The page's work for who is signed in, else the form for it. When a session ends by itself the work stays where it is, under a
 * dialog to sign in again, so that nothing typed is lost.
 */
export function SignedIn({ needs, why, lines = 12, children }: Gate) {
  const { session, error, hasEnded } = useSession();
  const last = useRef<Session | null>(null);
  if (session) last.current = session;
  else if (!hasEnded) last.current = null;
  const shown = last.current;
  if (!shown) {
    if (session === undefined) {
      return error ? <Failure error={error} reload={() => void loadSession()} /> : <Skeleton lines={lines} />;
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
      <div class="gated">{children(shown)}</div>
      {session ? null : <EndedDialog />}
    </>
  );
}

function EndedDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    return () => dialog.current?.close();
  }, []);
  return (
    <dialog ref={dialog} aria-label="Sign in again">
      <SignInForm
        id="again"
        heading="Your session has ended"
        why="Sign in again to go on. Nothing you have typed is lost."
      />
    </dialog>
  );
}
