import { readerSalt } from '../../../src/clicks/salts/salts.ts';
import { openDb } from '../../../src/db/client.ts';

type Place = Pick<Env, 'DB' | 'SALTS'> & { LATE: string };

const missed = new Map<string, number>();

/** Isolate whose key-value store lags. A name that another isolate wrote is missing in the first `LATE` reads. */
export default {
  async fetch(request, { DB, SALTS, LATE }) {
    const now = Number(await request.text());
    const own = new Set<string>();
    const kv = {
      put: (name: string, ...rest: [string, KVNamespacePutOptions]) => {
        own.add(name);
        return SALTS.put(name, ...rest);
      },
      delete: (name: string) => SALTS.delete(name),
      async get(name: string) {
        const looks = (missed.get(name) ?? 0) + 1;
        missed.set(name, looks);
        return looks > Number(LATE) || own.has(name) ? SALTS.get(name) : null;
      },
    };
    const salt = await readerSalt({ db: openDb(DB), kv: kv as unknown as KVNamespace }, now).catch((error) => {
      if (error.name !== 'SaltUnavailable') throw error;
      return null;
    });
    return Response.json(salt);
  },
} satisfies ExportedHandler<Place>;
