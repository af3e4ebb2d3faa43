/** An answer that is no success, thrown where a call cannot return it. */
export class RequestFailed extends Error {
  /** HTTP status. */
  readonly status: number;
  /** The service's own word for it, such as `parameterInvalid`; null where it gave none. */
  readonly reason: string | null;
  /** What is wrong, by parameter, as the service says. */
  readonly data: unknown;

  constructor(status: number, body: unknown) {
    const { reason = null, data } = (body ?? {}) as { reason?: string | null; data?: unknown };
    super(`newsgauge answered ${status}${reason ? ` ${reason}` : ''}${data ? `: ${JSON.stringify(data)}` : ''}`);
    this.name = 'RequestFailed';
    this.status = status;
    this.reason = reason;
    this.data = data;
  }
}
