import type { D1Object } from './d1-object.ts';

interface Transport {
  fetch(url: string, init: { body: string }): Promise<{ headers: { get(): null }; text(): string }>;
}
/** Fields of the platform's D1 class that hold its connection. */
interface Connected {
  fetcher?: Transport;
  alwaysPrimarySession?: { fetcher?: Transport };
}

const headers = { get: () => null };

/**
 * Connects a D1 binding to a database object without the simulator's HTTP. Returns a function that restores the former
 * connection.
 */
export function connectDirectly(
  binding: D1Database,
  objects: DurableObjectNamespace<D1Object>,
  name: string,
): () => void {
  const connected = binding as unknown as Connected;
  const former = connected.fetcher;
  if (!former || !connected.alwaysPrimarySession?.fetcher) throw new Error('D1 has no fetcher');
  const connect = (transport: Transport) => {
    connected.fetcher = transport;
    connected.alwaysPrimarySession = Object.assign(connected.alwaysPrimarySession ?? {}, { fetcher: transport });
  };
  connect({
    fetch: async (url, { body }) => {
      const text = await objects.getByName(name).query(body, url.endsWith('=ROWS_AND_COLUMNS'));
      return { headers, text: () => text };
    },
  });
  return () => connect(former);
}
