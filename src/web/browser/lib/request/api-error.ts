/** Why the service did not do what it was asked. */
export type ApiErrorKind = 'key' | 'forbidden' | 'invalid' | 'missing' | 'conflict' | 'busy' | 'failed' | 'offline';

export class ApiError extends Error {
  readonly kind: ApiErrorKind;
  /** HTTP status; 0: no answer came. */
  readonly status: number;
  /** By parameter: what is wrong and what is allowed. */
  readonly faults: Record<string, string>;
  /** Seconds after which to ask again; null: nothing is known. */
  readonly retryAfter: number | null;
  /** Of a change that came too late: what the thing is now, and its ETag. */
  readonly current: { value: unknown; etag: string | null } | null;

  constructor(
    status: number,
    faults: Record<string, string> = {},
    retryAfter: number | null = null,
    current: ApiError['current'] = null,
  ) {
    super(wordsFor(status, faults, retryAfter));
    this.kind = KIND_OF_STATUS[status] ?? (status === 0 ? 'offline' : status < 500 ? 'invalid' : 'failed');
    this.status = status;
    this.faults = faults;
    this.retryAfter = retryAfter;
    this.current = current;
  }
}

const KIND_OF_STATUS: Record<number, ApiErrorKind> = {
  401: 'key',
  403: 'forbidden',
  404: 'missing',
  409: 'conflict',
  412: 'conflict',
  429: 'busy',
  503: 'busy',
};

function wordsFor(status: number, faults: Record<string, string>, retryAfter: number | null): string {
  if (status === 0) return 'Can’t reach the server. Check your connection.';
  if (status === 401) return 'Your session has ended. Sign in again.';
  if (status === 429) return `Too many requests. Retrying in ${retryAfter ?? 60} seconds.`;
  if (status === 503) return 'The server is busy. Retrying shortly.';
  if (status >= 500) return 'Something went wrong on the server. It has been logged.';
  if (status === 412) return 'Somebody else has changed this meanwhile.';
  const listed = Object.entries(faults).map(([name, fault]) => `${name} ${fault}`);
  return listed.length > 0 ? `${listed.join('; ')}.` : `The server refused this request (${status}).`;
}

/** The error of a JSend answer; its message lists what is wrong by parameter. */
export async function apiErrorOf(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => ({}))) as { data?: unknown; current?: unknown };
  const faults = typeof body.data === 'object' && body.data !== null ? (body.data as Record<string, string>) : {};
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN);
  const current = 'current' in body ? { value: body.current, etag: response.headers.get('ETag') } : null;
  return new ApiError(response.status, faults, Number.isFinite(retryAfter) ? retryAfter : null, current);
}
