import { circumstances, fixed, table, whole } from '../../../bench/lib/report.ts';
import type { Timing } from '../attacks/timing.ts';
import { PLACES, rows, SORTS } from '../routes.ts';
import type { Trial } from '../trial.ts';

/** What was tried of each kind, in words. */
const WHAT: Record<string, string> = {
  'route × place × key': `${rows.length} routes × ${PLACES.length} places of a key × ${SORTS.length} sorts of keys, each with its status; a route without a row fails \`npm test\``,
  sessions:
    'every route with sessions of every sort, from pages of this site, of others and of none; sessions that have ended or are forged',
  'ways past the guard': 'other spellings of every closed address, headers of other servers, keys of the wrong kind',
  'cross-origin':
    'preflights and requests of foreign pages on every route, look-alikes of the origin that a key is bound to, frames',
  'cache poisoning':
    'kept answers asked for by strangers, headers that no cache key holds, partial answers first, spellings, parameters twice',
  bodies: 'bodies of other types, numbers past all bounds, names given twice, prototypes, text that is none',
  'search operators': 'the index’s own language, compared with an oracle that takes all of it for words',
  'markup injection': 'stored and echoed mark-up in pages, RSS and JSON, read back by a parser',
  'stored names':
    'names of saved searches, shares and notes wherever readers meet them, calls of tools, shares of what is no view',
  'open redirect': 'links and folders that would lead elsewhere',
  methods: 'methods that a path does not know, with its key',
  floods: 'headers, addresses, lists and bodies beyond their bounds; deep and wide JSON',
  crowds:
    'many questions, long searches, guesses at the sign-in and forged keys at once from one client; others are answered meanwhile',
  'path traversal': 'files beside the assets, by raw bytes',
  'malformed HTTP': 'requests that two servers could read differently, by raw bytes',
  'naughty strings':
    'every string in every parameter, path, header, body and field of every route, of management a third in each',
  'timing of key checks': 'refusals of keys that come nearer and nearer to a living one',
  'log and storage': 'lines logged and files stored by all of it, searched for keys, addresses and queries',
};

interface Facts {
  times: Timing;
  strings: number;
  seconds: number;
}

/** What was tried and found, as the tables of docs/measured/abuse.md. */
export function describe(trial: Trial, { times, strings, seconds }: Facts): string {
  const inputs = [...trial.tried.values()].reduce((sum, count) => sum + count, 0);
  const found = (kind: string) => trial.findings.filter((finding) => finding.kind === kind).length;
  const kinds = [...trial.tried].map(([kind, count]) => [kind, whole(count), found(kind), WHAT[kind] ?? '']);
  const statuses = [...trial.statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${whole(count)}`);
  const fastest = Math.min(...Object.values(times));
  return `${circumstances('npm run verify:abuse')}

${whole(inputs)} inputs in ${seconds} s, ${strings} naughty strings among them; ${trial.findings.length} findings. Every answer was also looked at for
server faults, keys, traces and statements of the database, cookies, credentials for other origins, pages that let scripts in, and faults that are
not those of the contract. Answers by status: ${statuses.join(', ')}.

${table(['kind', 'inputs', 'findings', 'what'], kinds)}

A key is looked up by its hash, so how near a guess comes cannot show in time. Median milliseconds until the refusal, the kinds in turn:

${table(
  ['key', 'ms', 'ratio'],
  Object.entries(times).map(([name, ms]) => [name, fixed(ms, 2), fixed(ms / fastest, 2)]),
)}`;
}
