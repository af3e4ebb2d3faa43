/** `npm run check -- alarms` runs the guide's alert rules on a real Prometheus. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { run } from '../../../src/command/command.ts';
import { ROOT } from '../../../src/command/paths.ts';
import { freePort } from '../../support/servers/free-port.ts';
import * as faults from './faults.ts';
import { article, HOUR, MINUTE, type Stage, startStage } from './stage.ts';

const USAGE = `npm run check -- alarms [--quick]

Checks the rules and the configuration of docs/guides/examples/monitoring with promtool, and runs a real Prometheus (Debian's package) against
the real Worker: no rule may fire without a fault, and each must fire after its fault. The waiting time of rules (\`for\`) is reduced to a
second. --quick only runs promtool.`;

const EXAMPLES = join(ROOT, 'docs/guides/examples/monitoring');
const PATIENCE = 240_000;
/** Time without faults in which no rule may fire, in milliseconds. */
const CALM = 5000;

const CAUSES: Record<string, (stage: Stage) => Promise<unknown>> = {
  ClicksDie: faults.clickDies.make,
  WebhookFails: faults.receiverIsGone.make,
  ServiceAlarm: async (stage) => {
    await faults.diskFills.make(stage);
    await stage.cron('minute');
  },
  HubFails: async ({ refuse, manage, cron }) => {
    refuse('/hub');
    await manage('PUT', 'articles', [article(2)]);
    await cron('frequent');
  },
  // The times of the jobs' last runs follow the moved clock.
  JobsStopped: async ({ move, cron }) => {
    await move(-20 * MINUTE, false);
    await cron('frequent');
    await move(20 * MINUTE, false);
  },
  RetentionStopped: async ({ move, cron }) => {
    await move(-27 * HOUR, false);
    await cron('daily');
    await move(27 * HOUR, false);
  },
  ClicksWait: async (stage) => {
    await faults.consumerFails.make(stage);
    await stage.move(6 * MINUTE);
  },
  RankingsLate: faults.objectsFail.make,
  DatabaseOut: faults.databaseBreaks.make,
  ServiceSilent: ({ stop }) => stop(),
};

await run(USAGE, async () => {
  const { quick } = parseArgs({ options: { quick: { type: 'boolean', default: false } } }).values;
  const promtool = (...args: string[]) => execFileSync('promtool', args, { stdio: 'inherit' });
  promtool('check', 'rules', join(EXAMPLES, 'rules.yaml'));
  promtool('check', 'config', '--syntax-only', join(EXAMPLES, 'prometheus.yaml'));
  if (!quick) await checkRules(readFileSync(join(EXAMPLES, 'rules.yaml'), 'utf8'));
});

async function checkRules(rules: string): Promise<void> {
  const names = Array.from(rules.matchAll(/alert: (\w+)/g), ([, name = '']) => name);
  const without = names.filter((name) => !CAUSES[name]);
  if (without.length > 0) throw new Error(`CAUSES has no fault for ${without.join(', ')}`);
  const stage = await startStage();
  const folder = mkdtempSync(join(tmpdir(), 'newsgauge-prometheus-'));
  const prometheus = await startPrometheus(folder, rules, stage);
  let isStopped = false;
  try {
    // No metrics exist before the first response.
    await sleep(CALM);
    for (const end = Date.now() + PATIENCE; (await prometheus.firing()).includes('ServiceSilent'); await sleep(200))
      if (Date.now() > end) throw new Error('Prometheus receives no metrics');
    await sleep(CALM);
    const early = await prometheus.firing();
    if (early.length > 0) throw new Error(`${early.join(', ')} fires without a fault`);
    for (const [name, make] of Object.entries(CAUSES)) {
      if ((await prometheus.firing()).includes(name)) throw new Error(`${name} fired before its fault was made`);
      const began = Date.now();
      await make(stage);
      isStopped ||= name === 'ServiceSilent';
      while (!(await prometheus.firing()).includes(name)) {
        if (Date.now() - began > PATIENCE) throw new Error(`${name} does not fire`);
        await sleep(200);
      }
      console.log(`${name} fires after ${((Date.now() - began) / 1000).toFixed(1)} s`);
    }
  } finally {
    await prometheus.stop();
    if (!isStopped) await stage.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function startPrometheus(folder: string, rules: string, { url, operator }: Stage) {
  const port = await freePort();
  writeFileSync(join(folder, 'rules.yaml'), rules.replace(/for: \w+/g, 'for: 1s'));
  const config = `global: { scrape_interval: 1s, evaluation_interval: 1s }
rule_files: [rules.yaml]
scrape_configs:
  - job_name: newsgauge
    metrics_path: /manage/metrics
    authorization: { credentials: ${operator} }
    static_configs: [{ targets: ['${url.host}'] }]
`;
  writeFileSync(join(folder, 'prometheus.yaml'), config, { mode: 0o600 });
  const args = [
    `--config.file=${join(folder, 'prometheus.yaml')}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
    '--log.level=warn',
  ];
  const child = spawn('prometheus', args, { stdio: ['ignore', 'inherit', 'inherit'] });
  const ended = once(child, 'exit');
  const base = `http://127.0.0.1:${port}`;
  const end = Date.now() + PATIENCE;
  while (
    !(await fetch(`${base}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (Date.now() > end || child.exitCode !== null) throw new Error('Prometheus does not start');
    await sleep(100);
  }
  return {
    async firing(): Promise<string[]> {
      const answer = await (await fetch(`${base}/api/v1/alerts`)).json();
      const { alerts } = (answer as { data: { alerts: { state: string; labels: { alertname: string } }[] } }).data;
      return [...new Set(alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname))];
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
