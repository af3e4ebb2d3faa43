/** The rate of a key under the real runtime: what is above it is refused, click by click. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startSite } from '../browser/support/server.ts';

const [RATE, CLICKS, RUNS, AT_ONCE] = [30, 300, 10, 8];
const UserAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const site = await startSite({ KEY_CLICKS: String(RATE) });
after(() => site.dispose());

/** How many of the clicks of a new key are taken, each of a reader at an address of their own. */
async function taken(run: number): Promise<number> {
  const key = await site.makeKey('publishable');
  let sent = 0;
  let accepted = 0;
  const reader = async () => {
    for (let i = sent++; i < CLICKS; i = sent++) {
      const answer = await fetch(new URL('/clicks', site.url), {
        method: 'POST',
        headers: { 'User-Agent': UserAgent, 'CF-Connecting-IP': `10.${run}.${i >> 8}.${i & 255}` },
        body: JSON.stringify({ key, contentId: 1 }),
      });
      const said = answer.headers.get('X-Click');
      assert.ok(said === 'accepted' || said === 'dropped; reason=keyRateLimited', `${answer.status} ${said}`);
      if (said === 'accepted') accepted++;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, reader));
  return accepted;
}

test('a key that may send 30 clicks a minute sends 30 of 300, ten times over', async () => {
  for (let run = 0; run < RUNS; run++) {
    const accepted = await taken(run);
    assert.ok(Math.abs(accepted - RATE) <= RATE / 10, `run ${run}: ${accepted} of ${CLICKS}`);
  }
});
