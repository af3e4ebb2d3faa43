import { SignJWT } from 'jose';

/** What a publisher says of a reader with a click. */
export interface ClickClaims {
  /** The publisher's own pseudonym for the reader: never a name or an address. */
  reader: string;
  companyType?: 'broker' | 'carrier' | 'other';
  seniority?: 'c-suite' | 'vice-president' | 'director' | 'manager' | 'individual-contributor';
  /** Seconds that the token is good for: 3,600 by default, 86,400 at most. */
  lifetime?: number;
}

/**
 * Signs a token for a reader's clicks (a JWT by HS256), to be passed to the page as `data-token`. `secret` is the signing secret
 * that `newsgauge key create --sign` prints; it stays on the server.
 */
export function signClick(secret: string, { reader, lifetime = 3600, ...audience }: ClickClaims): Promise<string> {
  return new SignJWT(audience)
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(reader)
    .setExpirationTime(`${lifetime} seconds`)
    .sign(new TextEncoder().encode(secret));
}
