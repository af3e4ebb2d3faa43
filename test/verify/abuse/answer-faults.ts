import type { Answer } from './trial.ts';

/** Words from traces, statements and files, which no answer may contain. */
const INTERNALS =
  /\bat \S+ \([^)]*:\d+:\d+\)|SQLITE_|D1_ERROR|no such (table|column)|fts5: |CREATE TABLE|database_id|root:x:0/;

/** Codes that JSON-RPC keeps for itself: from -32768 to -32000. */
const RESERVED = /^-32[0-7]\d\d$/;

/** Refusals of the runtime, for requests that it hands to no Worker: methods, sizes and addresses that HTTP does not have. */
const ofRuntime = ({ status, headers, body }: Answer) =>
  !headers.has('Server-Timing') && [400, 414, 431, 501].includes(status) && body.length < 100;

/** What is wrong with the answer to a request for a path, whatever else was asked. */
export function* answerFaults(answer: Answer, secrets: readonly string[], path: string): Iterable<string> {
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
  yield* faultsOfType(answer, path);
}

function* faultsOfType({ status, headers, body }: Answer, path: string): Iterable<string> {
  const type = headers.get('Content-Type') ?? '';
  if (type.includes('html')) {
    const scripts = /script-src ([^;]*)/.exec(headers.get('Content-Security-Policy') ?? "script-src 'unsafe-inline'");
    if (scripts?.[1]?.includes("'unsafe-")) yield `is a page whose policy lets any script run: ${scripts[1]}`;
  } else if (body !== '' && status >= 400) {
    const fault = parsed(body);
    const isFault = fault?.code === status && typeof fault.reason === 'string';
    if (!isFault && !(isMcp(path) && isRpcError(fault))) yield `is no fault of the contract: ${body}`;
  }
  if (body !== '' && headers.get('X-Content-Type-Options') !== 'nosniff') yield 'may be sniffed';
}

const isMcp = (path: string): boolean => /^\/mcp(\?|$)/.test(path);

/** An error as JSON-RPC 2.0 has it, with one of the codes that it reserves. */
const isRpcError = (answer: Fault | null): boolean =>
  answer?.jsonrpc === '2.0' && RESERVED.test(String(answer.error?.code)) && typeof answer.error?.message === 'string';

interface Fault {
  code?: number;
  reason?: unknown;
  jsonrpc?: unknown;
  error?: { code?: unknown; message?: unknown };
}

function parsed(body: string): Fault | null {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
