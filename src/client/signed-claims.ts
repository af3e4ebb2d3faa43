import { SignJWT } from 'jose';

/** Claims about the reader who clicks. */
export interface ClickClaims {
  /** Pseudonym of the reader; never a name or an email address. */
  reader: string;
  companyType?: 'broker' | 'carrier' | 'other';
  seniority?: 'c-suite' | 'vice-president' | 'director' | 'manager' | 'individual-contributor';
  /** Validity of the token in seconds: 3,600 by default, 86,400 at most. */
  lifetime?: number;
}

/**
 * Signs a token for a reader's clicks (JWT, HS256). Pass it to the page as `data-token`. Keep `secret` on your server;
 * `newsgauge key create --sign` prints it.
 */
export function signClick(secret: string, { reader, lifetime = 3600, ...audience }: ClickClaims): Promise<string> {
  return new SignJWT(audience)
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(reader)
    .setExpirationTime(`${lifetime} seconds`)
    .sign(new TextEncoder().encode(secret));
}
