/** Excludes a staff member's browser from counting for 90 days. Other scripts load this one for `?newsgauge=off`. */

const STORAGE_KEY = 'newsgaugeOff';
const PERIOD_MS = 90 * 86_400_000;

const askedFor = new URLSearchParams(location.search).get('newsgauge');
const until = Number(localStorage.getItem(STORAGE_KEY));
const isOff = until > Date.now();
const dayOf = (at: number) => new Date(at).toLocaleDateString('en-GB', { dateStyle: 'long' });

const STYLE = `:host{all:initial}div{position:fixed;left:8px;bottom:8px;z-index:2147483647;max-width:min(380px,calc(100vw - 40px));padding:8px 12px;border-radius:8px;
background:#1c1c1e;color:#fff;font:14px/1.4 system-ui,sans-serif;box-shadow:0 2px 12px #0006}
button{margin:6px 8px 0 0;padding:4px 10px;border:1px solid #fff8;border-radius:6px;background:none;color:inherit;font:inherit;cursor:pointer}`;

function reload(): void {
  const url = new URL(location.href);
  url.searchParams.delete('newsgauge');
  if (url.href === location.href) location.reload();
  else location.replace(url);
}

function show(text: string, buttons: Record<string, () => void>): void {
  const host = document.createElement('newsgauge-off');
  const box = document.createElement('div');
  const style = document.createElement('style');
  style.textContent = STYLE;
  box.role = 'region';
  box.ariaLabel = 'newsgauge';
  box.textContent = text;
  box.append(document.createElement('br'));
  for (const [name, act] of Object.entries(buttons)) {
    const button = document.createElement('button');
    button.textContent = name;
    button.onclick = ({ isTrusted }) => isTrusted && act();
    box.append(button);
  }
  host.attachShadow({ mode: 'open' }).append(style, box);
  document.documentElement.append(host);
}

// Does nothing in a frame, to prevent clickjacking.
if (window.top === window) {
  if (isOff)
    show(`newsgauge does not count this browser on ${location.host} until ${dayOf(until)}.`, {
      'Count again': () => {
        localStorage.removeItem(STORAGE_KEY);
        reload();
      },
    });
  else if (askedFor === 'off')
    show(`Leave this browser out of newsgauge’s counts on ${location.host} for 90 days?`, {
      'Leave out': () => {
        localStorage.setItem(STORAGE_KEY, String(Date.now() + PERIOD_MS));
        reload();
      },
      Cancel: reload,
    });
  else localStorage.removeItem(STORAGE_KEY);
}

export {};
