/** This module replaces `cloudflare:workers`. It defines the base classes that the Worker extends. */

export class DurableObject<E = unknown> {
  protected readonly ctx: DurableObjectState;
  protected readonly env: E;

  constructor(ctx: DurableObjectState, env: E) {
    this.ctx = ctx;
    this.env = env;
  }
}

export class WorkerEntrypoint<E = unknown, Props = unknown> {
  protected readonly ctx: ExecutionContext<Props>;
  protected readonly env: E;

  constructor(ctx: ExecutionContext<Props>, env: E) {
    this.ctx = ctx;
    this.env = env;
  }
}
