/** Pause before the first retry, in milliseconds. It doubles with each retry up to the maximum. */
const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 30_000;

const unsentClicks = new Set<string>();
let pause = FIRST_PAUSE_MS;
let timer = 0;

/** Sends a click and retries until the page is closed. With text/plain, no CORS preflight is needed. */
export function deliverReport(address: string | URL, body: string): void {
  // With `keepalive`, the request continues after the page is closed.
  if ('keepalive' in Request.prototype) void send(address, body);
  else navigator.sendBeacon?.(address, body);
}

async function send(address: string | URL, body: string): Promise<void> {
  const status = await fetch(address, { method: 'POST', body, keepalive: true }).then(
    (answer) => answer.status,
    () => 500,
  );
  if (status < 500 && status !== 429) {
    unsentClicks.delete(body);
    pause = FIRST_PAUSE_MS;
    return;
  }
  if (!unsentClicks.size)
    addEventListener(
      'pagehide',
      () => {
        for (const each of unsentClicks) navigator.sendBeacon?.(address, each);
      },
      { once: true },
    );
  unsentClicks.add(body);
  if (timer) return;
  timer = setTimeout(() => {
    timer = 0;
    pause = Math.min(MAX_PAUSE_MS, pause * 2);
    for (const each of unsentClicks) void send(address, each);
  }, pause);
}
