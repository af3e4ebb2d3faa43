import { languageAttributes } from '../../../../delivery/language-attributes.ts';
import { clockIn } from '../../../../lib/time.ts';
import { type Caused, causeWording, headline } from '../../../../rankings/math/figures/cause.ts';
import { isUncompared, leadOf } from '../../../../rankings/math/figures/change-headings.ts';
import { timeZone } from '../../lib/time.ts';
import type { InsightsSession } from '../view.ts';
import type { WeekGrowth } from '../week.ts';
import type { Item } from './items.tsx';
import { nothingBefore } from './movement.ts';
import { peakInWords, type RankChange, saidOf, sureInWords } from './rank-words.ts';

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
          <a href={href({ content: String(article.contentId), topic: '' })} {...languageAttributes(headline(article))}>
            {headline(article)}
          </a>
        </span>
      ))}
      {causeTexts.after}
    </>
  );
}

export function ChangeSummary({
  asOf,
  peaked,
  href,
  isSecond = false,
  ...changes
}: WeekGrowth & { /** Whether another sentence precedes this one. */ isSecond?: boolean } & Pick<
    InsightsSession,
    'href'
  >) {
  const topic = leadOf(changes);
  const look = isSecond ? 'growing' : 'answer';
  if (!topic)
    return (
      <p class={look}>{isUncompared(changes) ? nothingBefore('the week before') : 'Nothing stands out this week.'}</p>
    );
  const { topicId, name, category } = topic;
  return (
    <>
      <p class={look}>
        <a class={`data-${category}`} href={href({ topic: String(topicId) })}>
          {name}
        </a>{' '}
        {saidOf(topic, { peaked: peakInWords(peaked) })}.
        {causeWording(topic) ? (
          <span class="cause">
            {' '}
            <Because change={topic} href={href} />.
          </span>
        ) : null}
      </p>
      <AsOf asOf={asOf} of={topic} />
    </>
  );
}
