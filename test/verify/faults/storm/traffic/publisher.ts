import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../../../../src/demo/random.ts';
import { utcDay } from '../../../../../src/lib/time.ts';
import type { Answer } from '../../../../bench/lib/http.ts';
import type { Figures } from '../figures.ts';
import {
  type Article,
  CLICKED,
  COMPANIES,
  GROUPS,
  makeArticle,
  makeProbe,
  makeTopic,
  PASSING,
  PROBES,
  SOURCES,
  TOPICS,
  type Topic,
} from '../newsroom.ts';
import type { Server } from '../server.ts';
import { insist } from './insist.ts';

const PAUSE = 150;
const DAY = 86_400;

export interface Run {
  server: Server;
  figures: Figures;
  random: Random;
  seed: number;
}

export interface Selection {
  articles: number[];
  version: number;
}

/** One editor after the other publishes, repeats what failed, and remembers what must be there. */
export class Publisher {
  readonly articles = new Map<number, Article>();
  readonly topics = new Map<number, Topic>();
  /** By date. */
  readonly selections = new Map<string, Selection>();
  /** Changes that were answered with success. */
  changes = 0;
  /** While set, only articles that readers click are changed. */
  onlyClicked = false;
  readonly #revisions = new Map<number, number>();
  readonly #run: Run;
  readonly #key: string;
  /** Epoch seconds. */
  readonly #start: number;

  constructor(run: Run, operatorKey: string, start: number) {
    this.#run = run;
    this.#key = operatorKey;
    this.#start = start;
  }

  /** The newsroom before anything goes wrong. */
  async open(probes: number): Promise<void> {
    const probeTopics = Array.from({ length: Math.ceil(probes / PROBES.perTopic) }, (_, i) => PROBES.topic + i);
    const groups = Object.entries(GROUPS).map(([slug, countries]) => ({ slug, name: slug, countries }));
    await this.#put('geo-groups', groups);
    await this.#put('sources', SOURCES);
    await this.#put('companies', COMPANIES);
    await this.#saveTopics([...TOPICS, ...probeTopics].map((id) => makeTopic(id)));
    const ids = Array.from({ length: PASSING.from + 19 }, (_, i) => i + 1);
    await this.#saveArticles(ids.map((id) => makeArticle(this.#run.seed, id, 0, this.#start)));
    await this.#saveArticles(Array.from({ length: probes }, (_, i) => makeProbe(i, this.#start)));
  }

  async workUntil(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await this.#change();
      await sleep(PAUSE);
    }
  }

  #change(): Promise<void> {
    const { random } = this.#run;
    const passing = [...this.articles.keys()].filter((id) => id >= PASSING.from && id <= PASSING.to);
    const kind = random.weighted(
      ['publish', 'retag', 'remove', 'rename', 'select'] as const,
      (each) => ({ publish: 30, retag: 25, remove: 15, rename: 12, select: 18 })[each],
    );
    if (this.onlyClicked) return this.#saveArticles([this.#revised(random.int(1, CLICKED))]);
    if (kind === 'rename') return this.#rename(random.pick(TOPICS));
    if (kind === 'select') return this.#select();
    if (kind === 'remove' && passing.length > 10) return this.#remove(random.pick(passing));
    const [low, high] = kind === 'retag' ? [1, CLICKED] : [PASSING.from, PASSING.to];
    const ids = new Set(Array.from({ length: random.int(1, 4) }, () => random.int(low, high)));
    return this.#saveArticles(Array.from(ids, (id) => this.#revised(id)));
  }

  #revised(id: number): Article {
    const revision = (this.#revisions.get(id) ?? 0) + 1;
    this.#revisions.set(id, revision);
    return makeArticle(this.#run.seed, id, revision, this.#start);
  }

  async #saveArticles(list: readonly Article[]): Promise<void> {
    await this.#put('articles', list.map(asInput));
    for (const article of list) this.articles.set(article.id, article);
  }

  async #saveTopics(list: readonly Topic[]): Promise<void> {
    await this.#put('topics', list);
    for (const topic of list) this.topics.set(topic.id, topic);
  }

  #rename(id: number): Promise<void> {
    const revision = (this.#revisions.get(-id) ?? 0) + 1;
    this.#revisions.set(-id, revision);
    return this.#saveTopics([makeTopic(id, revision)]);
  }

  async #remove(id: number): Promise<void> {
    // What is gone already was removed by an attempt whose answer was lost.
    await this.#ask('DELETE', `articles/${id}`, undefined, ({ status }, attempt) => status === 404 && attempt > 0);
    this.articles.delete(id);
    // A selection loses what is deleted, which is a change of it.
    for (const [date, { articles, version }] of this.selections)
      if (articles.includes(id))
        this.selections.set(date, { articles: articles.filter((one) => one !== id), version: version + 1 });
  }

  /** Sets a day's selection, seen at its last version; a conflict with oneself is success. */
  async #select(): Promise<void> {
    const { random, server } = this.#run;
    const date = utcDay(server.now() / 1000 + random.int(-1, 2) * DAY);
    const chosen = random.shuffle([...this.articles.keys()].filter((id) => id < PROBES.article)).slice(0, 5);
    const before = this.selections.get(date) ?? { articles: [], version: 0 };
    const isMine = ({ status, body }: Answer, attempt: number) =>
      status === 409 && attempt > 0 && String(JSON.parse(body).current.articles) === String(chosen);
    await this.#ask('PUT', `recommended/${date}`, { articles: chosen, version: before.version }, isMine);
    const isSame = String(before.articles) === String(chosen);
    this.selections.set(date, { articles: chosen, version: before.version + (isSame ? 0 : 1) });
  }

  async #put(collection: string, values: readonly object[]): Promise<void> {
    const { body } = await this.#ask('PUT', collection, values);
    const { rejected } = JSON.parse(body).data;
    if (rejected.length > 0) throw new Error(`${collection}: ${JSON.stringify(rejected[0])}`);
  }

  async #ask(method: string, path: string, body?: unknown, isDone?: Parameters<typeof insist>[2]): Promise<Answer> {
    const answer = await insist(
      this.#run,
      {
        endpoint: `${method} /manage/${path.replace(/\/.*/, '/…')}`,
        path: `/manage/${path}`,
        method,
        headers: { Authorization: `Bearer ${this.#key}`, 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      },
      isDone,
    );
    this.changes++;
    return answer;
  }
}

const asInput = ({ publishedAt, ...article }: Article) => ({
  ...article,
  publishedAt: new Date(publishedAt * 1000).toISOString(),
});
