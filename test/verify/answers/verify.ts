/**
 * `npm run verify -- answers URL_A URL_B`: asks two running servers, on copies of one state folder, the same questions and
 * prints every difference between their answers. Ends with 1 where there is one.
 */

import { request } from 'node:http';
import { parseArgs } from 'node:util';
import { failCommand, run } from '../../../src/command/command.ts';
import { type KeyName, QUESTIONS, type Question } from './questions.ts';

/** An answer as far as it must be equal: without times and request ids. */
interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

type Keys = Record<KeyName, string>;

/** Both servers are asked under one name, since answers hold it. */
const HOST = 'newsgauge.example';

/** Headers that say when something was answered. */
const PASSING = new Set(['date', 'server-timing', 'x-request-id', 'content-length', 'connection', 'keep-alive']);

/** Figures of a moment in what operators see, and when the keys of a start were made. */
const MOMENTS =
  /("(?:oldestSeconds|secondsLeft|oldestAgeSeconds|rebuilt)":)-?\d+|("(?:created|expires)":)"[^"]*"|(newsgauge_(?:queue|rankings_oldest|job)\w*(?:\{[^}]*\})? )[-\d.e+]+/g;

/** Asks one server, twice where the question says so. */
async function askServer(base: string, question: Question, keys: Keys): Promise<Answer> {
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

/** Texts for people, by the names of the fields that hold them: what a change of wording may change. */
const TEXTS = new Set(['summary', 'description', 'message']);

/** What is different between two answers, a line each; none where they are equal. */
function differences(a: Answer, b: Answer, { withoutTexts }: { withoutTexts: boolean }): string[] {
  const found: string[] = [];
  if (a.status !== b.status) found.push(`status: ${a.status} | ${b.status}`);
  const reworded = withoutTexts && a.body !== b.body && withoutWording(a.body) === withoutWording(b.body);
  for (const name of new Set([...Object.keys(a.headers), ...Object.keys(b.headers)])) {
    if (a.headers[name] === b.headers[name] || (reworded && name === 'etag')) continue;
    found.push(`${name}: ${a.headers[name] ?? 'none'} | ${b.headers[name] ?? 'none'}`);
  }
  if (a.body !== b.body && !reworded) found.push(firstDifference(a.body, b.body));
  return found;
}

/** A JSON body without the texts for people; another body as it is. */
function withoutWording(body: string): string {
  try {
    const parsed = JSON.parse(body);
    const isFail = parsed?.status === 'fail';
    return JSON.stringify(parsed, (name, value) => {
      if (isFail && name === 'data') return Object.keys(value);
      return TEXTS.has(name) && typeof value === 'string' ? undefined : value;
    });
  } catch {
    return body;
  }
}

const AROUND = 60;

function firstDifference(a: string, b: string): string {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  const excerpt = (text: string) => JSON.stringify(text.slice(Math.max(0, at - AROUND), at + AROUND));
  return `body at ${at}: ${excerpt(a)} | ${excerpt(b)}`;
}

const USAGE = `npm run verify -- answers URL_A URL_B [--without-texts] [--only TEXT]

Keys of the state folder come from the environment: SECRET_KEY, PUBLISHABLE_KEY, OPERATOR_KEY,
BOUND_KEY (publishable, bound to https://partner.example) and REVOKED_KEY.
--without-texts  texts for people (descriptions, messages) may differ
--only TEXT      asks only what has TEXT in its path`;

await run(USAGE, async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'without-texts': { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
  });
  const [a, b, ...rest] = positionals.map((url) => url.replace(/\/+$/, ''));
  if (!a || !b || rest.length > 0) failCommand(USAGE);
  const keys = keysOf(process.env);
  const questions = QUESTIONS.filter(({ path }) => path.includes(values.only));
  let different = 0;
  for (const question of questions) {
    const answers = await Promise.all([askServer(a, question, keys), askServer(b, question, keys)]);
    const found = differences(...answers, { withoutTexts: values['without-texts'] });
    if (found.length === 0) continue;
    different += 1;
    console.log(`${question.method} ${question.path} ${question.key ?? ''}\n  ${found.join('\n  ')}`);
  }
  console.log(`${questions.length} questions, ${different} answered differently`);
  if (different > 0) process.exitCode = 1;
});

function keysOf(env: NodeJS.ProcessEnv): Keys {
  const key = (name: string) => env[name] ?? failCommand(`${name} is missing`, USAGE);
  return {
    secret: key('SECRET_KEY'),
    publishable: key('PUBLISHABLE_KEY'),
    operator: key('OPERATOR_KEY'),
    bound: key('BOUND_KEY'),
    revoked: key('REVOKED_KEY'),
  };
}
