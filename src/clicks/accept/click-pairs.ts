import type { ClickMessage } from '../message.ts';

export const CLICKS_PER_MESSAGE = 2;

/** The second click is often close. Each later interval is longer, because each poll costs processor time. */
const FIRST_POLL_MS = 10;
const POLL_GROWTH = 4;
/** Time that a click waits for the other request to send it. Afterwards, it is sent again, and counts once. */
const MAX_SENDING_MS = 2000;

interface WaitingClick {
  message: ClickMessage;
  state: 'waiting' | 'sending' | 'sent' | 'failed';
}

interface Sending {
  /** Maximum wait for another click, in milliseconds. */
  waitMs: number;
  send(message: ClickMessage | ClickMessage[]): Promise<void>;
  pause(milliseconds: number): Promise<unknown>;
}

/**
 * Lets two clicks share a queue message, because the platform charges per message. The later request sends both. Waits
 * poll, because the platform aborts a request that only waits for the promise of another. (docs/decisions.md#C29)
 */
export class ClickPairs {
  #waiting: WaitingClick | null = null;

  /** Resolves when the click is in the queue. Throws if the queue rejects it. */
  async send(message: ClickMessage, { waitMs, send, pause }: Sending): Promise<void> {
    const earlier = this.#waiting;
    if (earlier) {
      this.#waiting = null;
      return sendBoth(earlier, () => send([earlier.message, message]));
    }
    const own: WaitingClick = { message, state: 'waiting' };
    const is = (state: WaitingClick['state']) => own.state === state;
    const pauseWhile = async (state: WaitingClick['state'], limit: number) => {
      // Pauses can be late, and a clock that is set back must not prolong the wait.
      const end = Date.now() + limit;
      let waited = 0;
      for (let interval = FIRST_POLL_MS; waited < limit && Date.now() < end && is(state); interval *= POLL_GROWTH) {
        await pause(Math.min(interval, limit - waited));
        waited += interval;
      }
    };
    this.#waiting = own;
    await pauseWhile('waiting', waitMs);
    if (is('waiting')) this.#waiting = null;
    await pauseWhile('sending', MAX_SENDING_MS);
    if (!is('sent')) await send(message);
  }
}

async function sendBoth(earlier: WaitingClick, send: () => Promise<void>): Promise<void> {
  earlier.state = 'sending';
  try {
    await send();
    earlier.state = 'sent';
  } catch (thrown) {
    earlier.state = 'failed';
    throw thrown;
  }
}
