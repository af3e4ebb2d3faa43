import { ApiError, request, type Session, signedInAs } from './request.ts';

/** Whether passkeys can be used. They need HTTPS, a host name instead of an IP address, and a browser from 2025 on. */
export const hasPasskeys = (): boolean =>
  !/^[\d.]+$|:/.test(location.hostname) &&
  typeof PublicKeyCredential === 'function' &&
  'parseRequestOptionsFromJSON' in PublicKeyCredential;

const NO_PASSKEYS = 'Passkeys are not available here. They need an up-to-date browser and a page served over HTTPS.';

const ERROR_REASONS: Record<string, string> = {
  InvalidStateError: 'this device already has a passkey of yours',
  // Browsers raise a SecurityError if the page's host is an IP address.
  SecurityError: 'passkeys need a host name, such as localhost, instead of an IP address',
};

async function ask(make: () => Promise<Credential | null>, refused: string): Promise<unknown> {
  if (!hasPasskeys()) throw new ApiError(400, { passkey: NO_PASSKEYS });
  try {
    return (await make()) as PublicKeyCredential;
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    throw new ApiError(400, { passkey: ERROR_REASONS[error.name] ?? refused });
  }
}

export async function signInByPasskey(): Promise<void> {
  const { options } = await request<{ options: PublicKeyCredentialRequestOptionsJSON }>('/session/challenge', {
    method: 'POST',
    body: {},
  });
  const credential = await ask(
    () => navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }),
    'no passkey was chosen',
  );
  const { session } = await request<{ session: Session }>('/session/passkey', { method: 'POST', body: { credential } });
  signedInAs(session);
}

export interface Invitation {
  name: string;
  role: Exclude<Session['kind'], 'secret'>;
  options: PublicKeyCredentialCreationOptionsJSON;
}

export const openInvitation = (invitation: string): Promise<Invitation> =>
  request<Invitation>('/session/invitation', { method: 'POST', body: { invitation } });

export async function acceptInvitation(invitation: string): Promise<void> {
  // Requests a new challenge, because a challenge is valid for only five minutes.
  const { options } = await openInvitation(invitation);
  const credential = await ask(
    () => navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }),
    'no passkey was created',
  );
  const body = { invitation, credential, device: device() };
  const { session } = await request<{ session: Session }>('/session/invitation', { method: 'PUT', body });
  signedInAs(session);
}

const firstOf = (text: string, names: Record<string, RegExp>): string =>
  Object.entries(names).find(([, pattern]) => pattern.test(text))?.[0] ?? '';

/** Returns a readable name of the browser, such as “Chrome on Windows”. */
function device(): string {
  const { userAgent } = navigator;
  const browser = firstOf(userAgent, {
    Edge: /Edg\//,
    Firefox: /Firefox\//,
    Chrome: /Chrom(e|ium)\//,
    Safari: /Safari\//,
  });
  const system = firstOf(userAgent, {
    Android: /Android/,
    iPhone: /iPhone/,
    iPad: /iPad/,
    Windows: /Windows/,
    Mac: /Mac OS/,
    Linux: /Linux/,
  });
  return [browser || 'Browser', system].filter(Boolean).join(' on ');
}
