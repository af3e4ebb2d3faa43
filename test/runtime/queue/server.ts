/** Child process of the queue tests: queues with a small consumer, stored in the folder given as argument. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { openFile } from '../../../src/node/d1/sqlite.ts';
import '../../../src/node/modules/globals.ts';
import { Queues } from '../../../src/node/queue/queues.ts';

const [folder = ''] = process.argv.slice(2);
const CONSUMERS = {
  jobs: { maxBatchSize: 10, maxBatchTimeout: 1, maxRetries: 2, deadLetterQueue: 'dead' },
  dead: { maxBatchSize: 10, maxBatchTimeout: 1, maxRetries: 0 },
};

interface Body {
  retryOnce?: number;
  ack?: boolean;
  slow?: number;
  failures?: number;
}

const seen: object[] = [];
let isOut = false;

async function consume({ queue, messages, ...batch }: MessageBatch<Body>): Promise<void> {
  const at = Date.now();
  for (const { id, body, attempts, timestamp } of messages)
    seen.push({ queue, id, body, attempts, at, sent: timestamp.getTime(), size: messages.length });
  if (isOut) {
    for (const message of messages) message.retry({ delaySeconds: 600 });
    return batch.retryAll();
  }
  for (const message of messages) {
    const { retryOnce, ack, slow } = message.body;
    if (slow) await sleep(slow);
    if (ack) message.ack();
    if (retryOnce !== undefined && message.attempts === 1) message.retry({ delaySeconds: retryOnce });
  }
  const fails = queue === 'jobs' && messages.some(({ body, attempts }) => attempts <= (body.failures ?? 0));
  if (!fails) return;
  batch.retryAll({ delaySeconds: 1 });
  throw new Error('as the message asks');
}

const queues = new Queues(openFile(join(folder, 'queues.sqlite')), CONSUMERS, (batch) =>
  consume(batch as MessageBatch<Body>),
);
const jobs = queues.producer('jobs');

async function respond(
  path: string | undefined,
  read: () => Promise<unknown>,
): Promise<[status: number, body: string]> {
  if (path === '/seen') return [200, JSON.stringify(seen)];
  if (path === '/metrics') return [200, JSON.stringify(await jobs.metrics())];
  if (path === '/out') {
    isOut = (await read()) as boolean;
    return [200, ''];
  }
  const messages = (await read()) as MessageSendRequest[];
  const [first] = messages;
  if (first && messages.length === 1) await jobs.send(first.body, { contentType: 'json', ...first });
  else await jobs.sendBatch(messages);
  return [202, ''];
}

const server = createServer(async (request, response) => {
  const [status, body] = await respond(request.url, () => json(request)).catch(
    (thrown: Error) => [500, thrown.message] as const,
  );
  response.writeHead(status).end(body);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
queues.start();
process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
