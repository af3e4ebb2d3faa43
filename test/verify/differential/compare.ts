import { request } from 'node:http';
import type { RecordedRequest } from './requests.ts';

export interface Received {
  status: number;
  headers: Record<string, string>;
  body: string;
}

const MASKED = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'server-timing',
  'transfer-encoding',
  'x-request-id',
]);

/** Sends a recorded request to a server, with the same host name for every port. */
export function ask(url: URL, { method, path, headers, body }: RecordedRequest): Promise<Received> {
  return new Promise((resolve, reject) => {
    const outgoing = request({
      host: url.hostname,
      port: url.port,
      method,
      path,
      headers: {
        Host: 'news.example',
        ...headers,
        ...(body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) }),
      },
    });
    outgoing.once('error', reject);
    outgoing.once('response', (incoming) => {
      incoming.toArray().then((received) => {
        const compared = Object.entries(incoming.headers)
          .filter(([name]) => !MASKED.has(name))
          .map(([name, value]): [string, string] => [name, masked(name, String(value))]);
        resolve({
          status: incoming.statusCode ?? 0,
          headers: Object.fromEntries(compared.filter(([, value]) => value !== '')),
          body: Buffer.concat(received).toString('latin1'),
        });
      }, reject);
    });
    outgoing.end(body);
  });
}

/** Masks the rate limit, which depends on time, and `Accept-Encoding` in `Vary`, which the edge adds. */
function masked(name: string, value: string): string {
  if (name === 'ratelimit') return value.replace(/\b([rt])=\d+/g, '$1=…');
  return name === 'vary' ? value.replace(/(^|, )Accept-Encoding$/, '') : value;
}

const CONTEXT = 160;

export function differenceOf(worker: Received, node: Received): string | null {
  const names = [...new Set([...Object.keys(worker.headers), ...Object.keys(node.headers)])];
  const lines = names
    .filter((name) => worker.headers[name] !== node.headers[name])
    .map((name) => `  ${name}: workerd ${worker.headers[name]}, Node ${node.headers[name]}`);
  if (worker.status !== node.status) lines.unshift(`  status: workerd ${worker.status}, Node ${node.status}`);
  if (worker.body !== node.body) {
    let at = 0;
    while (worker.body[at] === node.body[at]) at++;
    const around = (body: string) => JSON.stringify(body.slice(Math.max(0, at - CONTEXT / 2), at + CONTEXT));
    lines.push(`  body from byte ${at}:\n    workerd ${around(worker.body)}\n    Node    ${around(node.body)}`);
  }
  return lines.length > 0 ? lines.join('\n') : null;
}
