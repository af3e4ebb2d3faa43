import { SignJWT } from 'jose';

export interface ClickClaims {
  /** Pseudonym of the reader. It must not be a name or an email address. */
  reader: string;
  companyType?: 'broker' | 'carrier' | 'other';
  seniority?: 'c-suite' | 'vice-president' | 'director' | 'manager' | 'individual-contributor';
  /** Validity of the token in seconds (default: 3,600; maximum: 86,400). */
  lifetime?: number;
}

/** Signs a token (JWT, HS256) for the attribute `data-token` of a page. Keep `secret` on your server. */
export function signClick(secret: string, { reader, lifetime = 3600, ...audience }: ClickClaims): Promise<string> {
  return new SignJWT(audience)
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(reader)
    .setExpirationTime(`${lifetime} seconds`)
    .sign(new TextEncoder().encode(secret));
}
