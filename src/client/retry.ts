/** Repeats requests that failed for a moment. */

export interface RetryOptions {
  /** How often a request is repeated at most (3); 0 switches it off. */
  retries?: number;
  /** Milliseconds that an answer may take (30,000), each time that it is asked for. */
  timeout?: number;
}

type Fetch = (request: Request) => Promise<Response>;

/** Repeating these changes nothing more than asking once. */
const REPEATABLE = new Set(['GET', 'HEAD', 'PUT', 'DELETE']);
const MOMENTARY = new Set([429, 502, 503, 504]);
/** Milliseconds before the first repetition; each further one waits twice as long. */
const FIRST_DELAY = 250;
/** A server that asks for more patience gets its answer reported instead. */
const LONGEST_DELAY = 60_000;

/** The same `fetch`, which waits and asks again where the server asks for it (`Retry-After`) or no connection was made. */
export function retrying(fetch: Fetch, { retries = 3, timeout = 30_000 }: RetryOptions = {}): Fetch {
  return async (request) => {
    for (let attempt = 0; ; attempt++) {
      const isLast = attempt >= retries || !REPEATABLE.has(request.method);
      // A body can be sent once only.
      const copy = isLast ? request : request.clone();
      const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeout)]);
      const outcome = await fetch(new Request(copy, { signal })).catch((error: unknown) => {
        if (isLast || request.signal.aborted) throw error;
        return null;
      });
      if (outcome && (isLast || !MOMENTARY.has(outcome.status))) return outcome;
      const delay = delayOf(outcome, attempt);
      if (outcome && delay > LONGEST_DELAY) return outcome;
      await outcome?.body?.cancel();
      await sleep(delay, request.signal);
    }
  };
}

/** Milliseconds: what the server asks for, else a growing time with a random part, so that clients do not come back together. */
function delayOf(response: Response | null, attempt: number): number {
  const retryAfter = Number(response?.headers.get('Retry-After') ?? Number.NaN);
  if (Number.isFinite(retryAfter)) return retryAfter * 1000;
  return FIRST_DELAY * 2 ** attempt * (0.5 + Math.random() / 2);
}

function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', onAbort, { once: true });
  });
}
