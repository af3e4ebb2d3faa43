import { languageAttributes } from '../../../../delivery/language-attributes.ts';
import { clockIn } from '../../../../lib/time.ts';
import { type Caused, causeWording, headline } from '../../../../rankings/math/figures/cause.ts';
import { isUncompared, leadOf } from '../../../../rankings/math/figures/change-headings.ts';
import { IS_SERVER } from '../../lib/request.ts';
import { timeZone } from '../../lib/time.ts';
import type { InsightsSession } from '../view.ts';
import type { WeekGrowth } from '../week.ts';
import type { Item } from './items.tsx';
import { nothingBefore } from './movement.ts';
import { peakInWords, type RankChange, saidOf, shortenedTitle, sureInWords } from './rank-words.ts';

interface QuotedProps extends Pick<InsightsSession, 'href'> {
  of: Pick<Item, 'contentId' | 'title'>;
}

/** Title of an article in a sentence. A long title is cut, and the pointer or the focus shows all of it. */
export function Quoted({ of, href }: QuotedProps) {
  const title = headline(of);
  // Shared views have no links that show the whole title.
  const shortTitle = IS_SERVER ? title : shortenedTitle(title);
  return (
    <span class="quoted">
      <a
        href={href({ content: String(of.contentId), topic: '' })}
        title={shortTitle === title ? undefined : title}
        {...languageAttributes(title)}
      >
        {shortTitle}
      </a>
    </span>
  );
}

export const asOfInWords = (asOf: string): string =>
  `As of ${clockIn(timeZone(), Date.parse(asOf))}: the last 7 days against the 7 before.`;

export const AsOf = ({ asOf, of }: { asOf: string | null; of?: RankChange }) =>
  asOf ? (
    <p class="hint as-of">
      {of ? <b>{sureInWords(of)} </b> : null}
      {asOfInWords(asOf)}
    </p>
  ) : null;

export function Because({
  change,
  href,
  before = '',
}: { change: Caused<Item>; before?: string } & Pick<InsightsSession, 'href'>) {
  const causeTexts = causeWording(change);
  if (!causeTexts) return null;
  return (
    <>
      {before}
      {causeTexts.before}
      {causeTexts.articles.map((article, place) => (
        <span key={article.contentId}>
          {place > 0 ? ' and ' : ''}
          <Quoted of={article} href={href} />
        </span>
      ))}
      {causeTexts.after}
    </>
  );
}

/** Cause of a change, on the line below a headline. */
export const CauseLine = ({ change, href }: { change: Caused<Item> } & Pick<InsightsSession, 'href'>) =>
  causeWording(change) ? (
    <span class="cause">
      {' '}
      <Because change={change} href={href} />.
    </span>
  ) : null;

export function ChangeSummary({ asOf, peaked, href, ...changes }: WeekGrowth & Pick<InsightsSession, 'href'>) {
  const topic = leadOf(changes);
  if (!topic)
    return (
      <p class="answer">{isUncompared(changes) ? nothingBefore('the week before') : 'Nothing stands out this week.'}</p>
    );
  const { topicId, name, category } = topic;
  return (
    <>
      <p class="answer">
        <a class={`data-${category}`} href={href({ topic: String(topicId) })}>
          {name}
        </a>{' '}
        {saidOf(topic, { peaked: peakInWords(peaked) })}.
        <CauseLine change={topic} href={href} />
      </p>
      <AsOf asOf={asOf} of={topic} />
    </>
  );
}
