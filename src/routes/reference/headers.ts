const header = (description: string, type: 'string' | 'integer' = 'string') => ({ description, schema: { type } });

export const HEADERS = {
  ETag: header('Send it back in `If-None-Match` and an unchanged answer is 304'),
  'Cache-Control': header('How long the answer may be kept'),
  'Server-Timing': header(
    'Time in the database in milliseconds, and rows read there; of histories and of one article the most they may read',
  ),
  'RateLimit-Policy': header('Requests (q) that the key may make in a window of w seconds'),
  'Retry-After': header('Seconds to wait before asking again', 'integer'),
  Allow: header('The methods that the path has'),
  Link: header('`rel="next"`: the next page, without a key'),
  'X-Click': header('`accepted`, or `dropped; reason=…`'),
  'X-Click-Ignored': header('What came with the click and does not count, by name'),
  Location: header('The article’s own URL'),
};

export const headersNamed = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` as const }]));
