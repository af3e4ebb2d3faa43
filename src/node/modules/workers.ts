/** Stands in for `cloudflare:workers`: the classes that the Worker extends. */

/** A Durable Object: its context and its bindings. */
export class DurableObject<E = unknown> {
  protected readonly ctx: DurableObjectState;
  protected readonly env: E;

  constructor(ctx: DurableObjectState, env: E) {
    this.ctx = ctx;
    this.env = env;
  }
}

/** An entry point that other programs of this machine call. */
export class WorkerEntrypoint<E = unknown, Props = unknown> {
  protected readonly ctx: ExecutionContext<Props>;
  protected readonly env: E;

  constructor(ctx: ExecutionContext<Props>, env: E) {
    this.ctx = ctx;
    this.env = env;
  }
}
