import {
  type AcceptDependencies,
  acceptClick,
  type Dropped,
  QueueUnavailable,
  type ReaderClick,
} from '../../clicks/accept/accept.ts';
import { readersPerAddress } from '../../clicks/accept/reader.ts';
import { trustedNetworks } from '../../clicks/accept/trusted.ts';
import { SaltUnavailable } from '../../clicks/salts/salts.ts';
import type { AppContext } from '../../http/env.ts';
import { ServerError } from '../../http/errors.ts';
import type { KeyRecord } from '../../keys/key-store.ts';
import { loadSigningSecrets } from '../../keys/signing.ts';

type ClickFields = Pick<ReaderClick, 'contentId' | 'claims' | 'channel' | 'listToken' | 'hint' | 'isLink'>;

/** Accepts a click with the reader's attributes from the request. Throws 503 if the click cannot be stored. */
export const acceptRequest = (c: AppContext, key: KeyRecord, fields: ClickFields): Promise<'accepted' | Dropped> =>
  orUnavailable(acceptClick({ ...fields, ...reporterOf(c, key) }, dependenciesOf(c)));

export function reporterOf(c: AppContext, key: KeyRecord) {
  const { continent, asn } = c.req.raw.cf ?? {};
  const address = c.req.header('CF-Connecting-IP') ?? '';
  return { key, address, headers: c.req.raw.headers, edge: { continent, asn } };
}

export function dependenciesOf({ env, var: { db, now } }: AppContext): AcceptDependencies {
  return {
    db,
    kv: env.SALTS,
    queue: env.CLICKS,
    limits: {
      address: env.CLICK_LIMIT,
      key: env.KEY_CLICK_LIMIT,
      share: env.KEY_SHARE_LIMIT,
      burst: env.LINK_BURST,
      keyClicks: Number(env.KEY_CLICKS) || undefined,
    },
    readersPerAddress: readersPerAddress(env.READERS_PER_ADDRESS),
    trusted: trustedNetworks(env.TRUSTED_NETWORKS),
    now,
    pause: (milliseconds) => scheduler.wait(milliseconds),
    random: Math.random,
  };
}

/** Turns a failed queue write into a 503, so that the page can retry the click. */
export async function orUnavailable<T>(accepting: Promise<T>): Promise<T> {
  try {
    return await accepting;
  } catch (thrown) {
    const isPassing = thrown instanceof QueueUnavailable || thrown instanceof SaltUnavailable;
    throw isPassing ? Object.assign(new ServerError(503), { cause: thrown }) : thrown;
  }
}

/** Returns secrets that may have signed a token, or `null` if the key signs nothing. */
export async function signingSecretsOf(c: AppContext, key: KeyRecord, token: unknown): Promise<string[] | null> {
  if (key.signer === null) return null;
  if (typeof token !== 'string') return [];
  const { db, now } = c.var;
  return loadSigningSecrets({ db, kv: c.env.SALTS }, key.signer, now).catch((cause) => {
    throw Object.assign(new ServerError(503), { cause });
  });
}
