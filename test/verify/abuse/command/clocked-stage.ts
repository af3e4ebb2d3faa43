import { setTimeout as sleep } from 'node:timers/promises';
import { migrate, startWorker } from '../../../../src/cli/database/runtime.ts';
import { openDb } from '../../../../src/db/client.ts';
import { SITE } from '../../../../src/rankings/site.ts';
import { bundleWorker } from '../../../support/bundle-worker.ts';
import { SILENT_TOPIC, TOPIC } from '../inflation/newsroom.ts';
import type { Stage } from '../inflation/stage.ts';
import { SENT } from './sent.ts';

const ORIGIN = 'https://newsgauge.test';
const HOUR = 3_600_000;
const PATIENCE = 60_000;

/** The real Worker under Miniflare on an empty state, with the limits of `wrangler.toml` and a clock that can be moved. */
export async function clockedStage(state: string): Promise<Stage & { stop(): Promise<void> }> {
  migrate(state);
  const script = await bundleWorker('test/verify/abuse/command/clocked-worker.ts');
  const running = await startWorker({ state, port: 0, script, vars: { FAULTS_AHEAD: '0' } });
  let ahead = 0;
  const ask: Stage['ask'] = async (path, { headers = {}, ...rest } = {}) => {
    const pairs = Object.entries(headers).flatMap(([name, values]) =>
      [values].flat().map((one): [string, string] => [name, one]),
    );
    const init = { ...rest, headers: [...pairs, [SENT, JSON.stringify(pairs)]], redirect: 'manual' } as const;
    const response = await running.mf.dispatchFetch(ORIGIN + path, init as never);
    return { status: response.status, headers: response.headers as never, body: await response.text() };
  };
  return {
    ask,
    db: openDb(running.db),
    kv: (await running.mf.getKVNamespace('SALTS')) as never,
    now: () => Date.now() + ahead,
    async advance(hours) {
      ahead += hours * HOUR;
      await ask('/clock', { method: 'PUT', body: JSON.stringify({ ahead, topics: [SITE, TOPIC, SILENT_TOPIC] }) });
    },
    async settle() {
      const end = Date.now() + PATIENCE;
      while (Object.values(await running.waiting()).some((messages) => messages > 0)) {
        if (Date.now() > end) throw new Error('clicks are not counted');
        await sleep(50);
      }
    },
    stop: () => running.dispose(),
  };
}
