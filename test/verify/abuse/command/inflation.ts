import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDb } from '../../../../src/db/client.ts';
import { SITE } from '../../../../src/rankings/site.ts';
import { circumstances, table, whole } from '../../../bench/lib/report.ts';
import { bundleWorker } from '../../../support/bundle-worker.ts';
import { startWorker } from '../../../support/worker.ts';
import { migrate } from '../../../support/workerd/runtime.ts';
import type { Inflation, Stage } from '../inflation/attack.ts';
import { INFLATIONS, LATER } from '../inflation/attacks/index.ts';
import { type Campaign, campaign, isActive, lastOfTop, type View } from '../inflation/campaign.ts';
import { campaignKeys, SILENT_TOPIC, TOPIC } from '../inflation/newsroom.ts';
import { SENT } from './sent.ts';

const ORIGIN = 'https://newsgauge.test';
const HOUR = 3_600_000;
const PATIENCE = 60_000;

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

export async function inflate(): Promise<Campaign> {
  const state = mkdtempSync(join(tmpdir(), 'newsgauge-inflation-'));
  try {
    const stage = await clockedStage(state);
    try {
      return await campaign(stage, await campaignKeys(stage), { attacks: INFLATIONS, later: LATER, scale: 1, days: 7 });
    } finally {
      await stage.stop();
    }
  } finally {
    rmSync(state, { recursive: true, force: true, maxRetries: 5 });
  }
}

function promiseOf({ isBeyond }: Inflation, problems: readonly string[]): string {
  if (problems.length > 0) return problems.join('; ');
  return isBeyond ? 'none' : 'held';
}

const rankOf = (rank: number | null) => (rank === null ? '–' : String(rank));

export function describeInflation({ results, views, silent }: Campaign): string {
  const rows = results.map(({ attack, counted, weighs, rank, risingRank, problems }) => [
    `${attack.name}`,
    whole(counted),
    String(weighs),
    rankOf(rank),
    rankOf(risingRank),
    promiseOf(attack, problems),
  ]);
  const [atOnce, later] = views.map((view, i) => describeView(i === 0 ? 'At once' : 'After a busy hour', view, silent));
  return `${circumstances('npm run verify -- abuse --only inflation')}

Each attack clicks silent articles of an active newsroom, with the same tags as the articles that readers read. Requests state their address and network as at the edge, and the clock is moved for attacks that take days. The check covers all rankings of articles, including every breakdown group. A list counts if its tenth article has an engagement of 12 or more, four times that of one address.

${atOnce} ${later}

“Share” is the attacker's part of the site's readers. “Counted” is the clicks of one article, “weighs” its engagement. Ranks are the best in any active list; – is below the first 50.

${table(['attack', 'counted', 'weighs', 'rank', 'rank rising', 'promise'], rows)}

Rising content never lists articles whose clicks come from one network. Articles with clicks of many networks and one browser can rise.`;
}

function describeView(name: string, view: View, silent: ReadonlySet<number>): string {
  const active = view.lists.filter((list) => isActive(list, view.standings, silent));
  const last = (name: string) => {
    const list = view.lists.find((one) => one.name === name);
    return list ? view.standings.get(lastOfTop(list, silent) ?? 0) : undefined;
  };
  return `${name}, ${active.length} of ${view.lists.length} lists are active. The tenth article has an engagement of ${last('popular, 24h')?.day[0] ?? 0} in 24h and ${last('popular, 7d')?.week[0] ?? 0} in 7d.`;
}
