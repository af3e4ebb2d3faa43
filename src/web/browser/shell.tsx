import { render } from 'hono/jsx/dom';
import { Account } from './shell/account.tsx';
import { openPalette } from './shell/palette.tsx';

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
