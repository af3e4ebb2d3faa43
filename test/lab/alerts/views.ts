import { createRandom, sampler, zipf } from '../../../src/demo/random.ts';
import { classed, readLog } from '../measures/click-log.ts';
import type { Log } from './log.ts';

/** A log of real views, which says nothing of topics: a draw gives each article some. */

const TOPICS = 30;
/** Of topics by rank: the most read has ten times the articles of the last. */
const SKEW = 0.7;
const MOST_TOPICS = 3;
const SOURCES = 40;

/**
 * Reads the log in a folder as unsigned clicks with the classes that an installation gives them. `seed` draws the installation's
 * secret and the topics: one to three of thirty for each article, more often those of low ids.
 */
export async function readViews(folder: string, seed: number): Promise<Log> {
  const views = readLog(folder);
  const cells = classed(views, `secret ${seed}`, 'split');
  const random = createRandom(seed, 'topics');
  const draw = sampler(zipf(TOPICS, SKEW));
  const first = new Map<number, number>();
  for (const { contentId, at } of views) if (!first.has(contentId)) first.set(contentId, at);
  const articles = Array.from(first, ([id, publishedAt]) => {
    const topics = new Set<number>();
    for (let i = random.int(1, MOST_TOPICS); i > 0; i--) topics.add(draw(random.next()) + 1);
    const source = random.int(1, SOURCES);
    return {
      id,
      publishedAt,
      topics: [...topics],
      contentType: 'article' as const,
      sourceType: null,
      source: `Source ${source}`,
      domain: `${source}.example`,
      companies: [],
      countries: [],
      authors: [],
      section: null,
    };
  });
  return {
    topics: Array.from({ length: TOPICS }, (_, i) => ({ id: i + 1, name: `Topic ${i + 1}` })),
    articles,
    titles: new Map(),
    clicks: views.map(({ contentId, at, reader }, i) => {
      const { network = 0, prefix = 0, browser = 0 } = cells[i] ?? {};
      return { contentId, at, reader: String(reader), unsigned: { network, prefix, browser } };
    }),
  };
}
