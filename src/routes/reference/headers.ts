const header = (description: string, type: 'string' | 'integer' = 'string') => ({ description, schema: { type } });

export const HEADERS = {
  ETag: header('Version of the response. If you send it in `If-None-Match`, an unchanged response is 304'),
  'Cache-Control': header('Cache lifetime of the response'),
  'Server-Timing': header(
    'Database time in milliseconds and rows read; for histories and one article, the maximum number of rows',
  ),
  RateLimit: header('Number of remaining requests (r), and of seconds until the window ends (t)'),
  'RateLimit-Policy': header('Number of requests (q) that are allowed per window of w seconds'),
  'Retry-After': header('Number of seconds to wait before the next request', 'integer'),
  Allow: header('Methods that the path supports'),
  Link: header('URL of the next page (`rel="next"`), without a key'),
  'X-Click': header('`accepted`, or `dropped; reason=…`'),
  'X-Click-Ignored': header('Names of fields that were ignored'),
  Location: header('The article’s own URL'),
};

export const headersNamed = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` as const }]));
