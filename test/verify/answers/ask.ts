import { request } from 'node:http';
import type { KeyName, Question } from './questions.ts';

/** An answer as far as it must be equal: without times and request ids. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export type Keys = Record<KeyName, string>;

/** Both servers are asked under one name, since answers hold it. */
const HOST = 'newsgauge.example';

/** Headers that say when something was answered. */
const PASSING = new Set(['date', 'server-timing', 'x-request-id', 'content-length', 'connection', 'keep-alive']);

/** Figures of a moment in what operators see, and when the keys of a start were made. */
const MOMENTS =
  /("(?:oldestSeconds|secondsLeft|oldestAgeSeconds|rebuilt)":)-?\d+|("(?:created|expires)":)"[^"]*"|(newsgauge_(?:queue|rankings_oldest|job)\w*(?:\{[^}]*\})? )[-\d.e+]+/g;

/** Asks one server, twice where the question says so. */
export async function askServer(base: string, question: Question, keys: Keys): Promise<Answer> {
  const first = await send(base, question, keys, {});
  if (!question.again) return first;
  const tag = question.again === 'etag' ? { 'If-None-Match': first.headers.etag ?? '' } : {};
  return send(base, question, keys, tag);
}

async function send(
  base: string,
  { method, path, key, headers, body }: Question,
  keys: Keys,
  tag: Record<string, string>,
): Promise<Answer> {
  const credentials: Record<string, string> = key ? { Authorization: `Bearer ${keys[key]}` } : {};
  const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const asked = request(
    base + path.replaceAll(' ', '%20'),
    { method, headers: { Host: HOST, ...length, ...credentials, ...headers, ...tag } },
    async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      const text = Buffer.concat(chunks).toString();
      const stable = text.replace(MOMENTS, '$1$2$3moment');
      const named = Object.entries(response.headers)
        .filter(([name]) => !PASSING.has(name))
        .map(([name, value]) => [name, name === 'etag' && stable !== text ? 'of a moment' : String(value)]);
      resolve({ status: response.statusCode ?? 0, headers: Object.fromEntries(named), body: stable });
    },
  );
  asked.on('error', reject);
  asked.end(body);
  return promise;
}
