import { describe, expect, test } from 'vitest';
import { ClickPairs } from '../../../src/clicks/accept/click-pairs.ts';
import type { ClickMessage } from '../../../src/clicks/message.ts';

const WAIT_MS = 100;

/** Queue with pauses that end when the test lets time pass. */
function makeQueue() {
  const sent: number[][] = [];
  const failing = new Set<number>();
  const pauses: (() => void)[] = [];
  const pairs = new ClickPairs();
  /** Sends that do not end before the test ends them. */
  const held: (() => void)[] = [];
  let isHeld = false;
  const click = (contentId: number) =>
    pairs.send({ contentId } as ClickMessage, {
      waitMs: WAIT_MS,
      pause: () => new Promise<void>((resolve) => pauses.push(resolve)),
      async send(messages) {
        const ids = [messages].flat().map((message) => message.contentId);
        if (isHeld && ids.length > 1) await new Promise<void>((resolve) => held.push(resolve));
        if (ids.some((id) => failing.has(id))) throw new Error(`${ids} failed`);
        sent.push(ids);
      },
    });
  /** Lets every pause end until all are over. */
  async function passTime(): Promise<void> {
    for (let idle = 0; idle < 5; idle++) {
      await Promise.resolve();
      if (pauses.length > 0) idle = 0;
      for (const end of pauses.splice(0)) end();
    }
  }
  return { sent, failing, held, click, passTime, hold: () => (isHeld = true) };
}

describe('clicks that share a message', () => {
  test('two clicks share a message, and the third waits for a fourth', async () => {
    const { sent, click, passTime } = makeQueue();
    const clicks = [click(1), click(2), click(3), click(4)];
    await passTime();
    await Promise.all(clicks);
    expect(sent).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  test('a click without another is sent alone after the wait, and is no longer offered to later clicks', async () => {
    const { sent, click, passTime } = makeQueue();
    const first = click(1);
    expect(sent).toEqual([]);
    await passTime();
    await first;
    const second = click(2);
    await passTime();
    await second;
    expect(sent).toEqual([[1], [2]]);
  });

  test('if the shared message fails, the waiting click is sent alone and the other is rejected', async () => {
    const { sent, failing, click, passTime } = makeQueue();
    failing.add(2);
    const first = click(1);
    const second = click(2).catch((thrown: Error) => thrown.message);
    await passTime();
    await first;
    expect([sent, await second]).toEqual([[[1]], '1,2 failed']);
  });

  test('a click is rejected only if its own message fails too', async () => {
    const { failing, click, passTime } = makeQueue();
    failing.add(1);
    const failed = [click(1), click(2)].map((one) => one.catch((thrown: Error) => thrown.message));
    await passTime();
    expect(await Promise.all(failed)).toEqual(['1 failed', '1,2 failed']);
  });

  test('a click whose shared message does not end is sent again, so that no request waits for another', async () => {
    const { sent, held, hold, click, passTime } = makeQueue();
    hold();
    const first = click(1);
    const second = click(2);
    await passTime();
    await first;
    expect(sent).toEqual([[1]]);
    for (const end of held) end();
    await second;
    expect(sent).toEqual([[1], [1, 2]]);
  });
});
