import type { IncomingMessage } from 'node:http';
import { addressNetwork } from '../../clicks/accept/address.ts';
import { Slots } from '../../http/permits.ts';

const BEACONS = new Set(['/clicks', '/reads', '/views']);
/** Maximum number of beacons that the Worker handles at the same time. (docs/decisions.md#O15) */
const MAX_RUNNING = 32;
/** Maximum number of beacons that wait for their turn. One network may have half of them. */
const MAX_WAITING = 1024;

export const isBeacon = ({ method, url = '' }: IncomingMessage): boolean =>
  method === 'POST' && BEACONS.has(url.split('?', 1)[0] ?? '');

/** Lets a few beacons run at the same time. Otherwise, each step of a read request waits for a step of each beacon. */
export class BeaconTurns {
  #running = 0;
  readonly #waiting: (() => void)[] = [];
  readonly #networks = new Slots();

  /** Runs `work` when it is its turn. Returns false without running it if too many beacons already wait. */
  async run(address: string, work: () => Promise<void>): Promise<boolean> {
    if (this.#running < MAX_RUNNING) this.#running += 1;
    else if (!(await this.#wait(addressNetwork(address)))) return false;
    try {
      await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
    return true;
  }

  async #wait(network: string): Promise<boolean> {
    if (this.#waiting.length >= MAX_WAITING) return false;
    const slot = this.#networks.take(network, MAX_WAITING / 2, Date.now());
    if (!slot) return false;
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#networks.release(slot);
    return true;
  }
}
