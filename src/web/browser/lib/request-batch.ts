import { BATCH_PATHS, MAX_BATCH_REQUESTS } from '../../../lib/formats/batch.ts';

/** Sends the analytics requests that a view makes at the same time as one request. */

interface BatchedRequest {
  address: string;
  etag: string | undefined;
  omit: readonly string[];
  signal: AbortSignal | undefined;
}

interface WaitingRequest extends BatchedRequest {
  resolve: (response: Response) => void;
  reject: (error: unknown) => void;
}

interface BatchedAnswer {
  status: number;
  etag: string | null;
  retryAfter: string | null;
  body: unknown;
}

const BATCH_PATH = '/session/answers';
const NOT_MODIFIED = 304;

let waiting: WaitingRequest[] = [];

let batchingViews = 0;

/** Starts to send requests together. Returns a function that ends it. */
export function startBatching(): () => void {
  batchingViews += 1;
  return () => {
    batchingViews -= 1;
  };
}

export const isBatchable = (path: string): boolean => batchingViews > 0 && BATCH_PATHS.test(path);

/** Sends a GET request together with all that follow before the next task. If none follow, `sendAlone` sends it. */
export function sendInBatch(request: BatchedRequest, sendAlone: () => Promise<Response>): Promise<Response> {
  return new Promise((resolve, reject) => {
    request.signal?.addEventListener('abort', () => reject(request.signal?.reason));
    waiting.push({ ...request, resolve, reject });
    if (waiting.length > 1) return;
    setTimeout(() => {
      const batch = waiting.filter(({ signal }) => !signal?.aborted);
      waiting = [];
      if (batch.length === 1 && batch[0]?.resolve === resolve) sendAlone().then(resolve, reject);
      else
        for (let i = 0; i < batch.length; i += MAX_BATCH_REQUESTS)
          void sendBatch(batch.slice(i, i + MAX_BATCH_REQUESTS));
    });
  });
}

async function sendBatch(batch: readonly WaitingRequest[]): Promise<void> {
  try {
    const response = await fetch(BATCH_PATH, {
      method: 'POST',
      cache: 'no-store',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ requests: batch.map(({ address, etag, omit }) => ({ path: address, etag, omit })) }),
    });
    if (!response.ok) {
      for (const { resolve } of batch) resolve(response.clone());
      return;
    }
    const { data } = (await response.json()) as { data: { answers: BatchedAnswer[] } };
    for (const [i, { resolve }] of batch.entries()) resolve(toResponse(data.answers[i] as BatchedAnswer));
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}

function toResponse({ status, etag, retryAfter, body }: BatchedAnswer): Response {
  const headers = new Headers({ 'Content-Type': 'application/json' });
  if (etag) headers.set('ETag', etag);
  if (retryAfter) headers.set('Retry-After', retryAfter);
  return new Response(status === NOT_MODIFIED ? null : JSON.stringify(body), { status, headers });
}
