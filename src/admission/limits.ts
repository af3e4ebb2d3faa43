import { RequestRate } from '../lib/rate.ts';

/** What a client may do in a minute, as far as an isolate knows. The platform's limiters in wrangler.toml know of all isolates. */
export const LIMITS = {
  /** Requests of a secret or operator key: the limiter counts every tenth. */
  key: new RequestRate({ quota: 6000, sample: 10 }),
  /** Requests of a reader with a publishable key. */
  reader: new RequestRate({ quota: 600 }),
  /** Look-ups of unknown keys, sessions and shares, of an address: each reads the database, and what they look like is easily forged. */
  unknownKeys: new RequestRate({ quota: 60 }),
  /** Attempts of an address to sign in, good ones included: of several at once none is let through uncounted. */
  signIns: new RequestRate({ quota: 30 }),
  /** Requests of an address for the feeds of a WebSub hub, which fetches each once a change. */
  hub: new RequestRate({ quota: 600 }),
};
