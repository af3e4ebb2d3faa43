import { env, runInDurableObject } from 'cloudflare:test';
import { expect, test } from 'vitest';

test('a test run ends even if an object still logs after the last test', async () => {
  const window = env.TOPIC_WINDOW.getByName('late lines');
  let logged = 0;
  await runInDurableObject(window, (_, state) => {
    state.waitUntil(
      (async () => {
        for (; logged < 400; logged++) {
          console.warn(`line ${logged}`);
          await scheduler.wait(1);
        }
      })(),
    );
  });
  expect(logged).toBeLessThan(400);
});
