import { Agent, type IncomingHttpHeaders, request } from 'node:http';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
  milliseconds: number;
}

export interface Ask {
  url: string | URL;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

export function client(connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections, scheduling: 'fifo' });
  const ask = ({ url, method = 'GET', headers = {}, body }: Ask): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const began = performance.now();
      const sent = request(String(url), { agent, method, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks).toString(),
            milliseconds: performance.now() - began,
          }),
        );
      });
      sent.on('error', reject);
      sent.end(body);
    });
  return { ask, close: () => agent.destroy() };
}

export type Client = ReturnType<typeof client>;

/** Responses per second of `connections` clients that send requests without a pause. */
export async function throughput(
  { connections, seconds }: { connections: number; seconds: number },
  next: () => Ask,
  expected = 200,
): Promise<number> {
  const { ask, close } = client(connections);
  const began = performance.now();
  const until = began + seconds * 1000;
  let answers = 0;
  const loop = async () => {
    while (performance.now() < until) {
      const { status, body } = await ask(next());
      if (status !== expected) throw new Error(`${status} ${body.slice(0, 200)}`);
      answers++;
    }
  };
  await Promise.all(Array.from({ length: connections }, loop));
  const rate = answers / ((performance.now() - began) / 1000);
  close();
  return rate;
}

/** Measures routes alternately, so that other load affects all equally. Returns the median round of each. */
export async function alternate<K extends string>(
  rounds: number,
  routes: Record<K, () => Promise<number>>,
): Promise<Record<K, number>> {
  const names = Object.keys(routes) as K[];
  const rates = new Map<K, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) for (const name of names) rates.get(name)?.push(await routes[name]());
  return Object.fromEntries(names.map((name) => [name, percentile(rates.get(name) ?? [], 0.5)])) as Record<K, number>;
}

/** Returns the nearest-rank percentile. `p` is from 0 to 1. */
export function percentile(values: readonly number[], p: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(p * sorted.length) - 1)] ?? Number.NaN;
}
