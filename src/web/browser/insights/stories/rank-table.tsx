import { Section, Table } from '../../ui/parts.tsx';
import { ALONE, rankedScopes, UNPLACED } from './article-words.ts';
import type { ArticleInsights } from './items.tsx';
import { MovementMark, movementOf } from './movement-mark.tsx';

type Ranks = Pick<ArticleInsights, 'ranks' | 'risingRank' | 'topics'>;

const RANK_PERIODS = ['24h', '7d'] as const;

/** Lists the ranks of an article: one row per scope, and one column per period. */
export function RankTable(of: Ranks) {
  const scopes = rankedScopes(of);
  if (scopes.length === 0 && of.risingRank !== null) return null;
  return (
    <Section id="ranks" title="Where it ranks" isInner>
      {scopes.length > 0 ? (
        <Table class="ranks" head={['Among', ['Last 24 hours', 'number'], ['Last 7 days', 'number']]}>
          {scopes.map(({ scope, ranks }) => (
            <tr key={scope}>
              <th scope="row">{scope}</th>
              {RANK_PERIODS.map((period) => (
                <RankCell key={period} of={ranks.find((rank) => rank.period === period)} />
              ))}
            </tr>
          ))}
        </Table>
      ) : null}
      <p class="hint">{scopes.length === 0 ? UNPLACED : ALONE}</p>
    </Section>
  );
}

const RankCell = ({ of }: { of: Ranks['ranks'][number] | undefined }) => (
  <td class="number">
    {of ? (
      <>
        <b>No. {of.rank}</b> <MovementMark movement={movementOf(of.rank - 1, of.previousRank)} />
      </>
    ) : (
      '–'
    )}
  </td>
);
