import type { Child } from 'hono/jsx/dom';
import { languageAttributes } from '../../../delivery/language-attributes.ts';
import { headline } from '../../../rankings/math/figures/cause.ts';
import { containsArticle } from '../desk/article-order.ts';
import { selectionAdvice } from '../desk/selection-advice.ts';
import { type Earning, numberIn, type Standing } from '../insights/stories/verdict.ts';
import type { InsightsSession } from '../insights/view.ts';
import { Button } from '../ui/actions.tsx';
import { Section } from '../ui/parts.tsx';
import type { loadNow } from './load.ts';

const MAX_ROWS = 4;

type Now = Awaited<ReturnType<typeof loadNow>>;

interface Props extends Pick<InsightsSession, 'href'> {
  of: Now;
  reload: () => void;
}

/** Articles to act on: advice on today’s selection, then articles that gain readers. Editors publish with one press. */
export function NowPanel({ of: { day, underplayed, rising }, href, reload }: Props) {
  const chosen = day?.articles ?? [];
  const advice = selectionAdvice(chosen, underplayed, []);
  const { wasted, better } = day ? advice : { wasted: undefined, better: undefined };
  const add = (item: Earning) => (
    <Button
      text="Add"
      label={`Add ${headline(item)} to today’s selection`}
      press={async () =>
        day &&
        (await import('../desk/publish-selection.ts')).publishSelection(
          day,
          [...chosen, item],
          `Published: “${headline(item)}” is selected for today.`,
          reload,
        )
      }
    />
  );
  const act = wasted ? 'Swap' : better?.number ? 'Move up' : 'Add';
  const follow = better ? (
    <Button
      look="primary"
      text={act}
      label={
        wasted
          ? `Swap ${headline(wasted.item)} for ${headline(better.item)}`
          : `${act}: ${headline(better.item)} in today’s selection`
      }
      press={async () =>
        day && (await import('../desk/publish-selection.ts')).publishAdvice(day, { wasted, better }, reload)
      }
    />
  ) : null;
  const risen = rising
    .filter(({ contentId }) => contentId !== better?.item.contentId)
    .slice(0, MAX_ROWS - Number(Boolean(wasted)) - Number(Boolean(better)));
  const isAdvised = wasted !== undefined || better !== undefined;
  const hasPositions = isAdvised || risen.some(({ contentId }) => containsArticle(chosen, contentId));
  const note = [
    hasPositions ? 'today’s position' : '',
    isAdvised ? 'clicks for it' : '',
    risen.length > 0 ? '▲ gaining readers' : '',
  ];
  const row = (item: Earning, figure: Child, action: Child) => (
    <li key={item.contentId}>
      {day ? <span class="rank">{numberIn(chosen, item.contentId)}</span> : null}
      <a href={href({ content: String(item.contentId) })} {...languageAttributes(headline(item))}>
        {headline(item)}
      </a>
      {figure}
      {day ? <span class="action">{action}</span> : null}
    </li>
  );
  const times = ({ placement: { index } }: Standing) => (
    <b class={index < 100 ? 'down' : 'up'}>
      {index / 100}×<span class="quiet"> the normal clicks for its position</span>
    </b>
  );
  return (
    <Section
      id="now"
      title="Now"
      note={note.filter(Boolean).join(', ')}
      end={day ? <a href="/desk">Open the desk</a> : null}
    >
      <ul class="panel-rows now">
        {wasted ? row(wasted.item, times(wasted), follow) : null}
        {better ? row(better.item, times(better), wasted ? <small>to No. {wasted.number}</small> : follow) : null}
        {risen.map((item) =>
          row(
            item,
            <b class="up">
              <span aria-hidden="true">▲</span>
              <span class="quiet">gaining readers</span>
            </b>,
            containsArticle(chosen, item.contentId) ? <small>selected</small> : add(item),
          ),
        )}
      </ul>
      {risen.length === 0 && !isAdvised ? (
        <p class="hint">
          {day ? 'Every position is performing normally, and nothing' : 'Nothing'} is gaining readers right now.
        </p>
      ) : null}
    </Section>
  );
}
