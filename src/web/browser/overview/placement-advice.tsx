import { languageAttributes } from '../../../delivery/language-attributes.ts';
import { headline } from '../../../rankings/math/figures/cause.ts';
import { betterInWords, underplayedInWords, wastedInWords } from '../insights/stories/article-words.ts';
import { Quoted } from '../insights/stories/change.tsx';
import type { Fresh } from '../insights/stories/fresh.ts';
import { PlacementAxis, PlacementDot } from '../insights/stories/placement-dot.tsx';
import { numberIn, type SelectedDay, type Standing, type Verdict } from '../insights/stories/verdict.ts';
import type { InsightsSession } from '../insights/view.ts';
import { FollowAdvice } from './follow-advice.tsx';

interface Props extends Verdict, Pick<InsightsSession, 'href'> {
  /** Today’s selection. `null` for people who may not edit it. */
  day: SelectedDay | null;
  /** Whether the verdict is about today’s selection, and not about all lists. */
  isOfToday: boolean;
  isEditor: boolean;
  fresh: Fresh;
  reload: () => void;
}

/** Verdict on the positions, and next to it the two articles with the button that swaps them. */
export function PlacementAdvice({ wasted, better, day, isOfToday, isEditor, fresh, href, reload }: Props) {
  const [general, reason] = wasted
    ? wastedInWords(wasted.placement, wasted.at ?? undefined)
    : better
      ? underplayedInWords(better.placement, better.at ?? undefined)
      : ['Every position is performing normally.', ''];
  const named = wasted ?? better;
  const other = wasted && better;
  const opening =
    named?.number && isOfToday ? `No. ${named.number} today is ${wasted ? 'over' : 'under'}played: ` : general;
  const at = wasted ? (wasted.at ?? wasted.placement.positions) : null;
  const advisedArticles = [wasted, better].flatMap((standing) => standing ?? []);
  const hasPair = isEditor && advisedArticles.length > 0;
  return (
    <>
      <p class="answer">
        {opening}
        {named ? <Quoted of={named.item} href={href} /> : null}
        {named ? '.' : null}
        {/* Editors see the figures of both articles below. */}
        {!hasPair && named ? (
          <span class="cause">
            {' '}
            {reason}
            {other ? (
              <>
                {' '}
                <Quoted of={other.item} href={href} />
                {betterInWords(other.placement, other.at, at)}
              </>
            ) : null}
          </span>
        ) : null}
      </p>
      {hasPair ? (
        <section class="card stack gap-4 before-4 advised-pair" aria-label="Articles to move">
          <p class="placement-head">
            <span>Clicks for their position</span>
            <PlacementAxis />
          </p>
          <ul class="panel-rows now">
            {advisedArticles.map(({ item, placement }) => (
              <AdvisedArticle
                key={item.contentId}
                of={{ item, placement, number: numberIn(day?.articles ?? [], item.contentId) }}
                note={fresh.get(item.contentId)}
                href={href}
              />
            ))}
          </ul>
          {day && isOfToday && better ? (
            <div class="row">
              <FollowAdvice wasted={wasted} better={better} day={day} reload={reload} />
            </div>
          ) : null}
        </section>
      ) : null}
    </>
  );
}

interface AdvisedArticleProps extends Pick<Props, 'href'> {
  of: Pick<Standing, 'item' | 'placement'> & { number: number | undefined };
  /** Age in words. */
  note: string | undefined;
}

const AdvisedArticle = ({ of: { item, number, placement }, note, href }: AdvisedArticleProps) => (
  <li>
    <div>
      <a href={href({ content: String(item.contentId), topic: '' })} {...languageAttributes(headline(item))}>
        {headline(item)}
      </a>
      <small>{[number ? `No. ${number} today` : 'not selected', note].filter(Boolean).join(' · ')}</small>
    </div>
    <PlacementDot of={placement} />
  </li>
);
