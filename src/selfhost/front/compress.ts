import type { OutgoingHttpHeaders } from 'node:http';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';

/** Smaller answers gain nothing. */
const MIN_BYTES = 1024;
const TEXT = /^(text\/|application\/(json|javascript|xml|[\w.-]+\+(json|xml))|image\/svg\+xml)/i;

/**
 * The compression that a client takes for an answer, changing the answer's headers for it; null where there is none. The
 * platform compresses at its edge; a local server has nobody before it. ETags stay as they are: the answer is the same.
 */
export function compression(accepted: string | undefined, status: number, headers: OutgoingHttpHeaders) {
  const length = Number(headers['content-length'] ?? Number.POSITIVE_INFINITY);
  if (status !== 200 || headers['content-encoding'] || length < MIN_BYTES) return null;
  if (!TEXT.test(String(headers['content-type'] ?? ''))) return null;
  if (/no-transform/i.test(String(headers['cache-control'] ?? ''))) return null;
  headers.vary = withWord(headers.vary, 'Accept-Encoding');
  const encoding = encodingFor(accepted);
  if (!encoding) return null;
  headers['content-encoding'] = encoding;
  delete headers['content-length'];
  return encoding === 'br'
    ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 } })
    : createGzip();
}

/** Brotli before gzip; a weight of zero forbids. */
function encodingFor(accepted = ''): 'br' | 'gzip' | null {
  const weights = new Map(
    accepted.split(',').map((part) => {
      const [name = '', ...rest] = part.trim().toLowerCase().split(';');
      const weight = rest.map((one) => /^\s*q=([\d.]+)\s*$/.exec(one)?.[1]).find((one) => one !== undefined);
      return [name.trim(), Number(weight ?? 1)] as const;
    }),
  );
  const takes = (name: string) => (weights.get(name) ?? weights.get('*') ?? 0) > 0;
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : null;
}

function withWord(header: OutgoingHttpHeaders['vary'], word: string): string {
  const words = String(header ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
  return words.some((one) => one === '*' || one.toLowerCase() === word.toLowerCase())
    ? words.join(', ')
    : [...words, word].join(', ');
}
