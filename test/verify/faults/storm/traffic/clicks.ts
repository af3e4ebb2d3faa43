import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../../../../src/demo/random.ts';
import type { Answer } from '../../../../bench/lib/http.ts';
import { CLICKED, makeReader, type Reader, TOPICS, UNKNOWN_ARTICLE } from '../newsroom.ts';
import type { Server } from '../server.ts';
import type { Figures } from '../verdict.ts';
import type { Run } from './publisher.ts';

const HOUR = 3_600_000;
const PAUSE = 60;
const DOWN = 300;
const READERS = 100;
const PATIENCE = 30_000;

export interface Click {
  contentId: number;
  /** Start of the hour in which the click arrived, in epoch seconds. */
  at: number;
  hour: number;
  reader: string;
  companyType: string;
  seniority: string;
  continent: string;
  region: string;
}

export interface Sent {
  contentId: number;
  hour: number;
  reader: string;
  /** Id of the click in the ledger, or `null` if the run does not know it. */
  id: string | null;
}

/** Click that must be counted once, in the hour of the first counted message. */
interface Expected {
  click: Omit<Click, 'at' | 'hour'>;
  hours: Set<number>;
  id: string | null;
}

interface Planned {
  reader: Reader;
  contentId: number;
  manner: 'page' | 'link' | 'bot';
}

export class Clicks {
  readonly expected = new Map<string, Expected>();
  sent = 0;
  accepted = 0;
  bots = 0;
  repeated = 0;
  #links = 0;
  #waiting: Planned[] = [];
  readonly #readers = new Map<string, Reader>();
  readonly #run: { server: Server; figures: Figures; random: Random; seed: number };
  readonly #key: string;

  constructor(run: { server: Server; figures: Figures; random: Random; seed: number }, key: string) {
    this.#run = run;
    this.#key = key;
  }

  async readUntil(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await this.send(this.#waiting.shift() ?? this.#newClick());
      await sleep(this.#run.server.up ? PAUSE : DOWN);
    }
  }

  async finish(): Promise<void> {
    while (this.#waiting.length > 0) await this.send(this.#waiting.shift() as Planned);
  }

  /** Returns true if the click was acknowledged, and otherwise schedules it for another attempt. */
  async send(click: Planned): Promise<boolean> {
    const { server, figures } = this.#run;
    const { up } = server;
    this.sent++;
    const answer = await (click.manner === 'link' ? this.#follow(click) : this.#beacon(click));
    figures.record(click.manner === 'link' ? 'GET /go' : 'POST /clicks', answer, up);
    const said = answer?.headers['x-click'];
    if (answer && said === 'accepted') this.#acknowledged(click, answer);
    else if (said === 'dropped; reason=bot' && click.manner === 'bot') this.bots++;
    else if (answer && answer.status < 500 && said !== 'dropped; reason=unavailable')
      figures.violated(`a click of ${click.reader.id} is answered with ${answer.status} ${said} ${answer.body}`);
    else {
      this.repeated++;
      this.#waiting.push(click);
      return false;
    }
    return true;
  }

  /** A message that is in the queue must be counted even if the reader gets no acknowledgement. */
  expect({ contentId, hour, reader: readerId, id }: Sent): void {
    const reader = this.#readers.get(readerId);
    if (!reader) throw new Error(`a message of an unknown reader: ${readerId}`);
    if (contentId === UNKNOWN_ARTICLE) return;
    const key = keyOf(readerId, contentId, hour);
    const expected = this.expected.get(key);
    if (expected) {
      expected.hours.add(hour);
      if (expected.id !== id) this.#run.figures.violated(`${key} has two ids: ${expected.id} and ${id}`);
      return;
    }
    const { continent, companyType, seniority } = reader;
    const words = { companyType: companyType ?? '', seniority: seniority ?? '', continent, region: continent };
    this.expected.set(key, { click: { contentId, reader: readerId, ...words }, hours: new Set([hour]), id });
  }

  /**
   * The first click of a day that reaches the ledger counts. If `hourOf` returns an hour in which the reader did not
   * click, the day's first click counts.
   */
  counted(hourOf: (id: string) => number | undefined): Click[] {
    return Array.from(this.expected.values(), ({ click, hours, id }) => {
      const [first = 0] = hours;
      const said = hours.size > 1 && id ? hourOf(id) : undefined;
      const hour = said !== undefined && hours.has(said) ? said : first;
      return { ...click, hour, at: hour * 3600 };
    });
  }

  know(reader: Reader): Reader {
    this.#readers.set(reader.id, reader);
    return reader;
  }

  #acknowledged({ reader, contentId, manner }: Planned, answer: Answer): void {
    this.accepted++;
    if (manner === 'bot') this.#run.figures.violated(`a bot's click is accepted`);
    else if (contentId !== UNKNOWN_ARTICLE && !this.#isExpected(reader.id, contentId, timeOf(answer)))
      this.#run.figures.violated(`a click of ${reader.id} on ${contentId} is accepted and not in the queue`);
  }

  /** Whether a message for a reader was sent on the day of the request, or within its timeout. */
  #isExpected(reader: string, contentId: number, at: number): boolean {
    return [at, at + PATIENCE].some((time) => this.expected.has(keyOf(reader, contentId, Math.floor(time / HOUR))));
  }

  #newClick(): Planned {
    const { random, seed } = this.#run;
    const manner = random.weighted(['page', 'link', 'bot'] as const, (each) => ({ page: 90, link: 7, bot: 3 })[each]);
    // Rotates the readers, because a reader who follows six links within ten seconds is classified as a bot.
    const nth = manner === 'link' ? this.#links++ % READERS : random.int(0, READERS - 1);
    const reader = this.know(makeReader(seed, nth, manner === 'link' ? 'link' : 'page'));
    const contentId = 1 + Math.floor(random.next() ** 2 * CLICKED);
    return { reader, contentId: manner === 'page' && random.chance(0.003) ? UNKNOWN_ARTICLE : contentId, manner };
  }

  #beacon({ reader, contentId, manner }: Planned): Promise<Answer | null> {
    const { companyType, seniority } = reader;
    return this.#run.server.ask('/clicks', {
      method: 'POST',
      headers: { ...headersOf(reader, manner), 'Content-Type': 'text/plain' },
      body: JSON.stringify({ key: this.#key, contentId, companyType, seniority }),
    });
  }

