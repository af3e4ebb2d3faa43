import { parseJsonFeed, parseRssFeed } from 'feedsmith';

/** The fields of an article that every format has. */
export interface ReadItem {
  id: number;
  title: string;
  link: string;
  image: string | null;
}

export function fromJson(body: string): ReadItem[] {
  const { items = [] } = parseJsonFeed(body);
  return items.map(({ id, title = '', url = '', image }) => ({
    id: Number(id),
    title,
    link: url,
    image: image ?? null,
  }));
}

export function fromRss(body: string): ReadItem[] {
  const { items = [] } = parseRssFeed(body);
  return items.map(({ guid, title = '', link = '', enclosures }) => ({
    id: Number(/^tag:[^/]+\/(\d+)$/.exec(guid?.value ?? '')?.[1]),
    title,
    link,
    image: enclosures?.[0]?.url ?? null,
  }));
}

/** Through the tokenizer of the platform's own HTML parser. */
export async function fromHtml(body: string): Promise<ReadItem[]> {
  const told: ReadItem[] = [];
  let image: string | null = null;
  const rewriter = new HTMLRewriter()
    .on('article', {
      element: () => {
        image = null;
      },
    })
    .on('article img', {
      element: (element) => {
        image = decoded(element.getAttribute('src') ?? '');
      },
    })
    .on('article h2 a', {
      element: (element) => {
        const id = Number(element.getAttribute('data-content-id'));
        told.push({ id, title: '', link: decoded(element.getAttribute('href') ?? ''), image });
      },
      text: ({ text }) => {
        const last = told.at(-1);
        if (last) last.title += text;
      },
    });
  await rewriter.transform(new Response(body)).text();
  return told.map((one) => ({ ...one, title: decoded(one.title) }));
}

/** The parser hands over text as it is written. */
const decoded = (written: string): string =>
  written.replace(
    /&(amp|lt|gt|quot|#39);/g,
    (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name] ?? "'",
  );
