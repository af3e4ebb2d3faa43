import { languageAttributes } from '../../../delivery/language-attributes.ts';
import { headline } from '../../../rankings/math/figures/cause.ts';
import { followAdvice } from '../desk/selection-advice.ts';
import { betterInWords, wastedInWords } from '../insights/stories/article-words.ts';
import { Quoted } from '../insights/stories/change.tsx';
import type { Fresh } from '../insights/stories/fresh.ts';
import { PlacementAxis, PlacementDot } from '../insights/stories/placement-dot.tsx';
import type { Earning, Standing, Verdict } from '../insights/stories/verdict.ts';
import type { InsightsSession } from '../insights/view.ts';
import type { DataOf } from '../lib/request.ts';
import { Button } from '../ui/actions.tsx';

interface Props extends Verdict, Pick<InsightsSession, 'href'> {
  /** Today’s selection. `null` for people who may not edit it. */
  day: DataOf<'/manage/recommended/{date}'> | null;
  /** Whether the verdict is about today’s selection, and not about all lists. */
  isOfToday: boolean;
  isEditor: boolean;
  fresh: Fresh;
  reload: () => void;
}

/** Verdict on the positions, and next to it the two articles with the button that swaps them. */
export function PlacementAdvice({ wasted, better, day, isOfToday, isEditor, fresh, href, reload }: Props) {
  const [given, after] = wasted
    ? wastedInWords(wasted.placement, wasted.at ?? undefined, isOfToday ? ' today' : '')
    : ['Every position is performing normally.', ''];
  const before = wasted?.number && isOfToday ? `No. ${wasted.number} today is overplayed: ` : given;
  const at = wasted ? (wasted.at ?? wasted.placement.positions) : null;
  const named = [wasted, better].flatMap((one) => one ?? []);
  return (
    <div class="columns lead">
      <p class="answer">
        {before}
        {wasted ? <Quoted of={wasted.item} href={href} /> : null}
        {after ? '.' : null}
        {after || better ? (
          <span class="cause">
            {' '}
            {after} {better ? <Quoted of={better.item} href={href} /> : null}
            {better ? betterInWords(better.placement, better.at, at) : null}
          </span>
        ) : null}
      </p>
      {isEditor && named.length > 0 ? (
        <section class="card stack gap-4" aria-label="What to do">
          <p class="placement-head">
            <span>Clicks for their position</span>
            <PlacementAxis />
          </p>
          <ul class="panel-rows now">
            {named.map((one) => (
              <Row key={one.item.contentId} of={one} note={fresh.get(one.item.contentId)} href={href} />
            ))}
          </ul>
          <div class="row">
            {day && isOfToday && wasted && better ? (
              <Follow wasted={wasted} better={better} day={day} reload={reload} />
            ) : null}
            <a class={day && isOfToday && better ? 'button' : 'button primary'} href="/desk">
              Open the desk
            </a>
          </div>
        </section>
      ) : null}
    </div>
  );
}

interface RowProps extends Pick<Props, 'href'> {
  of: Standing;
  note: string | undefined;
}

const Row = ({ of: { item, number, placement }, note, href }: RowProps) => (
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

interface FollowProps extends Pick<Props, 'reload'> {
  wasted: Standing;
  better: Standing;
  day: NonNullable<Props['day']>;
}

/** Publishes the advised selection at once. The message that confirms it offers to undo it. */
function Follow({ wasted, better, day, reload }: FollowProps) {
  const next = followAdvice<Earning>(day.articles, { wasted, better, missed: undefined, isKnown: true }, better.item);
  return (
    <Button
      look="primary"
      text={better.number ? `Swap No. ${wasted.number} and No. ${better.number}` : `Put it at No. ${wasted.number}`}
      press={async () =>
        (await import('../desk/publish-selection.ts')).publishSelection(
          day,
          next,
          `Published: “${headline(better.item)}” has the better position.`,
          reload,
        )
      }
    />
  );
}
