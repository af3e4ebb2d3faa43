import { openDb } from '../../db/client.ts';
import { createKey, listKeys } from '../../keys/store.ts';
import { now } from '../command.ts';

const KEY_LIFE = 7 * 86_400;

export type Keys = Record<'secret' | 'publishable' | 'operator', string>;

/** A key of each kind, good for a week. Only their hashes are stored, so they can be shown now and never again. */
export async function mintKeys(d1: D1Database): Promise<Keys> {
  const make = (kind: keyof Keys) =>
    createKey(openDb(d1), { kind, name: `npm start (${kind})`, origins: [], expiresAt: now() + KEY_LIFE }, now());
  return { secret: await make('secret'), publishable: await make('publishable'), operator: await make('operator') };
}

/** True where no key was ever made. */
export const hasNoKeys = async (d1: D1Database): Promise<boolean> => (await listKeys(openDb(d1))).length === 0;

/** An operator key for the server's own errands at its start, which lives for an hour. */
export const errandKey = (d1: D1Database): Promise<string> =>
  createKey(openDb(d1), { kind: 'operator', name: 'npm start', origins: [], expiresAt: now() + 3600 }, now());

/** What to try first: addresses with keys in them, or how to get keys. */
export function tour(base: string, keys: Keys | null): string {
  if (!keys)
    return `
Keys are made by \`npm run key -- create --kind secret|publishable|operator --name NAME\`, and listed by \`npm run key -- list\`.
`;
  const { secret, publishable, operator } = keys;
  return `
Keys of this newsroom, good for 7 days (more by \`npm run key -- create\`):
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
}