  #follow({ reader, contentId, manner }: Planned): Promise<Answer | null> {
    return this.#run.server.ask(`/go/${contentId}?key=${this.#key}`, { headers: headersOf(reader, manner) });
  }
}

const keyOf = (reader: string, contentId: number, hour: number) => `${reader} ${contentId} ${Math.floor(hour / 24)}`;

const timeOf = ({ headers }: Answer) => Number(headers['x-faults-at']);

const headersOf = ({ id, address, agent, continent }: Reader, manner: Planned['manner']) => ({
  'User-Agent': manner === 'bot' ? 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' : agent,
  'CF-Connecting-IP': address,
  'X-Faults-Reader': id,
  'X-Faults-Continent': continent,
});

const READS_PAUSE = 80;
const READS_DOWN = 250;

const FILTERS = ['', 'includeTopics=1,2', 'articleTypes=article,report', 'searchTerms=ember', 'includeCountries=IS'];
const OUTPUTS = ['json', 'rss', 'html'];
const COMMON = ['', 'period=24h', 'period=7d&limit=50', 'riskManagement=true'];
const BREAKDOWNS = ['content-type', 'source-type', 'specialty-line', 'interest-area', 'audience-region', 'seniority'];

export const READS: Record<string, readonly string[]> = {
  ...Object.fromEntries(
    OUTPUTS.map((output) => [
      `GET /api/v2/feed/ as ${output}`,
      FILTERS.flatMap((filter) => [20, 5].map((limit) => `/api/v2/feed/?output=${output}&limit=${limit}&${filter}`)),
    ]),
  ),
  ...Object.fromEntries(
    OUTPUTS.map((output) => [
      `GET /api/v2/feed-recommended/ as ${output}`,
      [`/api/v2/feed-recommended/?output=${output}`],
    ]),
  ),
  'GET /api/v2/geography/list/': ['/api/v2/geography/list/'],
  'GET /api/v2/topics/trending/': ['', 'period=now', 'companyType=broker', 'limit=50'].map(
    (query) => `/api/v2/topics/trending/?${query}`,
  ),
  'GET /api/v2/insights/popular-content/': [...COMMON, ...BREAKDOWNS.map((breakdown) => `breakdown=${breakdown}`)].map(
    (query) => `/api/v2/insights/popular-content/?${query}`,
  ),
  'GET /api/v2/insights/trending-topics/': COMMON.map((query) => `/api/v2/insights/trending-topics/?${query}`),
  'GET /api/v2/insights/trending-topics/growth/': ['', 'minContentItems=1'].map(
    (query) => `/api/v2/insights/trending-topics/growth/?${query}`,
  ),
  'GET /api/v2/insights/topics/{id}/content/': TOPICS.map((id) => `/api/v2/insights/topics/${id}/content/`),
  'GET /api/v2/insights/topics/{id}/co-topics/': TOPICS.map((id) => `/api/v2/insights/topics/${id}/co-topics/`),
  'GET /api/v2/openapi.json': ['/api/v2/openapi.json'],
};

export async function readUntil({ server, figures, random }: Run, key: string, isOver: () => boolean): Promise<void> {
  const names = Object.keys(READS);
  while (!isOver()) {
    const name = random.pick(names);
    const { up } = server;
    const answer = await server.ask(random.pick(READS[name] ?? []), { headers: { 'X-API-Key': key } });
    figures.record(name, answer, up);
    if (answer && answer.status !== 200 && answer.status < 500)
      figures.violated(`${name} answers ${answer.status} ${answer.body.slice(0, 200)}`);
    await sleep(server.up ? READS_PAUSE : READS_DOWN);
  }
}
