import { spoken } from '../../../../delivery/spoken.ts';
import { headline } from '../../../../rankings/math/figures/cause.ts';
import type { Session } from '../view.ts';
import type { Item } from './items.tsx';
import { betterInWords, type Placed, wastedInWords } from './words.ts';

/** An article, its pull, and where it stands: left out where that is where it is mostly seen, null where it stands nowhere. */
export interface Standing {
  item: Pick<Item, 'contentId' | 'title'>;
  pull: Placed;
  at?: Placed['place'] | null;
}

interface Props extends Pick<Session, 'href'> {
  wasted: Standing | undefined;
  better: Standing | undefined;
  /** Said first where no place is wasted. */
  none: string;
}

/** Which place is wasted, and on what; and what deserves a better one. */
export function Wasted({ wasted, better, none, href }: Props) {
  const [before, after] = wasted ? wastedInWords(wasted.pull, wasted.at ?? undefined) : [none, ''];
  const at = wasted ? (wasted.at ?? wasted.pull.place) : null;
  const free = at && at.from === at.to ? at.from : null;
  const link = ({ item }: Standing) => (
    <a href={href({ content: String(item.contentId) })} {...spoken(headline(item))}>
      {headline(item)}
    </a>
  );
  return (
    <p class="answer">
      {before}
      {wasted ? link(wasted) : null}
      {after}{' '}
      {better ? (
        <>
          {link(better)}
          {betterInWords(better.pull, better.at, free)}
        </>
      ) : null}
    </p>
  );
}
