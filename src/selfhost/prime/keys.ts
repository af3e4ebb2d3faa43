import { now } from '../../command/command.ts';
import { isPackage } from '../../command/paths.ts';
import { openDb } from '../../db/client.ts';
import { createKey, listKeys } from '../../keys/store.ts';
import { DAY, HOUR } from '../../lib/time.ts';
import { NAVIGATION } from '../../web/shells/base/navigation.ts';

const KEY_LIFE = 7 * DAY;
/** The command as it is called here. */
const KEY = isPackage ? 'npx newsgauge key' : 'npm run key --';

export type Keys = Record<'secret' | 'publishable' | 'operator', string>;

/** A key of each kind, good for a week. Only their hashes are stored, so they can be shown now and never again. */
export async function mintKeys(d1: D1Database): Promise<Keys> {
  const make = (kind: keyof Keys) =>
    createKey(openDb(d1), { kind, name: `First ${kind} key`, origins: [], expiresAt: now() + KEY_LIFE }, now());
  return { secret: await make('secret'), publishable: await make('publishable'), operator: await make('operator') };
}

/** True where no key was ever made. */
export const hasNoKeys = async (d1: D1Database): Promise<boolean> => (await listKeys(openDb(d1))).length === 0;

/** An operator key for the server's own errands at its start, which lives for an hour. */
export const errandKey = (d1: D1Database): Promise<string> =>
  createKey(openDb(d1), { kind: 'operator', name: 'npm start', origins: [], expiresAt: now() + HOUR }, now());

/** Where to go first: the pages, then addresses with keys in them, or how to get keys. */
export const tour = (base: string, keys: Keys | null): string => `
${pagesAt(base)}
${keys ? withKeys(base, keys) : WITHOUT_KEYS}`;

const pagesAt = (base: string): string =>
  ['Pages', ...NAVIGATION.map(({ name, path }) => `  ${name.padEnd(13)}${base}${path}`)].join('\n');

const WITHOUT_KEYS = `
Keys are made by \`${KEY} create --kind secret|publishable|operator --name NAME\`, and listed by \`${KEY} list\`.
`;

const withKeys = (base: string, { secret, publishable, operator }: Keys): string => `
Sign in with the operator key. Keys of this newsroom, good for 7 days (more by \`${KEY} create\`):
  secret       ${secret}
  publishable  ${publishable}
  operator     ${operator}

The feed           ${base}/api/v2/feed/?apiKey=${publishable}
  as RSS           ${base}/api/v2/feed/?output=rss&apiKey=${publishable}
  as HTML          ${base}/api/v2/feed/?output=html&apiKey=${publishable}
  filtered         ${base}/api/v2/feed/?articleTypes=article,report&searchTerms=claims,cyber&includeCountries=GB&apiKey=${publishable}
Recommended today  ${base}/api/v2/feed-recommended/?apiKey=${publishable}
Geography          ${base}/api/v2/geography/list/?apiKey=${publishable}
Publishing         curl -X PUT ${base}/manage/topics -H 'Authorization: Bearer ${operator}' -d '[…]'
`;
