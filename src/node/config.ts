/** This module reads the Worker's settings from wrangler.toml. */
import { readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import type { ConsumerSettings } from './queue/settlement.ts';
import type { Limit } from './rate-limit.ts';

interface WranglerFile {
  vars: Record<string, string>;
  ratelimits: { name: string; simple: Limit }[];
  queues: {
    producers: { binding: string; queue: string }[];
    consumers: {
      queue: string;
      max_batch_size: number;
      max_batch_timeout: number;
      max_retries: number;
      dead_letter_queue?: string;
    }[];
  };
}

/** Clicks per transaction. Each transaction waits for the disk, so it holds more of them than on Cloudflare. */
const CLICK_BATCH = 100;

export interface WorkerConfig {
  vars: Record<string, string>;
  limits: Record<string, Limit>;
  producers: Record<string, string>;
  consumers: Record<string, ConsumerSettings>;
}

export function readWorkerConfig(file: string): WorkerConfig {
  const { vars, ratelimits, queues } = parse(readFileSync(file, 'utf8')) as unknown as WranglerFile;
  return {
    vars,
    limits: Object.fromEntries(ratelimits.map(({ name, simple }) => [name, simple])),
    producers: Object.fromEntries(queues.producers.map(({ binding, queue }) => [binding, queue])),
    consumers: Object.fromEntries(
      queues.consumers.map((consumer) => [
        consumer.queue,
        {
          maxBatchSize: consumer.queue.endsWith('-clicks') ? CLICK_BATCH : consumer.max_batch_size,
          maxBatchTimeout: consumer.max_batch_timeout,
          maxRetries: consumer.max_retries,
          deadLetterQueue: consumer.dead_letter_queue,
        },
      ]),
    ),
  };
}

const SECRETS = ['SMTP_URL'];

/** Returns the variables of wrangler.toml and the secrets that the environment sets. */
export function variables({ vars }: WorkerConfig, env: NodeJS.ProcessEnv = process.env): Record<string, string> {
  const set = [...Object.keys(vars), ...SECRETS].map((name) => [name, env[name]] as const);
  return Object.fromEntries(set.filter((entry): entry is [string, string] => Boolean(entry[1])));
}
