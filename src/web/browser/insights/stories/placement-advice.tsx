import { languageAttributes } from '../../../../delivery/language-attributes.ts';
import { headline } from '../../../../rankings/math/figures/cause.ts';
import type { InsightsSession } from '../view.ts';
import { betterInWords, wastedInWords } from './article-words.ts';
import type { Fresh } from './fresh.ts';
import type { Standing, Verdict } from './verdict.ts';

interface Props extends Verdict, Pick<InsightsSession, 'href'> {
  none: string;
  of?: string;
  fresh?: Fresh | null;
}

export function PlacementAdvice({ wasted, better, none, of = '', fresh, href }: Props) {
  const [before, after] = wasted ? wastedInWords(wasted.placement, wasted.at ?? undefined, of) : [none, ''];
  const at = wasted ? (wasted.at ?? wasted.placement.positions) : null;
  const link = ({ item }: Standing) => (
    <a href={href({ content: String(item.contentId) })} {...languageAttributes(headline(item))}>
      {headline(item)}
    </a>
  );
  const articlesWithAge = [wasted, better].flatMap((one) => (one && fresh?.get(one.item.contentId) ? [one] : []));
  return (
    <>
      <p class="answer">
        {before}
        {wasted ? link(wasted) : null}
        {after ? '.' : null}
        {after || better ? (
          <span class="cause">
            {' '}
            {after} {better ? link(better) : null}
            {better ? betterInWords(better.placement, better.at, at) : null}
          </span>
        ) : null}
      </p>
      {wasted || better ? (
        <p class="hint">
          {articlesWithAge.map(({ item }) => `“${headline(item)}” is ${fresh?.get(item.contentId)}. `)}
          {'\u00a0'}
        </p>
      ) : null}
    </>
  );
}
