/** Requests that two servers in a chain may interpret differently: each contains another request in its body. */

export interface Message {
  lines: string[];
  body: string;
  version?: string;
  target?: (path: string, host: string) => string;
  /** Line ending in the head of the request, instead of CR and LF. */
  end?: string;
  before?: string;
  /** Maximum number of requests that the bytes contain. Default: 1. */
  requests?: number;
  /** Whether the body of the request is shorter than announced. */
  waits?: boolean;
}

export type Form = (inner: string) => Message;

export const METHODS = ['GET', 'HEAD', 'OPTIONS', 'DELETE', 'POST', 'PUT', 'PATCH', 'TRACE', 'PURGE', 'FRAME'] as const;

const chunk = (data: string, size = data.length.toString(16)) => `${size}\r\n${data}\r\n`;
const chunks = (data: string) => `${chunk(data)}0\r\n\r\n`;

const lengthOf =
  (name: string, value: (length: number) => string = String): Form =>
  (inner) => ({ lines: [`${name}${value(inner.length)}`], body: inner });

const sized =
  (...lines: string[]): Form =>
  (inner) => ({ lines: [...lines, `Content-Length: ${inner.length}`], body: inner });

const coded =
  (...lines: string[]): Form =>
  (inner) => ({ lines, body: chunks(inner) });
const CHUNKED = 'Transfer-Encoding: chunked';

const spoilt =
  (body: (inner: string) => string, more: Partial<Message> = {}): Form =>
  (inner) => ({ lines: [CHUNKED], body: body(inner), ...more });

/** A request with both framings: the chunks end before the inner request, the length after it. */
const both =
  (...lines: ((length: number) => string)[]): Form =>
  (inner) => ({ lines: lines.map((line) => line(inner.length + 5)), body: `0\r\n\r\n${inner}` });
const length = (value: number) => `Content-Length: ${value}`;

const followed =
  (...lines: string[]): Form =>
  (inner) => ({ lines, body: inner, requests: 2 });

const also =
  (form: Form, more: Partial<Message>): Form =>
  (inner) => ({ ...form(inner), ...more });

