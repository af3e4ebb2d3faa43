import type { Site } from './server.ts';

export interface JsonItem {
  id: string;
  title: string;
  url: string;
  summary: string;
  image?: string;
  date_published: string;
  authors: { name: string; avatar?: string }[];
  tags: string[];
  _article: { source: { icon: string | null } };
}

export async function pages(site: Site, key: string, output: string, query: string): Promise<string[]> {
  const bodies: string[] = [];
  let address: string | undefined = `${site.url.origin}/api/v2/feed/?output=${output}&limit=100&${query}`;
  while (address) {
    const response: Response = await fetch(address, { headers: { 'X-API-Key': key } });
    if (!response.ok) throw new Error(`${address}: ${response.status}`);
    bodies.push(await response.text());
    address = /<([^>]*)>; rel="next"/.exec(response.headers.get('Link') ?? '')?.[1];
  }
  return bodies;
}

export const jsonItems = async (site: Site, key: string, query: string): Promise<JsonItem[]> =>
  (await pages(site, key, 'json', query)).flatMap((body) => (JSON.parse(body) as { items: JsonItem[] }).items);
