/** A device with passkeys (WebAuthn level 3). Results have the form of `PublicKeyCredential.toJSON()`. */
const base64url = (bytes: Uint8Array<ArrayBuffer> | ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
const bytesOf = (text: string) => Uint8Array.from(new TextEncoder().encode(text));
const join = (...parts: (Uint8Array | number[])[]) => Uint8Array.from(parts.flatMap((part) => [...part]));
const sha256 = async (bytes: Uint8Array<ArrayBuffer>) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
const uint = (value: number, size: number) =>
  Array.from({ length: size }, (_, i) => (value >>> (8 * (size - 1 - i))) & 255);

const byteString = (bytes: Uint8Array) =>
  join(bytes.length < 24 ? [0x40 + bytes.length] : [0x59, ...uint(bytes.length, 2)], bytes);
const text = (value: string) => join([0x60 + value.length], bytesOf(value));

/** Flags of the authenticator data (WebAuthn level 3, section 6.1). */
export const PRESENT = 0x01;
export const VERIFIED = 0x05;

interface Options {
  flags?: number;
  client?: object;
  challenge: string;
  origin: string;
  /** Claimed relying party id. Default: the host of the page. */
  rpId?: string;
}

export class Authenticator {
  readonly id = crypto.getRandomValues(new Uint8Array(16));
  #keys: CryptoKeyPair | undefined;
  counter = 0;

  async #data({ origin, rpId = new URL(origin).hostname }: Options, flags: number): Promise<Uint8Array<ArrayBuffer>> {
    this.counter += 1;
    return join(await sha256(bytesOf(rpId)), [flags], uint(this.counter, 4));
  }

  #client(type: string, { challenge, origin, client = {} }: Options): Uint8Array<ArrayBuffer> {
    return bytesOf(JSON.stringify({ type, challenge, origin, crossOrigin: false, ...client }));
  }

  async create(options: Options) {
    const keys = (await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
      'sign',
      'verify',
    ])) as CryptoKeyPair;
    this.#keys = keys;
    const { x = '', y = '' } = (await crypto.subtle.exportKey('jwk', keys.publicKey)) as JsonWebKey;
    const raw = (part: string) =>
      Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
    // COSE: an elliptic-curve key for ES256 on P-256.
    const cose = join([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32], raw(x), [0x22, 0x58, 32], raw(y));
    const authData = join(
      await this.#data(options, 0x40 | (options.flags ?? VERIFIED)),
      new Uint8Array(16),
      uint(this.id.length, 2),
      this.id,
      cose,
    );
    const attestation = join(
      [0xa3],
      text('fmt'),
      text('none'),
      text('attStmt'),
      [0xa0],
      text('authData'),
      byteString(authData),
    );
    return this.#answer({
      clientDataJSON: base64url(this.#client('webauthn.create', options)),
      attestationObject: base64url(attestation),
      transports: ['internal'],
    });
  }

  async get(options: Options) {
    const [data, client] = [
      await this.#data(options, options.flags ?? VERIFIED),
      this.#client('webauthn.get', options),
    ];
    const signed = await crypto.subtle.sign(
      { name: 'ECDSA', hash: 'SHA-256' },
      this.#keys?.privateKey as CryptoKey,
      join(data, await sha256(client)),
    );
    return this.#answer({
      clientDataJSON: base64url(client),
      authenticatorData: base64url(data),
      signature: base64url(der(new Uint8Array(signed))),
    });
  }

  #answer(response: object) {
    const id = base64url(this.id);
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }
}

function der(signature: Uint8Array): Uint8Array<ArrayBuffer> {
  const number = (bytes: Uint8Array) => {
    const first = bytes.findIndex((byte) => byte !== 0);
    const short = [...bytes.slice(first === -1 ? bytes.length - 1 : first)];
    const value = (short[0] ?? 0) > 127 ? [0, ...short] : short;
    return [2, value.length, ...value];
  };
  const body = [...number(signature.slice(0, 32)), ...number(signature.slice(32))];
  return Uint8Array.from([0x30, body.length, ...body]);
}