export const FORMS: Record<string, Form> = {
  'a length': sized(),
  chunks: coded(CHUNKED),
  'chunks, in capitals': coded('TRANSFER-ENCODING: CHUNKED'),
  'chunks of a few bytes': spoilt(
    (inner) => `${(inner.match(/[\s\S]{1,7}/g) ?? []).map((part) => chunk(part)).join('')}0\r\n\r\n`,
  ),
  'chunks with an extension': spoilt((inner) => `${inner.length.toString(16)};a=b;c="d"\r\n${inner}\r\n0;e\r\n\r\n`),
  'chunks with trailers': spoilt((inner) => `${chunk(inner)}0\r\nX-Trailer: 1\r\nContent-Length: 5\r\n\r\n`),
  'chunks with the inner request as trailers': spoilt(
    (inner) => `${chunk('x')}0\r\nX-Trailer: 1\r\n${inner.split('\r\n').slice(1).join('\r\n')}\r\n`,
  ),
  'no body and another request': followed(),
  'a length of zero and another request': followed('Content-Length: 0'),
  'no chunk and another request': (inner) => ({ lines: [CHUNKED], body: `0\r\n\r\n${inner}`, requests: 2 }),

  // Framing headers that are declared as hop-by-hop.
  'Connection: content-length': sized('Connection: content-length'),
  'Connection: content-length, kept alive': sized('Connection: keep-alive, Content-Length'),
  'Connection: transfer-encoding, x': coded('Connection: transfer-encoding, x', CHUNKED),
  'Connection: content-length on chunks': coded('Connection: content-length, transfer-encoding', CHUNKED),
  'Connection: te': coded('Connection: TE', 'TE: trailers', CHUNKED),
  'Connection: host, expect, authorization': sized('Connection: host, expect, authorization'),
  'two lines of Connection': sized('Connection: keep-alive', 'Connection: content-length'),
  'Connection in quotes and commas': sized('Connection: ,,"content-length",content-length;x=1, content-length ,'),
  'Connection: close with a length': sized('Connection: close, content-length'),
  'Proxy-Connection and Keep-Alive': sized('Proxy-Connection: content-length', 'Keep-Alive: timeout=5, content-length'),
  'a folded Connection': sized('Connection: keep-alive,\r\n content-length'),

  'a length before chunks': both(length, () => CHUNKED),
  'chunks before a length': both(() => CHUNKED, length),
  'a length of the head only, and chunks': (inner) => ({ lines: ['Content-Length: 3', CHUNKED], body: chunks(inner) }),
  'a length of zero, and chunks': (inner) => ({ lines: ['Content-Length: 0', CHUNKED], body: chunks(inner) }),
  'Connection: content-length on both': both(
    () => 'Connection: content-length',
    length,
    () => CHUNKED,
  ),
  'Connection: transfer-encoding on both': both(
    () => 'Connection: transfer-encoding',
    length,
    () => CHUNKED,
  ),
  'two equal lengths': (inner) => ({ lines: [length(inner.length), length(inner.length)], body: inner }),
  'two lengths, zero first': (inner) => ({ lines: [length(0), length(inner.length)], body: inner }),
  'two lengths, zero last': (inner) => ({ lines: [length(inner.length), length(0)], body: inner }),
  'a list of equal lengths': lengthOf('Content-Length: ', (n) => `${n}, ${n}`),
  'a list of lengths': lengthOf('Content-Length: ', (n) => `0, ${n}`),
  'two codings, the first unknown': coded('Transfer-Encoding: x', CHUNKED),
  'two codings, the last unknown': coded(CHUNKED, 'Transfer-Encoding: x'),
  'two codings, both chunked': coded(CHUNKED, CHUNKED),
  'a length and an unknown coding': both(length, () => 'Transfer-Encoding: xchunked'),

  'a length with a plus': lengthOf('Content-Length: +'),
  'a negative length': lengthOf('Content-Length: -'),
  'a length in hexadecimal': lengthOf('Content-Length: 0x', (n) => n.toString(16)),
  'a length with zeros before it': lengthOf('Content-Length: 0000000000000000000000'),
  'a length with a fraction': lengthOf('Content-Length: ', (n) => `${n}.0`),
  'a length with an exponent': lengthOf('Content-Length: ', (n) => `${n}e0`),
  'a length above 64 bits': lengthOf('Content-Length: ', (n) => String(2n ** 64n + BigInt(n))),
  'a length of many digits': lengthOf('Content-Length: ', () => '9'.repeat(400)),
  'an empty length': lengthOf('Content-Length: ', () => ''),
  'a length of two numbers': lengthOf('Content-Length: ', (n) => `0 ${n}`),
  'a length in words': lengthOf('Content-Length: ', (n) => `${n} bytes`),
  'a length longer than the body': also(
    lengthOf('Content-Length: ', (n) => String(n + 40)),
    { waits: true },
  ),
  'a length shorter than the body': also(
    lengthOf('Content-Length: ', () => '1'),
    { requests: 2 },
  ),
  'a length with a NUL': lengthOf('Content-Length: \0'),
  'a length after a space before the colon': lengthOf('Content-Length : '),
  'a length after a tab before the colon': lengthOf('Content-Length\t: '),
  'a folded length': lengthOf('Content-Length:\r\n '),
  'a length behind a space': lengthOf(' Content-Length: '),
  'a length with an underscore': also(lengthOf('Content_Length: '), { requests: 2 }),
  'a length behind a line feed': lengthOf('X-A: 1\nContent-Length: '),
  'a length behind a carriage return': lengthOf('X-A: 1\rContent-Length: '),
  'a length behind a NUL': lengthOf('X-A: 1\0Content-Length: '),
  'a length with a NUL in its name': lengthOf('Content-Length\0: '),
  'a length with a letter of Latin 1': lengthOf('Content-Length\xa0: '),

  'an unknown coding': coded('Transfer-Encoding: xchunked'),
  identity: coded('Transfer-Encoding: identity'),
  'chunked, identity': coded('Transfer-Encoding: chunked, identity'),
  'identity, chunked': coded('Transfer-Encoding: identity, chunked'),
  'gzip, chunked': coded('Transfer-Encoding: gzip, chunked'),
  'chunked, chunked': coded('Transfer-Encoding: chunked, chunked'),
  'chunked in quotes': coded('Transfer-Encoding: "chunked"'),
  'chunked with a parameter': coded('Transfer-Encoding: chunked;q=1'),
  'chunked with a comma': coded('Transfer-Encoding: chunked,'),
  'an empty coding': coded('Transfer-Encoding:'),
  'chunked behind a tab': coded('Transfer-Encoding:\tchunked'),
  'chunked behind a vertical tab': coded('Transfer-Encoding:\x0bchunked'),
  'chunked behind a NUL': coded('Transfer-Encoding: \0chunked'),
  'chunked before a form feed': coded('Transfer-Encoding: chunked\x0c'),
  'chunked with a letter of Latin 1': coded('Transfer-Encoding: chunked\xa0'),
  'a space before the colon of chunks': coded('Transfer-Encoding : chunked'),
  'folded chunks': coded('Transfer-Encoding:\r\n chunked'),
  'chunks on a folded line': coded('X-A: 1\r\n Transfer-Encoding: chunked'),
  'chunks folded by a tab': coded('Transfer-Encoding:\r\n\tchunked'),
  'chunks behind a space': coded(' Transfer-Encoding: chunked'),
  'chunks with an underscore': coded('Transfer_Encoding: chunked'),
  'chunks behind a line feed': coded('X-A: 1\nTransfer-Encoding: chunked'),
  'chunks behind a carriage return': coded('X-A: 1\rTransfer-Encoding: chunked'),
  'a coding that does not chunk at last': coded('Transfer-Encoding: chunked, gzip'),
  'chunks in disguise and a length': both(length, () => 'Transfer-Encoding : chunked'),
  'chunks behind a vertical tab and a length': both(length, () => 'Transfer-Encoding:\x0bchunked'),

  'line feeds between chunks': spoilt((inner) => chunks(inner).replaceAll('\r\n', '\n')),
  'a line feed behind a size': spoilt((inner) => `${inner.length.toString(16)}\n${inner}\r\n0\r\n\r\n`),
  'a size with 0x': spoilt((inner) => `${chunk(inner, `0x${inner.length.toString(16)}`)}0\r\n\r\n`),
  'a size with a plus': spoilt((inner) => `${chunk(inner, `+${inner.length.toString(16)}`)}0\r\n\r\n`),
  'a negative size': spoilt((inner) => `${chunk(inner, '-1')}0\r\n\r\n`),
  'a size above 64 bits': spoilt((inner) => `${chunk(inner, `1${'0'.repeat(16)}`)}0\r\n\r\n${inner}`),
  'an empty size': spoilt((inner) => `${chunk(inner, '')}0\r\n\r\n`),
  'a size behind a space': spoilt((inner) => `${chunk(inner, ` ${inner.length.toString(16)}`)}0\r\n\r\n`),
  'a size before a space': spoilt((inner) => `${chunk(inner, `${inner.length.toString(16)} `)}0\r\n\r\n`),
  'an extension with a line feed': spoilt(
    (inner) => `2;\nxx\r\n${inner.length.toString(16)}\r\n0\r\n\r\n${inner}\r\n0\r\n\r\n`,
    { requests: 2 },
  ),
  'an extension with a carriage return': spoilt(
    (inner) => `2;\rxx\r\n${inner.length.toString(16)}\r\n0\r\n\r\n${inner}`,
    { requests: 2 },
  ),
  'an extension of 20 KB': spoilt(
    (inner) => `${inner.length.toString(16)};${'a'.repeat(20_000)}\r\n${inner}\r\n0\r\n\r\n`,
  ),
  'other bytes behind a chunk': spoilt((inner) => `3\r\nabcXX0\r\n\r\n${inner}`),
  'no line end behind a chunk': spoilt((inner) => `${inner.length.toString(16)}\r\n${inner}0\r\n\r\n`),
  'many zeros as the last chunk': spoilt((inner) => `${chunk(inner)}${'0'.repeat(20)}\r\n\r\n`),
  'no last chunk': spoilt((inner) => chunk(inner), { waits: true }),
  'a chunk that breaks off': spoilt((inner) => `fff\r\n${inner}`, { waits: true }),
  'text in place of chunks': spoilt((inner) => inner),
  'trailers without an end': spoilt((inner) => `0\r\nX-Trailer: ${inner.replaceAll('\r\n', ' ')}`, { waits: true }),
  'a trailer with a space before the colon': spoilt((inner) => `0\r\nX-Trailer : 1\r\n\r\n${inner}`, { requests: 2 }),
  'a trailer behind a line feed': spoilt((inner) => `0\r\nX: 1\n\n${inner}`, { requests: 2 }),

  'Upgrade: h2c with a length': sized(
    'Connection: Upgrade, HTTP2-Settings',
    'Upgrade: h2c',
    'HTTP2-Settings: AAMAAABkAAQAAP__',
  ),
  'Upgrade: h2c with chunks': coded('Connection: Upgrade', 'Upgrade: h2c', CHUNKED),
  'Upgrade: h2c and another request': followed(
    'Connection: Upgrade, HTTP2-Settings',
    'Upgrade: h2c',
    'HTTP2-Settings: AAMAAABkAAQAAP__',
  ),
  'Upgrade: websocket with a length': sized(
    'Connection: Upgrade, content-length',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  ),
  'Upgrade: websocket with chunks': coded(
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    CHUNKED,
  ),
  'Upgrade: websocket of another version': followed(
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 777',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  ),
  'Upgrade of nothing known': sized('Connection: Upgrade', 'Upgrade: x/1'),
  'Expect with a length': sized('Expect: 100-continue'),
  'Expect with chunks': coded('Expect: 100-continue', CHUNKED),
  'Expect and Connection: content-length': sized('Expect: 100-continue', 'Connection: content-length, expect'),
  'Expect in other letters': sized('Expect: 100-CONTINUE, x'),
  'Expect twice': coded('Expect: 100-continue', 'Expect: 100-continue', CHUNKED),
  'an unknown Expect': sized('Expect: x'),
  'an unknown Expect with chunks': coded('Expect: 200-ok', CHUNKED),
  'Expect without a body': followed('Expect: 100-continue'),

  'HTTP/1.0 kept alive with a length': also(sized('Connection: keep-alive'), { version: 'HTTP/1.0' }),
  'HTTP/1.0 kept alive with chunks': also(coded('Connection: keep-alive', CHUNKED), {
    version: 'HTTP/1.0',
    requests: 2,
  }),
  'HTTP/1.0 kept alive with both': also(
    both(
      () => 'Connection: keep-alive',
      length,
      () => CHUNKED,
    ),
    { version: 'HTTP/1.0', requests: 2 },
  ),
  'HTTP/1.0 and another request': also(followed('Connection: keep-alive'), { version: 'HTTP/1.0' }),
  'HTTP/1.2 with chunks': also(coded(CHUNKED), { version: 'HTTP/1.2' }),
  'HTTP/2.0 with a length': also(sized(), { version: 'HTTP/2.0' }),
  'no version with a length': also(sized(), { version: '' }),
  'an absolute target with a length': also(sized('Connection: content-length'), {
    target: (path, host) => `http://${host}${path}`,
  }),
  'an absolute target with chunks': also(coded(CHUNKED), { target: (path, host) => `http://${host}${path}` }),
  'an absolute target elsewhere': also(coded(CHUNKED), { target: (path) => `http://other.example${path}` }),
  'a target of https': also(coded(CHUNKED), { target: (path, host) => `https://user@${host}${path}` }),
  'a target with two slashes': also(coded(CHUNKED), { target: (path, host) => `//${host}${path}` }),
  'a target of a star': also(coded(CHUNKED), { target: () => '*' }),
  'a target with a request in it': also(coded(CHUNKED), {
    target: (path) => `${path}&%0d%0aContent-Length:%200%0d%0a%0d%0aGET%20/manage/keys`,
  }),
  'two spaces in the first line': also(coded(CHUNKED), { target: (path) => ` ${path} ` }),
  'a letter of Latin 1 in the target': also(coded(CHUNKED), {
    target: (path) => `${path}\u0120\u010d\u010a`.replace(/[^\0-\xff]/g, '\x85'),
  }),
  'line feeds only': also(coded(CHUNKED), { end: '\n' }),
  'carriage returns only': also(coded(CHUNKED), { end: '\r' }),
  'empty lines before it': also(coded(CHUNKED), { before: '\r\n\r\n' }),
  'a folded first line': coded(' X-A: 1', CHUNKED),
  'a line without a colon': coded('X-A', CHUNKED),
  'a line without a name': coded(': 1', CHUNKED),
  'a second host': coded('Host: other.example', CHUNKED),
  'a header of 80 KB': coded(`X-A: ${'a'.repeat(80_000)}`, CHUNKED),
  'three thousand headers': coded(...Array.from({ length: 3000 }, (_, i) => `X-${i}: 1`), CHUNKED),
  'another method by a header': sized('X-HTTP-Method-Override: DELETE', 'Connection: content-length'),
};

export function render(
  form: Form,
  { method, path, host, inner }: Record<'method' | 'path' | 'host' | 'inner', string>,
): Buffer {
  const { lines, body, version = 'HTTP/1.1', target = (path) => path, end = '\r\n', before = '' } = form(inner);
  const head = [`${method} ${target(path, host)} ${version}`.trimEnd(), `Host: ${host}`, ...lines, '', ''].join(end);
  return Buffer.from(before + head + body, 'latin1');
}
