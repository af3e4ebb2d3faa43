import type { Answer } from './trial.ts';

/** Words from traces, statements and files, which no answer may contain. */
const INTERNALS =
  /\bat \S+ \([^)]*:\d+:\d+\)|SQLITE_|D1_ERROR|no such (table|column)|fts5: |CREATE TABLE|database_id|root:x:0/;

/** Refusals of the runtime, for requests that it hands to no Worker: methods, sizes and addresses that HTTP does not have. */
const ofRuntime = ({ status, headers, body }: Answer) =>
  !headers.has('Server-Timing') && [400, 414, 431, 501].includes(status) && body.length < 100;

/** What is wrong with an answer, whatever the request. */
export function* answerFaults(answer: Answer, secrets: readonly string[]): Iterable<string> {
  if (ofRuntime(answer)) return;
  const { status, headers, body } = answer;
  if (status >= 500) yield `answered ${status}: ${body.slice(0, 200)}`;
  if (status === 429) yield 'was refused for its rate, so nothing was tried';
  const everything = `${body}\n${Array.from(headers, (pair) => pair.join(': ')).join('\n')}`;
  if (secrets.some((key) => everything.includes(key))) yield 'shows a key';
  if (INTERNALS.test(body)) yield `shows internals: ${INTERNALS.exec(body)?.[0]}`;
  if (headers.has('Access-Control-Allow-Credentials')) yield 'lets pages of other origins send cookies';
  const cookie = headers.get('Set-Cookie');
  if (cookie && !(/; HttpOnly/i.test(cookie) && /; SameSite=Strict/i.test(cookie)))
    yield 'sets a cookie that scripts read or that other sites send';
  yield* faultsOfType(status, headers, body);
}

function* faultsOfType(status: number, headers: Headers, body: string): Iterable<string> {
  const type = headers.get('Content-Type') ?? '';
  if (type.includes('html')) {
    const scripts = /script-src ([^;]*)/.exec(headers.get('Content-Security-Policy') ?? "script-src 'unsafe-inline'");
    if (scripts?.[1]?.includes("'unsafe-")) yield `is a page whose policy lets any script run: ${scripts[1]}`;
  } else if (body !== '' && status >= 400) {
    const fault = parsed(body);
    if (fault?.code !== status || typeof fault.reason !== 'string') yield `is no fault of the contract: ${body}`;
  }
  if (body !== '' && headers.get('X-Content-Type-Options') !== 'nosniff') yield 'may be sniffed';
}

function parsed(body: string): { code?: number; reason?: unknown } | null {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
