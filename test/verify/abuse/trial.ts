import { allKeys, type Keys } from './newsroom.ts';

/** Patterns of stack traces, SQL and file contents, which must not appear in a response. */
const INTERNALS =
  /\bat \S+ \([^)]*:\d+:\d+\)|SQLITE_|D1_ERROR|no such (table|column)|fts5: |CREATE TABLE|database_id|root:x:0/;

/** Error codes reserved by JSON-RPC: -32768 to -32000. */
const RESERVED = /^-32[0-7]\d\d$/;

/** Whether the runtime rejected a request whose method, size or address it does not pass to a Worker. */
const ofRuntime = ({ status, headers, body }: Answer) =>
  !headers.has('Server-Timing') && [400, 414, 431, 501].includes(status) && body.length < 100;

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

export interface Ask {
  method?: string;
  headers?: Record<string, string | string[]>;
  body?: string | Uint8Array<ArrayBuffer>;
}

export interface Answer {
  status: number;
  headers: Headers;
  body: string;
}

/** The attacked service: the Worker under vitest, or a socket when started by the command. Never follows redirects. */
export interface Target {
  ask(path: string, ask?: Ask): Promise<Answer>;
  origin: string;
  keys: Keys;
}

/** Whether to try an element of a list: one in `outOf` in a quick round, but at least one in `most`. */
export type Pick = (place: number, outOf: number, most?: number) => boolean;

export const everything: Pick = () => true;

export const some =
  (seed: number, fewer: number): Pick =>
  (place, outOf, most = Number.POSITIVE_INFINITY) =>
    (place + seed) % Math.min(outOf * fewer, most) === 0;

export type Attack = (trial: Trial, pick: Pick) => Promise<void>;

export interface Finding {
  kind: string;
  tried: string;
  problem: string;
}

const MOST_TRIES = 100;

export class Trial {
  readonly target: Target;
  readonly tried = new Map<string, number>();
  readonly statuses = new Map<number, number>();
  readonly findings: Finding[] = [];
  readonly #secrets: string[];

  constructor(target: Target) {
    this.target = target;
    this.#secrets = allKeys(target.keys);
  }

  get keys(): Keys {
    return this.target.keys;
  }

  /**
   * Sends a request and checks its response for faults. Retries while the service is busy, unless `isCrowd` is true.
   */
  async ask(kind: string, path: string, ask: Ask = {}, isCrowd = false): Promise<Answer> {
    this.count(kind);
    let answer = await this.target.ask(path, ask);
    for (let tries = 0; !isCrowd && isBusy(answer) && tries < MOST_TRIES; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      answer = await this.target.ask(path, ask);
    }
    this.statuses.set(answer.status, (this.statuses.get(answer.status) ?? 0) + 1);
    const tried = `${ask.method ?? 'GET'} ${path}`;
    if (isCrowd && (answer.status === 429 || isBusy(answer))) return answer;
    for (const problem of answerFaults(answer, this.#secrets, path)) this.fail(kind, tried, problem);
    return answer;
  }

  count(kind: string, inputs = 1): void {
    this.tried.set(kind, (this.tried.get(kind) ?? 0) + inputs);
  }

  fail(kind: string, tried: string, problem: string): void {
    const hide = (text: string) => this.#secrets.reduce((rest, key) => rest.replaceAll(key, '(key)'), text);
    this.findings.push({ kind, tried: hide(tried).slice(0, 300), problem: hide(problem).slice(0, 300) });
  }

  expect(holds: boolean, kind: string, tried: string, problem: string): void {
    if (!holds) this.fail(kind, tried, problem);
  }
}

/** Whether the service rejected the request because of load, either at once or after a wait of two seconds. */
export const isBusy = ({ status, headers }: Answer): boolean =>
  status === 503 && /^[12]$/.test(headers.get('Retry-After') ?? '');

export async function each<T>(values: Iterable<T>, work: (value: T) => Promise<void>, atOnce = 8): Promise<void> {
  const rest = values[Symbol.iterator]();
  const worker = async () => {
    for (let next = rest.next(); !next.done; next = rest.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

let readers = 0;

/** Returns the headers of a reader in a new network (/64), so that no reader reaches a rate limit. */
export const newReader = (): Record<string, string> => {
  readers++;
  const [high, low] = [Math.floor(readers / 0x10000), readers % 0x10000];
  return { 'User-Agent': BROWSER, 'CF-Connecting-IP': `2001:db8:${high.toString(16)}:${low.toString(16)}::1` };
};

export const JSON_TYPE = { 'Content-Type': 'application/json' };

export const withKey = (key: string, headers: Record<string, string> = {}): Record<string, string> => ({
  Authorization: `Bearer ${key}`,
  ...headers,
});
