import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';

const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

const MIN_BYTES = 1024;
const TEXT_TYPE = /^(text\/|application\/(json|javascript|xml|[\w.-]+\+(json|xml))|image\/svg\+xml)/i;
const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 };

/** Returns the best encoding that the client accepts, or `null`. An encoding with a weight of zero is not accepted. */
export function encodingFor(accepted = ''): Encoding | null {
  const weights = new Map(
    accepted.split(',').map((part) => {
      const [name = '', ...parameters] = part.trim().toLowerCase().split(';');
      const weight = parameters.map((each) => /^\s*q=([\d.]+)\s*$/.exec(each)?.[1]).find((each) => each !== undefined);
      return [name.trim(), Number(weight ?? 1)] as const;
    }),
  );
  return ENCODINGS.find((name) => (weights.get(name) ?? weights.get('*') ?? 0) > 0) ?? null;
}

export function isEncodable({ status, headers }: Response, size = Number.POSITIVE_INFINITY): boolean {
  return (
    status === 200 &&
    size >= MIN_BYTES &&
    !headers.has('Content-Encoding') &&
    TEXT_TYPE.test(headers.get('Content-Type') ?? '') &&
    !/no-transform/i.test(headers.get('Cache-Control') ?? '')
  );
}

/** Returns the ETag of an encoded response, which must differ from the ETag without encoding (RFC 9110, 8.8.3). */
export const encodedTag = (tag: string, encoding: Encoding): string => tag.replace(/"$/, `-${encoding}"`);

/** Removes the suffix of this encoding from ETags in `If-None-Match`. ETags of other encodings never match. */
export const plainTags = (tags: string, encoding: Encoding | null): string =>
  encoding ? tags.replaceAll(`-${encoding}"`, '"') : tags;

/** Removes any encoding suffix from ETags of a precondition, because all encodings represent the same resource. */
export const tagsOfResource = (tags: string): string => tags.replace(/-(br|gzip)"/g, '"');

export function withName(list: string | null, name: string): string {
  const names = (list ?? '').split(',').flatMap((each) => each.trim() || []);
  return names.some((each) => each === '*' || each.toLowerCase() === name.toLowerCase())
    ? names.join(', ')
    : [...names, name].join(', ');
}

/** Creates a transform that encodes a stream and flushes each chunk immediately. */
export const encoder = (encoding: Encoding) =>
  encoding === 'br'
    ? createBrotliCompress({ params: BROTLI, flush: constants.BROTLI_OPERATION_FLUSH })
    : createGzip({ flush: constants.Z_SYNC_FLUSH });

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) };
/** Cache of encoded bodies, by unencoded bytes. Files and cached responses are encoded once and sent many times. */
const ENCODED = new WeakMap<ArrayBufferLike, Map<Encoding, Promise<Buffer>>>();

export function encodeBody(body: string | Uint8Array, encoding: Encoding): Promise<Buffer> {
  const options = encoding === 'br' ? { params: BROTLI } : {};
  if (typeof body === 'string' || body.byteLength !== body.buffer.byteLength) return compress[encoding](body, options);
  const known = ENCODED.get(body.buffer) ?? new Map<Encoding, Promise<Buffer>>();
  ENCODED.set(body.buffer, known);
  const bytes = known.get(encoding) ?? compress[encoding](body, options);
  known.set(encoding, bytes);
  return bytes;
}
