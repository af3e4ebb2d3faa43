import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom, type Random } from '../../../src/demo/random.ts';
import { HOUR } from './services/service.ts';

/** Topics of the newsroom. A rule tags the articles whose title contains the word. */
export const TOPICS = 'flood cyber marine aviation pension credit property health'
  .split(' ')
  .map((word, i) => ({ id: i + 1, word, name: `Topic ${word}` }));

const SYLLABLES = 'ba ce di fo gu ka le mi no pu ra se ti vo zu'.split(' ');
/** Words in other languages. Each is in some titles, where a search must find it. */
export const FOREIGN_WORDS = ['Überschwemmung', 'assurance-vie', '保険会社'];
const SHOWN_ITEMS = 30;
const SLOW_MS = 1500;
/** Simulated hours at the end of the week in which every source works. */
export const SOUND_HOURS = 8;
/** Lead of a source's wrong clock. Its articles are published when their dates have passed. */
export const CLOCK_LEAD_MS = 3 * HOUR;

export interface Item {
  source: number;
  link: string;
  title: string;
  topic: number;
  /** Time of publication, in epoch milliseconds. */
  at: number;
}

type Format = 'rss' | 'atom' | 'json';
type Fault = (response: ServerResponse, text: string, source: Source) => Promise<void> | void;

interface Manner {
  format?: Format;
  /** Always in effect. */
  render?: Partial<Rendering>;
  /** In effect in some hours. */
  fault?: Fault;
  /** Part of the hours in which the fault is in effect. */
  part?: number;
}

interface Rendering {
  date(item: Item): string | null;
  link(item: Item, poll: number): string;
  guid(item: Item, poll: number): string;
  isDouble: boolean;
}

interface Source {
  number: number;
  host: string;
  polls: number;
  items: Item[];
  hasForeignItems: boolean;
}

const status =
  (code: number, headers: Record<string, string> = {}): Fault =>
  (response) =>
    void response.writeHead(code, headers).end('not now');

/** The faults of the twenty sources. The clocks of three are wrong, and one repeats items under new ids. */
const MANNERS: readonly Manner[] = [
  {},
  { format: 'atom' },
  { format: 'json' },
  {
    part: 0.03,
    async fault(response, text) {
      await sleep(SLOW_MS);
      response.end(text);
    },
  },
  { part: 0.3, fault: (response, text) => void response.end(text.slice(0, text.length / 2)) },
  { part: 0.4, fault: status(500) },
  {
    part: 1,
    fault: (response, text, { polls, number }) =>
      void (polls % 2 === 0 ? response.end(text) : response.writeHead(302, { Location: `/elsewhere/${number}` }).end()),
  },
  {
    part: 0.2,
    fault: (response, _, { number }) => void response.writeHead(301, { Location: `/moved/${number}` }).end(),
  },
  {
    render: {
      isDouble: true,
      guid: ({ link }, poll) => `${link}?again=${poll}`,
      link: ({ link }, poll) => `${link}?utm_source=feed&utm_campaign=${poll}`,
    },
  },
  { render: { date: ({ at }) => new Date(at + CLOCK_LEAD_MS).toUTCString() } },
  { format: 'atom', render: { date: () => null } },
  { render: { date: ({ at }) => new Date(at - 30 * 24 * HOUR).toUTCString() } },
  { part: 0.01, fault: () => sleep(25_000) },
  { part: 0.1, fault: status(429, { 'Retry-After': '3600' }) },
  { format: 'json', part: 0.1, fault: status(503) },
  { part: 0.2, fault: (response) => void response.setHeader('Content-Type', 'text/html').end('<h1>Maintenance</h1>') },
  { part: 0.1, fault: (response) => void response.end() },
  { part: 0.1, fault: status(404) },
  {
    part: 0.15,
    fault(response, text) {
      response.writeHead(200, { 'Content-Length': String(Buffer.byteLength(text)) });
      response.write(text.slice(0, 200), () => response.destroy());
    },
  },
  { format: 'rss', render: { link: ({ link }) => link.replace('https://', 'http://www.') } },
];

/** Twenty sources, each under an address of its own on loopback, because the service spares each host. */
export class Sources {
  readonly items: Item[] = [];
  readonly #sources: Source[];
  readonly #random: Random;
  readonly #server: Server;
  readonly #faults = new Map<number, boolean[]>();
  #hour = 0;
  #port = 0;

