/**
 * What runs in workerd beside the Worker on a machine of one's own: the queues, and doors for the processes of this server, which come
 * over a socket of their own. The platform has neither.
 */
import type { Statement } from '../../db/d1.ts';
import queues from '../queue/queue.ts';
import type { QueueEnv } from '../queue/queue-object.ts';

export { LocalQueue, Producer } from '../queue/queue.ts';

interface DoorsEnv extends QueueEnv {
  DB: D1Database;
  SALTS: KVNamespace;
  /** Takes what only this machine knows. */
  MACHINE: Fetcher;
}

/** A call of the key-value store. */
export interface KvCall {
  method: 'get' | 'put' | 'delete';
  name: string;
  value?: string;
  options?: KVNamespacePutOptions;
}

const text = (value: unknown) => new Response(String(value));

export default {
  async fetch(request, env) {
    const url = new URL(request.url);
    switch (url.pathname) {
      case '/ping':
        return text('pong');
      case '/cron': {
        const { cron, at } = await request.json<{ cron: string; at: number }>();
        const { outcome } = await env.CONSUMER.scheduled({ cron, scheduledTime: new Date(at) });
        return text(outcome);
      }
      case '/machine':
        return env.MACHINE.fetch(request);
      case '/query': {
        const statements = await request.json<Statement[]>();
        const prepared = statements.map(({ sql, values }) => env.DB.prepare(sql).bind(...values));
        return env.DB.batch(prepared).then(
          (results) => Response.json(results),
          ({ message }: Error) => new Response(message, { status: 500 }),
        );
      }
      case '/kv': {
        const { method, name, value = '', options } = await request.json<KvCall>();
        if (method === 'get') return Response.json(await env.SALTS.get(name));
        await (method === 'put' ? env.SALTS.put(name, value, options) : env.SALTS.delete(name));
        return Response.json(null);
      }
      default:
        return queues.fetch(request, env);
    }
  },
} satisfies ExportedHandler<DoorsEnv>;
