import { answerFaults } from './answer-faults.ts';
import { allKeys, type Keys } from './keys.ts';

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

/** The service that is attacked: the Worker itself under vitest, its socket from the command. Never follows redirects. */
export interface Target {
  ask(path: string, ask?: Ask): Promise<Answer>;
  /** As the service is addressed. */
  origin: string;
  keys: Keys;
}

/** One way of attacking; `thorough` is the command, which has minutes, where `npm test` has seconds. */
export type Attack = (trial: Trial, thorough: boolean) => Promise<void>;

export interface Finding {
  kind: string;
  tried: string;
  problem: string;
}

/** How often a busy service is asked again: ten seconds. */
const MOST_TRIES = 100;

/** Asks on behalf of attacks, counts what was tried by kind, and keeps what must not have happened. */
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
   * One input of a kind. Whatever it is, the answer must be one that the service may give to anybody. `isCrowd`: it is one
   * of many, of which some must be refused, by a slow machine also as too busy. Any other that is too busy is asked again.
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

  /** Keeps a finding, with no key in it. */
  fail(kind: string, tried: string, problem: string): void {
    const hide = (text: string) => this.#secrets.reduce((rest, key) => rest.replaceAll(key, '(key)'), text);
    this.findings.push({ kind, tried: hide(tried).slice(0, 300), problem: hide(problem).slice(0, 300) });
  }

  expect(holds: boolean, kind: string, tried: string, problem: string): void {
    if (!holds) this.fail(kind, tried, problem);
  }
}

/**
 * A machine that takes longer than 400 ms for an answer is let work on fewer, and refuses the others at once; costly questions, which
 * go one by one with pauses, it refuses after two seconds.
 */
export const isBusy = ({ status, headers }: Answer): boolean =>
  status === 503 && /^[12]$/.test(headers.get('Retry-After') ?? '');

/** Does something with each value, so many at a time. */
export async function each<T>(values: Iterable<T>, work: (value: T) => Promise<void>, atOnce = 8): Promise<void> {
  const rest = values[Symbol.iterator]();
  const worker = async () => {
    for (let next = rest.next(); !next.done; next = rest.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
