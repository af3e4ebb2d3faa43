import { request } from 'node:http';
import { d1By, type Statement } from '../../db/d1.ts';
import { MINUTE_MS } from '../../lib/time.ts';
import type { MachineFacts } from '../../operations/alarms/machine-facts.ts';
import type { KvCall } from './doors-worker.ts';

/** Milliseconds that a call may take: recomputing a large search index takes minutes, a statement does not. */
const PATIENCE = MINUTE_MS;

/** Where a runtime listens: `unix:PATH` or `http://HOST:PORT`. */
export type Address = string;

/** The doors of a runtime, for processes of this server: never more than asked over HTTP, so that nobody waits who does not want to. */
export class Doors {
  readonly address: Address;

  constructor(address: Address) {
    this.address = address;
  }

  /** Resolves when the runtime has answered at all. */
  async ping(patience: number): Promise<void> {
    await this.#call('/ping', undefined, patience);
  }

  /** Calls the Worker's scheduled handler, as the platform's cron would. */
  async cron(cron: string, at = Date.now()): Promise<void> {
    await this.#call('/cron', { cron, at }, 15 * MINUTE_MS);
  }

  /** Tells the Worker what only the machine knows. */
  async machine(facts: MachineFacts): Promise<void> {
    await this.#call('/machine', facts);
  }

  /** Resumes the deliveries of every queue. */
  async wake(): Promise<void> {
    await this.#call('/wake');
  }

  /** How many messages wait, by queue. */
  async waiting(): Promise<Record<string, number>> {
    return JSON.parse(await this.#call('/'));
  }

  /** Runs statements in one transaction of the database. */
  async query(statements: Statement[]): Promise<D1Result[]> {
    return JSON.parse(await this.#call('/query', statements));
  }

  /** The database, as a client of D1. */
  get db(): D1Database {
    return d1By((statements) => this.query(statements));
  }

  /** The key-value store of halves. */
  get kv(): KVNamespace {
    const call = async (input: KvCall) => JSON.parse(await this.#call('/kv', input));
    return {
      get: (name: string) => call({ method: 'get', name }),
      put: (name: string, value: string, options?: KVNamespacePutOptions) =>
        call({ method: 'put', name, value, ...(options ? { options } : {}) }),
      delete: (name: string) => call({ method: 'delete', name }),
    } as unknown as KVNamespace;
  }

  #call(path: string, body?: unknown, patience = PATIENCE): Promise<string> {
    const where = this.address.startsWith('unix:') ? { socketPath: this.address.slice(5) } : targetOf(this.address);
    return new Promise((resolve, reject) => {
      const signal = AbortSignal.timeout(patience);
      const outgoing = request({ ...where, path, method: body === undefined ? 'GET' : 'POST', signal }, (answer) => {
        answer.toArray().then((chunks) => {
          const text = Buffer.concat(chunks).toString();
          if (answer.statusCode === 200 || answer.statusCode === 204) resolve(text);
          else reject(new Error(text));
        }, reject);
      });
      outgoing.once('error', reject);
      outgoing.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }
}

function targetOf(address: Address): { host: string; port: string } {
  const { hostname, port } = new URL(address);
  return { host: hostname, port };
}
