import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import type { Sender } from '../../node/http/sender.ts';

/**
 * Hold for one connection only (RFC 9110, 7.6.1). The list is fixed: a client that could add names to it by `Connection` could
 * take away what frames its request.
 */
const HOP_BY_HOP = new Set(
  'connection keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer transfer-encoding upgrade http2-settings expect'.split(
    ' ',
  ),
);
/** What only the edge may say, what the simulator takes orders from, what is said of a sender by himself, and what is made anew here. */
const NOBODYS =
  /^(cf-|mf-|x-forwarded-|x-newsgauge-|forwarded$|true-client-ip$|x-real-ip$|accept-encoding$|content-length$)/;

/** The headers of a request as the Worker gets them: with the sender's address, and with a place only where one is known. */
export function requestHeaders(headers: IncomingHttpHeaders, { address, protocol, place }: Sender) {
  return {
    ...kept(headers, (name) => !NOBODYS.test(name)),
    'CF-Connecting-IP': address,
    'X-Forwarded-Proto': protocol,
    // In place of the simulator's own, which puts every reader into one town.
    'MF-CF-Blob': JSON.stringify(place),
  };
}

/** The headers of an answer as they are passed on. */
export const responseHeaders = (headers: OutgoingHttpHeaders): OutgoingHttpHeaders => kept(headers, () => true);

const kept = (headers: OutgoingHttpHeaders, passes: (name: string) => boolean): OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name) && passes(name)));
