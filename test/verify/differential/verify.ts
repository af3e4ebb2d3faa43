/**
 * `npm run verify -- differential` sends the same 1,000 requests to the Worker on Node and under workerd, and compares
 * the responses byte by byte. `--servers` compares two running servers.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { run } from '../../../src/command/command.ts';
import { ask, differenceOf, type Received } from './compare.ts';
import type { Description } from './described.ts';
import { type RecordedRequest, recordedRequests } from './requests.ts';
import { runningServers } from './running.ts';
import { startBoth } from './servers.ts';

const USAGE = `Usage: npm run verify -- differential [--requests NUMBER] [--servers URL,URL]

--servers URL,URL  running servers on copies of one state, which the requests change; SECRET_KEY, PUBLISHABLE_KEY and OPERATOR_KEY are its keys`;
const AT_ONCE = 4;
const MAX_PRINTED = 50;
const MAX_TRIES = 10;
const PAUSE_MS = 200;

/** Repeats a request if the rankings were not stored in time, as can happen on a busy machine. */
async function askFresh(url: URL, request: RecordedRequest): Promise<Received> {
  for (let tries = 0; ; tries++) {
    const received = await ask(url, request);
    if (!received.headers['x-ranking-age'] || tries === MAX_TRIES) return received;
    await sleep(PAUSE_MS);
  }
}

await run(USAGE, async () => {
  const { values } = parseArgs({
    options: { requests: { type: 'string', default: '1000' }, servers: { type: 'string' } },
  });
  const folder = mkdtempSync(join(tmpdir(), 'newsgauge-differential-'));
  const both = values.servers ? await runningServers(values.servers) : await startBoth(folder);
  const statuses = new Map<number, number>();
  const different: string[] = [];
  const compare = async (request: RecordedRequest) => {
    const [worker, node] = await Promise.all([askFresh(both.worker.url, request), askFresh(both.node.url, request)]);
    statuses.set(worker.status, (statuses.get(worker.status) ?? 0) + 1);
    const difference = differenceOf(worker, node);
    if (difference) different.push(`${request.method} ${request.path}\n${difference}`);
  };
  try {
    const description = (await (await fetch(new URL('/api/v2/openapi.json', both.node.url))).json()) as Description;
    const { reads, writes } = recordedRequests(description, Number(values.requests), both);
    const start = performance.now();
    const next = reads[Symbol.iterator]();
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (const request of next) await compare(request);
      }),
    );
    for (const request of writes) await compare(request);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`);
    console.log(
      `${reads.length + writes.length} requests in ${seconds} s (${counts.join(', ')}); ${different.length} differ`,
    );
    for (const each of different.slice(0, MAX_PRINTED)) console.log(`\n${each}`);
    assert.equal(different.length, 0, 'Node and workerd answer differently');
    // Responses that are mostly errors would not prove much.
    assert.ok((statuses.get(200) ?? 0) > reads.length / 3, 'too few requests succeed');
  } finally {
    await both.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
