import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { Dispatcher1Wrapper } from 'undici';
import { isPublicAddress, parseAddress } from '../lib/hosts/ip-address.ts';
import { lazy } from '../lib/lazy.ts';
import { NOT_PUBLIC } from '../syndication/fetch/public-url.ts';

export type Lookup = typeof lookup;

function isPublic(text: string): boolean {
  const address = parseAddress(text);
  return address !== null && isPublicAddress(address);
}

/** Returns a `fetch` that connects only to public addresses and `allowed` hosts. (docs/decisions.md#L21) */
export function guardedFetch(allowed: ReadonlySet<string>, find: Lookup = lookup, before: () => void = () => {}) {
  const lookupPublic: LookupFunction = (name, options, done) => {
    find(name, { ...options, all: true }, (error, found) => {
      const open = found?.filter(({ address }) => isPublic(address)) ?? [];
      const [first] = open;
      if (error && error.code !== 'ENOTFOUND') return done(error, '');
      if (!first) return done(new Error(NOT_PUBLIC), '');
      if (options.all) return done(null, open);
      done(null, first.address, first.family);
    });
  };
  // The undici package is loaded with the first request, because it is larger than the rest of the server.
  const dispatcher = lazy(async (): Promise<Dispatcher1Wrapper> => {
    // The bundled undici has only a default export, because it is CommonJS.
    const { Agent, buildConnector, Dispatcher1Wrapper } = (await import('undici')).default;
    const guarded = buildConnector({ lookup: lookupPublic });
    const open = buildConnector({});
    const agent = new Agent({
      connect: (options, done) => {
        const { hostname, port, protocol } = options;
        const host = port ? `${hostname}:${port}` : hostname;
        const defaultPort = protocol === 'https:' ? '443' : '80';
        if (allowed.has(host) || (allowed.has(hostname) && (port === '' || port === defaultPort)))
          return open(options, done);
        // IP addresses need no DNS look-up, so they are checked here instead of in `lookupPublic`.
        const literal = hostname.replace(/^\[|\]$/g, '');
        if (isIP(literal) && !isPublic(literal)) return done(new Error(NOT_PUBLIC), null);
        guarded(options, done);
      },
    });
    // Node's own `fetch` uses an earlier undici with different dispatcher handlers.
    return new Dispatcher1Wrapper(agent);
  });
  const native = globalThis.fetch;
  return async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    before();
    try {
      return await native(input, { ...init, dispatcher: await dispatcher() } as RequestInit);
    } catch (thrown) {
      const { cause } = thrown as Error;
      throw cause instanceof Error && cause.message === NOT_PUBLIC ? new Error(NOT_PUBLIC) : thrown;
    }
  };
}
