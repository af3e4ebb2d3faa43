import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import type { Client } from './client.ts';

/** Hold for one connection only (RFC 9110, 7.6.1). */
const HOP_BY_HOP = new Set(
  'connection keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer transfer-encoding upgrade expect'.split(
    ' ',
  ),
);
/** What only the edge may say, what the simulator takes orders from, and what is said of a sender by himself. */
const NOBODYS = /^(cf-|mf-|x-forwarded-|x-newsgauge-|forwarded$|true-client-ip$|x-real-ip$|accept-encoding$)/;

/** The headers of a request as the Worker gets them: with the sender's address, and with a place only where one is known. */
export function requestHeaders(
  headers: IncomingHttpHeaders,
  { address, protocol, place }: Client,
): OutgoingHttpHeaders {
  return {
    ...kept(headers, (name) => !NOBODYS.test(name)),
    'CF-Connecting-IP': address,
    'X-Forwarded-Proto': protocol,
    // In place of the simulator's own, which puts every reader into one town.
    'MF-CF-Blob': JSON.stringify(place),
  };
}

/** The headers of an answer as they are passed on. */
export const responseHeaders = (headers: IncomingHttpHeaders): OutgoingHttpHeaders => kept(headers, () => true);

function kept(headers: IncomingHttpHeaders, passes: (name: string) => boolean): OutgoingHttpHeaders {
  const named = new Set(
    String(headers.connection ?? '')
      .toLowerCase()
      .split(/\s*,\s*/),
  );
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name) && !named.has(name) && passes(name)),
  );
}
