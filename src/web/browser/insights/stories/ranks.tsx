import type { Schemas } from '../../lib/request/request.ts';
import { Section } from '../../ui/section.tsx';
import { movementOf, movementText } from './movement.ts';

/** What analytics say of one article. */
export type About = Schemas['ContentInsights'];
type Rank = About['ranks'][number];

const PERIODS: Record<string, string> = { '24h': 'the last 24 hours', '7d': 'the last 7 days' };

/** Where an article ranks: on the site, among rising content, and in its topics. */
export const Ranks = ({ ranks, risingRank, topics }: Pick<About, 'ranks' | 'risingRank' | 'topics'>) => (
  <Section id="ranks" title="Where it ranks" isInner>
    <ul class="places">
      {ranks.map((rank) => (
        <RankLine key={rank.period} where="of all articles" {...rank} />
      ))}
      {risingRank === null ? null : (
        <li>
          <b>{risingRank}.</b> among those gaining readers now
        </li>
      )}
      {topics.flatMap(({ topicId, name, ranks: own }) =>
        own.map((rank) => <RankLine key={`${topicId} ${rank.period}`} {...rank} where={`in ${name}`} />),
      )}
    </ul>
    {ranks.length === 0 && topics.every((topic) => topic.ranks.length === 0) ? (
      <p class="hint">It is not among the first 50 of any list.</p>
    ) : null}
  </Section>
);

const RankLine = ({ rank, previousRank, period, where }: Rank & { where: string }) => (
  <li>
    <b>{rank}.</b> {where}, {PERIODS[period]} <small>{movementText(movementOf(rank - 1, previousRank))}</small>
  </li>
);
