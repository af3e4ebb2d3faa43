import { render, useEffect, useState } from 'hono/jsx/dom';
import { announce } from './lib/page.ts';
import { type Session, signOut, useSession } from './lib/request.ts';
import { minuteOf } from './lib/time.ts';
import { openPalette } from './shell/palette.tsx';
import { Button, useAction } from './ui/actions.tsx';
import { Fault } from './ui/parts.tsx';
import { SignInForm } from './ui/start.tsx';

/** What works on every page: who is signed in, and search. */

const panel = document.getElementById('account-panel');
if (panel) render(<Account />, panel);

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);
const hint = document.querySelector('#search kbd');
if (hint && !isMac) hint.textContent = 'Ctrl K';
document.getElementById('search')?.addEventListener('click', openPalette);
addEventListener('keydown', (event) => {
  if (event.key.toLowerCase() !== 'k' || !(isMac ? event.metaKey : event.ctrlKey) || event.shiftKey || event.altKey)
    return;
  event.preventDefault();
  openPalette();
});

/** Who is signed in, in the header and in the menu under it. */
function Account() {
  const { session, error } = useSession();
  useEffect(() => {
    const name = document.getElementById('account-name');
    if (name) name.textContent = session ? session.name : session === null ? 'Sign in' : 'Account';
    document.getElementById('account')?.classList.toggle('is-in', Boolean(session));
  }, [session]);
  if (session) return <SignedInAs {...session} />;
  if (session === null)
    return <SignInForm id="menu" heading="Sign in" why="With an operator key to manage, or a secret key to read." />;
  return <p class="hint">{error?.message ?? 'Loading…'}</p>;
}

const RIGHTS = { operator: 'Can read and manage everything', secret: 'Can read everything' };

function SignedInAs({ name, kind, expires }: Session) {
  const [fault, setFault] = useState('');
  const [, run] = useAction(({ message }) => setFault(message));
  const leave = () =>
    run(async () => {
      await signOut();
      announce('Signed out.');
    });
  const until = minuteOf(Date.parse(expires));
  return (
    <>
      <p class="who after-4">
        <small>Signed in as</small>
        <strong>{name}</strong>
        <small>
          {RIGHTS[kind]}, until {until}
        </small>
      </p>
      {kind === 'operator' ? (
        <p>
          <a href="/keys">Keys and shared views</a>
        </p>
      ) : null}
      <Button text="Sign out" press={leave} />
      <Fault text={fault} />
    </>
  );
}
