/** Response other than a success. Subclasses cover the statuses that programs distinguish. */
export class RequestFailed extends Error {
  /** HTTP status. */
  readonly status: number;
  /** Reason code of the service, such as `parameterInvalid`. */
  readonly reason: string | null;
  /** Errors by parameter. */
  readonly data: unknown;
  /** Seconds until a retry, if the service stated them. */
  readonly retryAfter: number | null;

  constructor({ status, headers }: Pick<Response, 'status' | 'headers'>, body: unknown) {
    const { reason = null, data } = (body ?? {}) as { reason?: string | null; data?: unknown };
    super(`newsgauge answered ${status}${reason ? ` ${reason}` : ''}${data ? `: ${JSON.stringify(data)}` : ''}`);
    this.name = new.target.name;
    this.status = status;
    this.reason = reason;
    this.data = data;
    this.retryAfter = headers.has('Retry-After') ? Number(headers.get('Retry-After')) : null;
  }
}

/** 400: `data` names the invalid parameters or fields. */
export class BadRequest extends RequestFailed {}
/** 401: the key is missing, invalid or ended. */
export class Unauthorized extends RequestFailed {}
/** 403: the key lacks access. */
export class Forbidden extends RequestFailed {}
/** 404: not found. */
export class NotFound extends RequestFailed {}
/** 409: conflicts with another resource. */
export class ConflictFailure extends RequestFailed {}
/** 412: changed since it was read. */
export class PreconditionFailed extends RequestFailed {}
/** 429: rate limit exceeded, even after retries. */
export class TooManyRequests extends RequestFailed {}
/** 503: temporarily unavailable. */
export class Unavailable extends RequestFailed {}

const CLASSES: Record<number, typeof RequestFailed> = {
  400: BadRequest,
  401: Unauthorized,
  403: Forbidden,
  404: NotFound,
  409: ConflictFailure,
  412: PreconditionFailed,
  429: TooManyRequests,
  503: Unavailable,
};

export const clientFailureOf = (response: Response, body: unknown): RequestFailed =>
  new (CLASSES[response.status] ?? RequestFailed)(response, body);
