/**
 * What the Worker of a self-hosted server fetches goes through here: to the public internet, as the runtime finds at the
 * moment of the connection whatever a name has resolved to before, and to the hosts that the operator names.
 */
import { allowedHosts, NOT_PUBLIC } from '../../syndication/fetch/public-url.ts';

interface OutboundEnv {
  /** A network with public addresses only. */
  PUBLIC: Fetcher;
  /** A network with all addresses. */
  ANY: Fetcher;
  FEED_ALLOW_HOSTS: string;
}

export default {
  async fetch(request, { PUBLIC, ANY, FEED_ALLOW_HOSTS }) {
    const { host, hostname, port, protocol } = new URL(request.url);
    if (allowedHosts(FEED_ALLOW_HOSTS).has(host)) return ANY.fetch(request);
    try {
      return await PUBLIC.fetch(request);
    } catch (thrown) {
      // The runtime says the same of an address that it refuses, of an unknown name and of a bad certificate.
      if (!/^internal error/.test(String((thrown as Error).message))) throw thrown;
      const socket = PUBLIC.connect({ hostname, port: Number(port) || (protocol === 'https:' ? 443 : 80) });
      // Both promises of a connection that fails are rejected.
      socket.closed.catch(() => undefined);
      const isOpen = await socket.opened.then(() => true).catch(() => false);
      if (!isOpen) throw new Error(NOT_PUBLIC);
      await socket.close();
      throw thrown;
    }
  },
} satisfies ExportedHandler<OutboundEnv>;
