export interface RetryOptions {
  /** Maximum number of retries (default: 3; 0 disables retries). */
  retries?: number;
  /** Timeout of each attempt in milliseconds (default: 30,000). */
  timeout?: number;
}

type Fetch = (request: Request) => Promise<Response>;

const IDEMPOTENT_METHODS = new Set(['GET', 'HEAD', 'PUT', 'DELETE']);
const TRANSIENT_STATUSES = new Set([429, 502, 503, 504]);
const FIRST_DELAY = 250;
/** Maximum delay before a retry. If the service asks for a longer one, the error response is returned at once. */
const MAX_DELAY_MS = 60_000;

/** Wraps `fetch` to retry after temporary error responses and connection failures. */
export function retrying(fetch: Fetch, { retries = 3, timeout = 30_000 }: RetryOptions = {}): Fetch {
  return async (request) => {
    for (let attempt = 0; ; attempt++) {
      const isLast = attempt >= retries || !IDEMPOTENT_METHODS.has(request.method);
      // A request body can be sent only once, so each attempt except the last sends a copy.
      const copy = isLast ? request : request.clone();
      const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeout)]);
      const outcome = await fetch(new Request(copy, { signal })).catch((error: unknown) => {
        if (isLast || request.signal.aborted) throw error;
        return null;
      });
      if (outcome && (isLast || !TRANSIENT_STATUSES.has(outcome.status))) return outcome;
      const delay = delayOf(outcome, attempt);
      if (outcome && delay > MAX_DELAY_MS) return outcome;
      await outcome?.body?.cancel();
      await sleep(delay, request.signal);
    }
  };
}

/** Returns the delay in milliseconds: `Retry-After` if it was sent, or an exponential delay with jitter. */
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
