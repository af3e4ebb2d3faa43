import { alternate, client, throughput } from '../http.ts';
import { type Served, uncachedUrl } from './latency.ts';

export type Rates = Record<'static' | 'd1' | 'cached' | 'uncached', number>;

/** Answers a second of the feed and of the routes it is compared with; readers of an embedding page, no two alike. */
export async function measureThroughput(newsroom: Served, rounds: number): Promise<Rates> {
  const { worker, key } = newsroom;
  const at = (path: string) => new URL(path, worker.url).href;
  const feed = at(`/api/v2/feed/?apiKey=${key}`);
  const { ask, close } = client(1);
  // The static route answers as many bytes as the feed does.
  const { body } = await ask({ url: feed });
  await ask({ url: at('/bench/static'), method: 'PUT', body });
  close();
  let reader = 0;
  const headers = () => ({ 'CF-Connecting-IP': `10.${[16, 8, 0].map((bits) => (reader >> bits) & 255).join('.')}` });
  const from = (url: string) => {
    reader++;
    return { url, headers: headers() };
  };
  const load = { connections: 16, seconds: 1 };
  const routes = {
    static: () => throughput(load, () => ({ url: at('/bench/static') })),
    cached: () => throughput(load, () => from(feed)),
    d1: () => throughput(load, () => ({ url: at('/bench/d1') })),
    uncached: () => throughput(load, () => from(uncachedUrl(newsroom, {}))),
  };
  await alternate(2, routes);
  return alternate(rounds, routes);
}
