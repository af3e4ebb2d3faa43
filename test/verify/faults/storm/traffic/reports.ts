import {
  type Keys,
  KINDS,
  type KindName,
  Readers,
  type ReportTarget,
  reportQueries,
  storedReport,
} from '../../../crash/reports.ts';
import { CLICKED, makeReader } from '../newsroom.ts';
import type { Run } from './publisher.ts';

const RATE = 3;
/** Number of the first reader who reports. Clicking readers have lower numbers. */
const FIRST = 40_000;
const NAMES = Object.keys(KINDS) as KindName[];

export class Reports {
  readonly #readers: Readers[];
  readonly #run: Run;

  constructor(run: Run, keys: Keys) {
    this.#run = run;
    this.#readers = NAMES.map((name) => new Readers(name, keys, { articles: CLICKED, seed: run.seed }));
  }

  async sendUntil(isOver: () => boolean): Promise<void> {
    await Promise.all(this.#readers.map((readers) => readers.flow(this.#reportTarget, RATE, isOver)));
    await Promise.all(this.#readers.map((readers) => readers.settled()));
  }

  async reckon(db: D1Database): Promise<[what: string, { readers: number; wrong: string[] }][]> {
    return Promise.all(
      NAMES.map(async (name, i): Promise<[string, { readers: number; wrong: string[] }]> => {
        const rows = await Promise.all(reportQueries(name).map((query) => db.prepare(query).all()));
        const account = this.#readers[i]?.reckon(rows.flatMap(({ results }) => results.map(storedReport)));
        const wrong = (['lost', 'doubled', 'above'] as const).flatMap((fault) =>
          account?.[fault] ? [`${account[fault]} ${name} are ${fault}`] : [],
        );
        return [
          `readers of ${name}, each as far as acknowledged and once a day`,
          { readers: account?.readers ?? 0, wrong },
        ];
      }),
    );
  }

  get #reportTarget(): ReportTarget {
    const { server, figures, seed } = this.#run;
    return {
      now: () => server.now(),
      post: async (path, contentId, body) => {
        const { address, agent, continent } = makeReader(seed, FIRST + contentId, 'page');
        const { up } = server;
        const answer = await server.ask(path, {
          method: 'POST',
          headers: {
            'User-Agent': agent,
            'CF-Connecting-IP': address,
            'X-Faults-Continent': continent,
            'Content-Type': 'text/plain',
          },
          body,
        });
        figures.record(`POST ${path}`, answer, up);
        return answer?.status ?? null;
      },
    };
  }
}
