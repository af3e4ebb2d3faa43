import { env, SELF } from 'cloudflare:test';
import { vi } from 'vitest';
import { ORIGIN, openTestDb } from '../../../support/index.ts';
import type { Stage } from './attack.ts';

const HOUR = 3_600_000;
const PATIENCE = 20_000;

export function workerStage(): Stage {
  let now = Math.floor(Date.now() / HOUR) * HOUR + HOUR / 2;
  const setClock = () => void vi.useFakeTimers({ toFake: ['Date'], now });
  setClock();
  return {
    db: openTestDb(),
    kv: env.SALTS,
    now: () => now,
    async ask(path, { headers = {}, ...ask } = {}) {
      const pairs = Object.entries(headers).flatMap(([name, values]) => [values].flat().map((one) => [name, one]));
      const response = await SELF.fetch(ORIGIN + path, { ...ask, headers: pairs, redirect: 'manual' } as never);
      return { status: response.status, headers: response.headers as never, body: await response.text() };
    },
    async advance(hours) {
      now += hours * HOUR;
      setClock();
    },
    async settle() {
      const end = performance.now() + PATIENCE;
      while ((await env.CLICKS.metrics()).backlogCount > 0) {
        if (performance.now() > end) throw new Error('clicks are not counted');
        await scheduler.wait(20);
      }
    },
  };
}
