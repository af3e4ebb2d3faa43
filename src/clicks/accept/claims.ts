import { jwtVerify } from 'jose';
import type { CompanyType, Seniority } from '../../engagement/audiences.ts';
import { DAY, type Millis } from '../../lib/time.ts';
import { companyTypeOf, isSaid, seniorityOf } from './vocabulary.ts';

/** How far in the future a token may expire, in seconds. */
const LONGEST = DAY;
/** Characters of a publisher's own id of a reader. */
const MAX_SUBJECT = 200;

/** What is known of a reader's company and position. */
export interface Audience {
  companyType: CompanyType | null;
  seniority: Seniority | null;
}

export interface Claims extends Audience {
  /** The publisher's own pseudonym for the reader; null: there is none. */
  subject: string | null;
  /** Names of the claims that were sent but do not count. */
  ignored: string[];
}

/** The claims of a click as they were sent. */
export interface Claimed {
  companyType?: unknown;
  seniority?: unknown;
  token?: unknown;
}

/**
 * The claims of a click that count. `secrets` are the key's living ones; null if the key signs
 * nothing, so that the page's unsigned claims count. Never throws because of the claims.
 */
export async function readClaims(claimed: Claimed, secrets: readonly string[] | null, now: Millis): Promise<Claims> {
  const isTokenSaid = isSaid(claimed.token);
  const token = isTokenSaid && secrets ? await verify(claimed.token, secrets, now) : null;
  const ignoredToken = isTokenSaid && !token ? ['token'] : [];
  if (token) return { subject: token.sub, ...audience(token), ignored: unknownWords(token) };
  if (secrets === null)
    return { subject: null, ...audience(claimed), ignored: [...unknownWords(claimed), ...ignoredToken] };
  // A publisher that can sign must sign: anybody could send unsigned claims.
  const unsigned = WORDS.filter((name) => isSaid(claimed[name]));
  return { subject: null, companyType: null, seniority: null, ignored: [...unsigned, ...ignoredToken] };
}

const WORDS = ['companyType', 'seniority'] as const;

const audience = ({ companyType, seniority }: Claimed): Audience => ({
  companyType: companyTypeOf(companyType),
  seniority: seniorityOf(seniority),
});

function unknownWords(claimed: Claimed): string[] {
  const known = audience(claimed);
  return WORDS.filter((name) => isSaid(claimed[name]) && known[name] === null);
}

interface Token extends Claimed {
  sub: string;
}

/** The payload of a currently valid token that one of the secrets has signed; null for any other. */
async function verify(token: unknown, secrets: readonly string[], now: number): Promise<Token | null> {
  if (typeof token !== 'string') return null;
  const options = { algorithms: ['HS256'], requiredClaims: ['sub', 'exp'], currentDate: new Date(now) };
  for (const secret of secrets) {
    const verified = await jwtVerify(token, new TextEncoder().encode(secret), options).catch(() => null);
    if (!verified) continue;
    const { sub, exp = 0, companyType, seniority } = verified.payload;
    const holds = exp <= now / 1000 + LONGEST && typeof sub === 'string' && sub !== '' && sub.length <= MAX_SUBJECT;
    return holds ? { sub, companyType, seniority } : null;
  }
  return null;
}
