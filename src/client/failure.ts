/** An answer that is no success. One of the classes below for the statuses that a program tells apart. */
export class RequestFailed extends Error {
  /** HTTP status. */
  readonly status: number;
  /** The service's own word for it, such as `parameterInvalid`; null where it gave none. */
  readonly reason: string | null;
  /** What is wrong, by parameter, as the service says. */
  readonly data: unknown;
  /** Seconds after which the service wants to be asked again; null where it did not say. */
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

/** 400: `data` says what is wrong with which parameter or field. */
export class BadRequest extends RequestFailed {}
/** 401: the key is none, or has ended. */
export class Unauthorized extends RequestFailed {}
/** 403: the key may not do this. */
export class Forbidden extends RequestFailed {}
/** 404: there is no such thing. */
export class NotFound extends RequestFailed {}
/** 409: another thing is in the way. */
export class Conflict extends RequestFailed {}
/** 412: somebody else has changed it since it was read. */
export class PreconditionFailed extends RequestFailed {}
/** 429: it was asked too often, and goes on being so after the repetitions. */
export class TooManyRequests extends RequestFailed {}
/** 503: it cannot answer for the moment. */
export class Unavailable extends RequestFailed {}

const CLASSES: Record<number, typeof RequestFailed> = {
  400: BadRequest,
  401: Unauthorized,
  403: Forbidden,
  404: NotFound,
  409: Conflict,
  412: PreconditionFailed,
  429: TooManyRequests,
  503: Unavailable,
};

/** The failure that an answer is. */
export const failureOf = (response: Response, body: unknown): RequestFailed =>
  new (CLASSES[response.status] ?? RequestFailed)(response, body);
