/**
 * Child of the queue's tests: a Worker of a few lines with a queue, on the state in a folder, until it is killed.
 * Argument: the folder.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { workerOptions } from '../../../src/selfhost/runtime/make.ts';
import { localWorkers } from '../../../src/selfhost/runtime/workers.ts';

const [folder = ''] = process.argv.slice(2);
const config = join(folder, 'wrangler.toml');
writeFileSync(
  config,
  `name = "newsgauge"
compatibility_date = "2026-10-20"
[[queues.producers]]
binding = "JOBS"
queue = "jobs"
[[queues.consumers]]
queue = "jobs"
max_batch_size = 10
max_batch_timeout = 1
max_retries = 2
retry_delay = 1
dead_letter_queue = "dead"
[[queues.consumers]]
queue = "dead"
max_batch_timeout = 1
max_retries = 0`,
);

/** What it does with a message is said in the message. */
const SCRIPT = `import { WorkerEntrypoint } from 'cloudflare:workers';
export class Machine extends WorkerEntrypoint {}
const seen = [];
let isOut = false;
export default {
  async fetch(request, env) {
    const { pathname } = new URL(request.url);
    if (pathname === '/seen') return Response.json(seen);
    if (pathname === '/out') isOut = await request.json();
    if (pathname === '/out') return new Response(null);
    if (pathname === '/metrics') return Response.json(await env.JOBS.metrics());
    const messages = await request.json();
    if (messages.length === 1) await env.JOBS.send(messages[0].body, { contentType: 'json', ...messages[0] });
    else await env.JOBS.sendBatch(messages);
    return new Response(null, { status: 202 });
  },
  async queue(batch) {
    const { queue, messages } = batch;
    const at = Date.now();
    for (const { id, body, attempts, timestamp } of messages)
      seen.push({ queue, id, body, attempts, at, sent: timestamp.getTime(), size: messages.length });
    if (isOut) {
      for (const message of messages) message.retry({ delaySeconds: 600 });
      return batch.retryAll();
    }
    for (const message of messages) {
      const { retryOnce, ack, slow } = message.body;
      if (slow) await scheduler.wait(slow);
      if (ack) message.ack();
      if (retryOnce !== undefined && message.attempts === 1) message.retry({ delaySeconds: retryOnce });
    }
    const fails = queue === 'jobs' && messages.some(({ body, attempts }) => attempts <= (body.failures ?? 0));
    if (fails) throw new Error('as the message asks');
  },
};`;

const mf = new Miniflare(
  convertV4MiniflareOptions({
    workers: await localWorkers({ vars: {}, script: SCRIPT, options: workerOptions(config) }),
    resourcePersistencePath: join(folder, 'v3'),
  } as Parameters<typeof convertV4MiniflareOptions>[0]),
);
const url = await mf.ready;
await (await mf.getWorker('newsgauge-queue')).fetch('http://queue/wake');
process.send?.(url.href);
