import { isDeepStrictEqual } from 'node:util';
import { type Newsroom, recount } from '../../routes/insights/oracle.ts';
import { everyQuestion, pathOf } from '../../routes/insights/questions.ts';

/** Articles whose histories are asked for. */
const HISTORIES = 40;
const SHOWN = 3;

export interface Answers {
  asked: number;
  differing: number;
}

/** Asks every analytics question and shows the first answers that are not as recounted at `now` (epoch seconds). */
export async function compareAnswers(base: URL, key: string, newsroom: Newsroom, now: number): Promise<Answers> {
  const answer = recount(newsroom, now);
  const topicIds = newsroom.topics.map(({ id }) => id);
  const hidden = newsroom.topics.filter(({ excludedFromTrending }) => excludedFromTrending).map(({ id }) => id);
  const shown = topicIds.filter((id) => !hidden.includes(id));
  const { articles } = newsroom;
  const questions = everyQuestion({
    topicIds: [...topicIds, Math.max(...topicIds) + 1],
    contentIds: articles.filter((_, i) => i % Math.ceil(articles.length / HISTORIES) === 0).map(({ id }) => id),
    limits: [undefined, 1, 3, 50],
    minContentItems: [undefined, 1, 10],
    lists: [{}, { includeTopics: hidden }, { includeTopics: hidden.slice(0, 2), excludeTopics: shown.slice(-5) }],
  });
  let differing = 0;
  for (const question of questions) {
    const path = pathOf(question);
    const response = await fetch(new URL(path, base), { headers: { Authorization: `Bearer ${key}` } });
    const body = (await response.json()) as { data?: unknown };
    const expected = answer(question);
    const got = response.status === 200 ? body.data : undefined;
    if (isDeepStrictEqual(got, expected) && response.status === (expected ? 200 : 404)) continue;
    if (differing++ < SHOWN)
      console.error(path, '\n  answers  ', JSON.stringify(body), '\n  recounted', JSON.stringify(expected));
  }
  return { asked: questions.length, differing };
}
