/** Milliseconds until the first attempt to send again; each further one waits twice as long, up to half a minute. */
const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 30_000;

/** Clicks that the service has not taken. A set: the same click twice is one. */
const unsentClicks = new Set<string>();
let pause = FIRST_PAUSE_MS;
let timer = 0;

/**
 * Sends a click, and again as long as the page lives until the service has taken or refused it: what is accepted counts once however
 * often it comes. Nothing waits for it. A string goes as text/plain, so that no preflight is due.
 */
export function deliver(address: string | URL, body: string): void {
  // Without it, a request ends with the page that the click leaves.
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
  // When the reader leaves the page, its timer ends.
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
