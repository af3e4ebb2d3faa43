import { languageAttributes } from '../../../delivery/language-attributes.ts';
import { headline } from '../../../rankings/math/figures/cause.ts';
import { containsArticle } from '../desk/article-order.ts';
import { selectionAdvice } from '../desk/selection-advice.ts';
import type { Earning } from '../insights/stories/verdict.ts';
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
  const advice = selectionAdvice(chosen, underplayed, rising);
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
  const risen = rising.filter(({ contentId }) => contentId !== better?.item.contentId);
  return (
    <Section id="now" title="Now" end={day ? <a href="/desk">Open the desk</a> : null}>
      <ul class="panel-rows now">
        {wasted ? (
          <li>
            <Title
              of={wasted.item}
              href={href}
              note={`No. ${wasted.number} · ${wasted.placement.index / 100}× normal`}
            />
            {follow}
          </li>
        ) : null}
        {better ? (
          <li>
            <Title
              of={better.item}
              href={href}
              note={`${better.number ? `No. ${better.number}` : 'not selected'} · ${better.placement.index / 100}× normal`}
            />
            {wasted ? null : follow}
          </li>
        ) : null}
        {risen.slice(0, MAX_ROWS - Number(Boolean(wasted)) - Number(Boolean(better))).map((item) => {
          const isChosen = containsArticle(chosen, item.contentId);
          return (
            <li key={item.contentId}>
              <Title of={item} href={href} note={isChosen ? '▲ gaining, selected' : '▲ gaining'} />
              {day && !isChosen ? add(item) : null}
            </li>
          );
        })}
      </ul>
      {risen.length === 0 && !wasted && !better ? (
        <p class="hint">
          {day ? 'Every position is performing normally, and nothing' : 'Nothing'} is gaining readers right now.
        </p>
      ) : null}
    </Section>
  );
}

const Title = ({ of, href, note }: { of: Earning; note: string } & Pick<InsightsSession, 'href'>) => (
  <span class="named">
    <a href={href({ content: String(of.contentId) })} {...languageAttributes(headline(of))}>
      {headline(of)}
    </a>
    <small>{note}</small>
  </span>
);
