import { render, useEffect } from 'hono/jsx/dom';
import { announceToReaders } from './lib/page.ts';
import { may, RIGHTS, type Session, signOut, toApiError, useSession } from './lib/request.ts';
import { minuteOf } from './lib/time.ts';
import { Button, showError } from './ui/actions.tsx';
import { mayOf, SignInForm, SignInHint } from './ui/mount-page.tsx';

const panel = document.getElementById('account-panel');
if (panel) render(<Account />, panel);

/** Opens the search, whose script loads at its first use. */
async function openSearch(): Promise<void> {
  try {
    (await import('./shell/palette.tsx')).openPalette();
  } catch (thrown) {
    showError(toApiError(thrown));
  }
}

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);
const hint = document.querySelector('#search kbd');
if (hint && !isMac) hint.textContent = 'Ctrl K';
document.getElementById('search')?.addEventListener('click', () => void openSearch());
const place = document.getElementById('search-here');
if (place) void import('./shell/palette.tsx').then(({ mountPalette }) => mountPalette(place)).catch(() => {});
addEventListener('keydown', (event) => {
  if (event.key.toLowerCase() !== 'k' || !(isMac ? event.metaKey : event.ctrlKey) || event.shiftKey || event.altKey)
    return;
  event.preventDefault();
  void openSearch();
});

function Account() {
  const { session, error } = useSession();
  useEffect(() => {
    const name = document.getElementById('account-name');
    if (name) name.textContent = session ? session.name : session === null ? 'Sign in' : 'Account';
    document.getElementById('account')?.classList.toggle('is-in', Boolean(session));
    if (session !== undefined) showRights(session);
    document.documentElement.toggleAttribute('data-out', session === null);
    placeTheme(session === null);
    if (session !== undefined || error) delete document.documentElement.dataset.asking;
  }, [session, error]);
  if (session) return <SignedInAs {...session} />;
  if (session === null)
    return (
      <>
        <SignInForm id="menu" heading="Sign in" why={<SignInHint />} />
        <button type="button" class="close" popovertarget="menu" aria-label="Close">
          ✕
        </button>
      </>
    );
  return <p class="hint">{error?.message ?? 'Loading…'}</p>;
}

const theme = document.querySelector('.menu .theme');

/** Moves the choice of the theme into the footer for signed-out visitors, because forms may replace their menu. */
function placeTheme(isOut: boolean): void {
  if (!theme) return;
  if (isOut) document.querySelector('.foot p')?.prepend(theme);
  else document.getElementById('menu')?.append(theme);
}

/** Moves to the sign-in form of a page that has its own, instead of opening the menu. */
document.getElementById('account')?.addEventListener('click', (event) => {
  const field = document.getElementById('page-key');
  if (!field || !document.documentElement.hasAttribute('data-out')) return;
  event.preventDefault();
  field.scrollIntoView({ block: 'center' });
  field.focus();
});

/** Stores the permissions, so that the next page can show its navigation before the session is loaded. */
function showRights(session: Session | null): void {
  const rights = RIGHTS.filter((right) => may(session, right)).join(' ');
  const { dataset } = document.documentElement;
  if (rights) dataset.may = rights;
  else delete dataset.may;
  try {
    localStorage.setItem('newsgauge:may', rights);
  } catch {}
}

function SignedInAs(session: Session) {
  const { name, expires } = session;
  const leave = async () => {
    await signOut();
    document.getElementById('menu')?.hidePopover();
    announceToReaders('Signed out.');
  };
  const until = minuteOf(Date.parse(expires));
  return (
    <>
      <p class="who after-4">
        <small>Signed in as</small>
        <strong>{name}</strong>
        <small>
          {mayOf(session)}, until {until}
        </small>
      </p>
      <p>
        <a href="/account">Your account</a>
      </p>
      {may(session, 'operate') ? (
        <p>
          <a href="/keys">People and keys</a>
        </p>
      ) : null}
      <Button text="Sign out" press={leave} />
    </>
  );
}
