import { type Db, openDb } from '../db/client.ts';
import { migrate, stateDir, withLocalDb, wrangler } from './runtime.ts';

/** Runs `use` on the deployed database (`remote`) or on the local one in `STATE_DIR`, beside a running server or alone. */
export async function withDb<T>(remote: boolean, use: (db: Db) => Promise<T>): Promise<T> {
  if (remote) return use(openDb(throughWrangler('--remote')));
  const state = stateDir();
  const ready = await withLocalDb(
    state,
    async (d1) => (await d1.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'api_keys'`).first()) !== null,
  );
  if (!ready) migrate(state);
  return withLocalDb(state, (d1) => use(openDb(d1)));
}

/**
 * A D1 client for databases that only wrangler can reach: every call is one `wrangler d1 execute`, a batch included.
 * Values are written into the SQL as literals, since that command takes no parameters.
 */
export function throughWrangler(...where: string[]) {
  const execute = (statements: string[]): D1Result[] =>
    JSON.parse(wrangler('d1', 'execute', 'DB', ...where, '--json', '--yes', '--command', statements.join(';\n')));
  const statement = (query: string, values: unknown[] = []) => ({
    text: () => inline(query, values),
    bind: (...bound: unknown[]) => statement(query, bound),
    all: async () => execute([inline(query, values)])[0],
  });
  return {
    prepare: (query: string) => statement(query),
    batch: async (statements: { text(): string }[]) => execute(statements.map((each) => each.text())),
  } as unknown as Pick<D1Database, 'prepare' | 'batch'>;
}

/** The statement with its `?` replaced by literals; strings and names in quotes are left as they are. */
export function inline(query: string, values: readonly unknown[]): string {
  let next = 0;
  const text = query.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\?/g, (token) =>
    token === '?' ? literal(values[next++]) : token,
  );
  if (next !== values.length) throw new Error(`statement takes ${next} values, ${values.length} given`);
  return text;
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (typeof value === 'string' && !value.includes('\0')) return `'${value.replaceAll("'", "''")}'`;
  throw new Error(`no literal for a ${typeof value}`);
}
