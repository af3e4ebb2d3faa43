import { setTimeout as sleep } from 'node:timers/promises';
import { insist } from './insist.ts';
import type { Run } from './publisher.ts';

const PAUSE = 1500;
/** Milliseconds within which a revoked key stops working everywhere. */
const GRACE = 60_000;
const MOST = 12;

/** Keys that are made and revoked all the time. */
export class Keyring {
  readonly living = new Set<string>();
  /** With the time of the revocation, epoch milliseconds of this machine. */
  readonly revoked = new Map<string, number>();
  readonly #run: Run;

  constructor(run: Run) {
    this.#run = run;
  }

  async workUntil(isOver: () => boolean): Promise<void> {
    const { random } = this.#run;
    while (!isOver()) {
      if (this.living.size < 4 || (this.living.size < MOST && random.chance(0.5))) await this.make();
      else await this.#revoke(random.pick([...this.living]));
      await this.check(random.pick([...this.living, ...this.revoked.keys()]));
      await sleep(PAUSE);
    }
  }

  async make(): Promise<void> {
    this.living.add(String(await this.#run.server.control('POST', 'keys', 'secret')));
  }

  async #revoke(key: string): Promise<void> {
    await this.#run.server.control('DELETE', 'keys', key);
    this.living.delete(key);
    this.revoked.set(key, Date.now());
  }

  /** A living key works, one that was revoked a minute ago does not. */
  async check(key: string): Promise<void> {
    const { figures } = this.#run;
    const asked = Date.now();
    const ask = { endpoint: 'GET a feed with any key', path: '/api/v2/feed/?limit=1', headers: { 'X-API-Key': key } };
    const { status } = await insist(this.#run, ask, ({ status }) => status === 401);
    const revoked = this.revoked.get(key);
    if (status === 401 && revoked === undefined) figures.violated('a living key is refused');
    // While the database is out, keys of the last hour stay good: nobody can tell whether one was revoked just before.
    if (status === 200 && revoked !== undefined && asked > revoked + GRACE && !figures.isDatabaseOut)
      figures.violated(`a key works ${Math.round((asked - revoked) / 1000)} s after it was revoked`);
  }

  /** Every key, when a minute has passed. */
  async checkAll(): Promise<void> {
    for (const key of [...this.living, ...this.revoked.keys()]) await this.check(key);
  }
}
