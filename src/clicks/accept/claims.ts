import { jwtVerify } from 'jose';
import type { CompanyType, Seniority } from '../../db/audiences.ts';
import { DAY, type Millis } from '../../lib/time.ts';
import { companyTypeOf, isSaid, seniorityOf } from './vocabulary.ts';

const MAX_LIFETIME_S = DAY;
const MAX_SUBJECT_CHARACTERS = 200;

export interface ClaimedAudience {
  companyType: CompanyType | null;
  seniority: Seniority | null;
}

export interface Claims extends ClaimedAudience {
  /** Publisher's pseudonym for the reader, or `null` if the claims are not signed. */
  subject: string | null;
  ignored: string[];
}

export interface Claimed {
  companyType?: unknown;
  seniority?: unknown;
  token?: unknown;
}

/** Returns the accepted claims about a reader. `secrets` is `null` if the key accepts unsigned claims. Never throws. */
export async function readClaims(claimed: Claimed, secrets: readonly string[] | null, now: Millis): Promise<Claims> {
  const isTokenSaid = isSaid(claimed.token);
  const token = isTokenSaid && secrets ? await verify(claimed.token, secrets, now) : null;
  const ignoredToken = isTokenSaid && !token ? ['token'] : [];
  if (token) return { subject: token.sub, ...audience(token), ignored: unknownWords(token) };
  if (secrets === null)
    return { subject: null, ...audience(claimed), ignored: [...unknownWords(claimed), ...ignoredToken] };
  // If the API key has signing secrets, unsigned claims are ignored, because anyone could send them.
  const unsigned = WORDS.filter((name) => isSaid(claimed[name]));
  return { subject: null, companyType: null, seniority: null, ignored: [...unsigned, ...ignoredToken] };
}

const WORDS = ['companyType', 'seniority'] as const;

const audience = ({ companyType, seniority }: Claimed): ClaimedAudience => ({
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

async function verify(token: unknown, secrets: readonly string[], now: number): Promise<Token | null> {
  if (typeof token !== 'string') return null;
  const options = { algorithms: ['HS256'], requiredClaims: ['sub', 'exp'], currentDate: new Date(now) };
  for (const secret of secrets) {
    const verified = await jwtVerify(token, new TextEncoder().encode(secret), options).catch(() => null);
    if (!verified) continue;
    const { sub, exp = 0, companyType, seniority } = verified.payload;
    const holds =
      exp <= now / 1000 + MAX_LIFETIME_S &&
      typeof sub === 'string' &&
      sub !== '' &&
      sub.length <= MAX_SUBJECT_CHARACTERS;
    return holds ? { sub, companyType, seniority } : null;
  }
  return null;
}
