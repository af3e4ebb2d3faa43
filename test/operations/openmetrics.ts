import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test';
import { readiness } from '../../src/routes/health.ts';
import { app } from '../../src/routes.ts';
import { ask, ORIGIN } from '../support/index.ts';

/** Parses OpenMetrics text. Throws if it is invalid. */
export function parseOpenMetrics(text: string): Map<string, Map<string, number>> {
  if (!text.endsWith('\n# EOF\n')) throw new Error('does not end in # EOF');
  const families = new Map<string, Map<string, number>>();
  let family = undefined as Family | undefined;
  for (const line of text.slice(0, -'# EOF\n'.length).split('\n').slice(0, -1)) {
    const descriptor = /^# (TYPE|UNIT|HELP) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.*)$/.exec(line);
    const sample = SAMPLE.exec(line);
    if (descriptor) {
      const [, keyword = '', name = '', value = ''] = descriptor;
      if (family?.name !== name) {
        if (families.has(name)) throw new Error(`${name} is interrupted`);
        family = { name, type: 'unknown', said: new Set(), samples: new Map() };
        families.set(name, family.samples);
      }
      describe(family, keyword, value);
    } else if (sample && family) addSample(family, sample);
    else throw new Error(`cannot be read: ${line}`);
  }
  return families;
}

interface Family {
  name: string;
  type: string;
  said: Set<string>;
  samples: Map<string, number>;
}

const ESCAPED = '(?:[^"\\\\\\n]|\\\\["\\\\n])*';
const LABEL = `[a-zA-Z_][a-zA-Z0-9_]*="${ESCAPED}"`;
const SAMPLE = new RegExp(`^([a-zA-Z_:][a-zA-Z0-9_:]*)(\\{(?:${LABEL}(?:,${LABEL})*)?\\})? (\\S+)$`);

const SUFFIX: Record<string, readonly string[]> = {
  gauge: [''],
  counter: ['_total'],
  info: ['_info'],
  histogram: ['_bucket', '_count', '_sum'],
};

function describe(family: Family, keyword: string, value: string): void {
  if (family.samples.size > 0) throw new Error(`${family.name}: ${keyword} after samples`);
  if (family.said.has(keyword)) throw new Error(`${family.name}: ${keyword} twice`);
  family.said.add(keyword);
  if (keyword === 'TYPE') family.type = value;
  if (keyword === 'TYPE' && SUFFIX[value] === undefined) throw new Error(`${family.name}: is a ${value}`);
  if (keyword === 'UNIT' && !family.name.endsWith(`_${value}`))
    throw new Error(`${family.name}: does not end in _${value}`);
  if (keyword === 'HELP' && !new RegExp(`^${ESCAPED}$`).test(value)) throw new Error(`${family.name}: ${value}`);
}

function addSample(family: Family, [line, name, labels = '', value = '']: RegExpExecArray): void {
  const suffix = SUFFIX[family.type]?.find((each) => name === family.name + each);
  if (suffix === undefined || !family.said.has('TYPE')) throw new Error(`stands under ${family.name}: ${line}`);
  if (!/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(value)) throw new Error(`is no number: ${line}`);
  const names = [...labels.matchAll(/([a-zA-Z_][a-zA-Z0-9_]*)="/g)].map(([, label]) => label);
  if (new Set(names).size < names.length) throw new Error(`a label stands twice: ${line}`);
  const key = family.type === 'histogram' ? suffix + labels : labels;
  if (family.samples.has(key)) throw new Error(`stands twice: ${line}`);
  family.samples.set(key, Number(value));
}

export function withDatabase(instead: () => Promise<never>): Env {
  const statement = { bind: () => statement, all: instead, run: instead, raw: instead, first: instead };
  const session = { prepare: () => statement, batch: instead, getBookmark: () => null };
  const DB = { ...session, withSession: () => session } as unknown as D1Database;
  return { ...env, DB };
}

/** Sends a request to the app with another environment. With `settled`, also waits for work after the response. */
export async function askUnder(
  env: Env,
  path: string,
  { settled = false, ...init }: RequestInit & { settled?: boolean } = {},
): Promise<Response> {
  const context = createExecutionContext();
  const response = await app.fetch(new Request(ORIGIN + path, init), env, context);
  if (settled) await waitOnExecutionContext(context);
  return response;
}

/** Requests the readiness check without the cached result of an earlier one. */
export function askReady(bindings: Env = env): Promise<Response> {
  readiness.forget();
  return bindings === env ? ask('/health/ready') : askUnder(bindings, '/health/ready');
}
