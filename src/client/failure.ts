/** Error response of the service. Subclasses cover the statuses that programs need to distinguish. */
export class RequestFailed extends Error {
  readonly status: number;
  /** Machine-readable reason, such as `parameterInvalid`. */
  readonly reason: string | null;
  /** Error messages by parameter. */
  readonly data: unknown;
  /** Seconds until a retry may succeed, if the service sent `Retry-After`. */
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

/** 400: a parameter or field is invalid. `data` contains its name. */
export class BadRequest extends RequestFailed {}
/** 401: the key is missing, invalid, expired or revoked. */
export class Unauthorized extends RequestFailed {}
/** 403: the key has no access. */
export class Forbidden extends RequestFailed {}
/** 404: the resource does not exist. */
export class NotFound extends RequestFailed {}
/** 409: the change conflicts with another resource or change. */
export class ConflictFailure extends RequestFailed {}
/** 412: the resource has changed since it was read. */
export class PreconditionFailed extends RequestFailed {}
/** 429: the rate limit is still exceeded after all retries. */
export class TooManyRequests extends RequestFailed {}
/** 503: the service is temporarily unavailable. */
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
