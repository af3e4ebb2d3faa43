import { env } from 'cloudflare:test';

/** The secret of an installation whose boundaries tests may know. */
export const OPEN_SECRET = 'secret of the tests';
export const SETTLE = { isWeighed: true, secret: OPEN_SECRET };

interface Reports {
  /** Page views that the reports stand for. */
  views: number;
  /** Hours since the epoch. */
  hour: number;
  /** Classes of networks that they come from. */
  networks?: number;
  k?: number;
}

/** Stores what the consumer would have stored of the reports of a list and hour. */
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
