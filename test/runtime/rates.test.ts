import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startSite } from '../browser/support/server.ts';

const [RATE, CLICKS, RUNS, AT_ONCE] = [30, 300, 10, 8];
const UserAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const site = await startSite({ KEY_CLICKS: String(RATE) });
after(() => site.dispose());

async function taken(key: string, addressOf: (i: number) => string, clicks = CLICKS): Promise<number> {
  let sent = 0;
  let accepted = 0;
  const reader = async () => {
    for (let i = sent++; i < clicks; i = sent++) {
      const answer = await fetch(new URL('/clicks', site.url), {
        method: 'POST',
        headers: { 'User-Agent': UserAgent, 'CF-Connecting-IP': addressOf(i) },
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

test('in each of ten runs, about 30 of 300 clicks are accepted for a key limited to 30 per minute', async () => {
  for (let run = 0; run < RUNS; run++) {
    const accepted = await taken(await site.makeKey('publishable'), (i) => `10.${run}.${i >> 8}.${i & 255}`);
    assert.ok(Math.abs(accepted - RATE) <= RATE / 10, `run ${run}: ${accepted} of ${CLICKS}`);
  }
});

test('a flood from one network leaves the other networks their share of the rate limit', async () => {
  const key = await site.makeKey('publishable');
  assert.equal(await taken(key, (i) => `10.99.${i >> 8}.${i & 255}`), RATE);
  // One click is accepted per network bucket. Some of the forty networks have the same bucket.
  const others = await taken(key, (i) => `11.${i}.0.1`, 40);
  assert.ok(others >= 15 && others <= 31, `${others} of 40`);
  assert.equal(await taken(key, (i) => `10.99.200.${i}`, 20), 0);
});