  constructor(seed: number, hours: number) {
    this.#random = createRandom(seed, 'sources');
    this.#sources = MANNERS.map((_, number) => ({
      ...{ number, host: `127.0.0.${number + 2}`, polls: 0, items: [] },
      hasForeignItems: number === 0,
    }));
    for (const [number, { part = 0 }] of MANNERS.entries())
      this.#faults.set(
        number,
        Array.from({ length: hours }, (_, hour) => hour < hours - SOUND_HOURS && this.#random.chance(part)),
      );
    this.#server = createServer((request, response) => {
      const [, place, number] = /^\/(\w+)\/(\d+)$/.exec(request.url ?? '') ?? [];
      void this.#respond(Number(number), place !== 'moved', response).catch(() => response.destroy());
    });
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '0.0.0.0', resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  get hosts(): string {
    return this.#sources.map(({ host }) => `${host}:${this.#port}`).join();
  }

  get feeds(): { url: string; domain: string; name: string }[] {
    return this.#sources.map(({ number, host }) => ({
      url: `http://${host}:${this.#port}/feed/${number}`,
      domain: domainOf(number),
      name: `Paper ${number}`,
    }));
  }

  /** Publishes items until an hour of the week. `items`: mean number per source. */
  pass(hour: number, now: number, items: number): void {
    this.#hour = hour;
    for (const source of this.#sources) if (this.#random.chance(items)) this.#publish(source, now);
  }

  #publish({ number, items }: Source, now: number): void {
    const topic = this.#random.pick(TOPICS);
    const words = Array.from({ length: 5 }, () =>
      Array.from({ length: 4 }, () => this.#random.pick(SYLLABLES)).join(''),
    );
    const nth = this.items.length;
    const foreign = nth % 10 === 0 ? ` ${FOREIGN_WORDS[(nth / 10) % FOREIGN_WORDS.length]}` : '';
    const item = {
      ...{ source: number, topic: topic.id, at: now - 60_000 },
      link: `https://${domainOf(number)}/story/${nth}`,
      title: `${words.slice(0, 2).join(' ')} ${topic.word} ${words.slice(2).join(' ')}${foreign}`,
    };
    this.items.push(item);
    items.push(item);
  }

  async #respond(number: number, canFail: boolean, response: ServerResponse): Promise<void> {
    const [source, manner] = [this.#sources[number], MANNERS[number]];
    if (!source || !manner) return void response.writeHead(404).end();
    source.polls++;
    const text = render(source, manner);
    if (canFail && manner.fault && this.#faults.get(number)?.[this.#hour]) await manner.fault(response, text, source);
    else response.end(text);
  }
}

export const domainOf = (source: number): string => `paper${source}.example`;

function render(source: Source, { format = 'rss', render: own = {} }: Manner): string {
  const rendering: Rendering = {
    date: ({ at }) => (format === 'rss' ? new Date(at).toUTCString() : new Date(at).toISOString()),
    link: ({ link }) => link,
    guid: ({ link }) => link,
    isDouble: false,
    ...own,
  };
  const shown = source.items.slice(-SHOWN_ITEMS).toReversed();
  // Items of other publishers must not be taken.
  const foreign = {
    source: 99,
    topic: 1,
    at: shown[0]?.at ?? 0,
    link: 'https://stranger.example/1',
    title: 'Stranger',
  };
  const entries = [
    ...(rendering.isDouble ? [...shown, ...shown] : shown),
    ...(source.hasForeignItems ? [foreign] : []),
  ];
  const fields = entries.map((item, i) => ({
    title: item.title,
    link: rendering.link(item, source.polls + i),
    guid: rendering.guid(item, source.polls + i),
    date: rendering.date(item),
  }));
  const home = `https://${domainOf(source.number)}/`;
  if (format === 'json')
    return JSON.stringify({
      ...{ version: 'https://jsonfeed.org/version/1.1', title: `Paper ${source.number}`, home_page_url: home },
      items: fields.map(({ title, link, guid, date }) => ({ id: guid, url: link, title, date_published: date })),
    });
  const escaped = (text: string) => text.replaceAll('&', '&amp;');
  if (format === 'atom')
    return `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>Paper ${source.number}</title><id>${home}</id>${fields
      .map(
        ({ title, link, guid, date }) =>
          `<entry><id>${escaped(guid)}</id><title>${title}</title><link href="${escaped(link)}"/>${date ? `<updated>${date}</updated><published>${date}</published>` : ''}</entry>`,
      )
      .join('')}</feed>`;
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>Paper ${source.number}</title><link>${home}</link>${fields
    .map(
      ({ title, link, guid, date }) =>
        `<item><title>${title}</title><link>${escaped(link)}</link><guid isPermaLink="false">${escaped(guid)}</guid>${date ? `<pubDate>${date}</pubDate>` : ''}</item>`,
    )
    .join('')}</channel></rss>`;
}
