import { env } from 'cloudflare:test';

export const OPEN_SECRET = 'secret of the tests';
export const SETTLE = { isDiscounted: true, secret: OPEN_SECRET };

interface Reports {
  views: number;
  /** Hour of the reports, in hours since the epoch. */
  hour: number;
  /** Number of network buckets from which the reports come. */
  networks?: number;
  k?: number;
}

export async function addReports(list: string, { views, hour, networks = 32, k = 1 }: Reports): Promise<void> {
  const statement = env.DB.prepare(
    `INSERT INTO list_views (list, network, slot, hour, reports, views) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET reports = reports + excluded.reports, views = views + excluded.views`,
  );
  const each = Array.from({ length: networks }, (_, network) => {
    const own = Math.floor((views * (network + 1)) / networks) - Math.floor((views * network) / networks);
    return statement.bind(list, network, hour % 2, hour, Math.round(own / k), own);
  });
  await env.DB.batch(each);
}
