// Written as JavaScript: Node takes no TypeScript from packages. Its types stand in index.d.ts.
import createFetchClient from 'openapi-fetch';

/** Lists are joined by commas; a parameter given twice is a fault. */
const querySerializer = { array: { style: 'form', explode: false } };

export function createClient({ baseUrl, apiKey, fetch }) {
  return createFetchClient({
    baseUrl,
    querySerializer,
    headers: { Authorization: `Bearer ${apiKey}` },
    ...(fetch ? { fetch } : {}),
  });
}
