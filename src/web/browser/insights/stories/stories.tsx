import { useRef } from 'hono/jsx/dom';
import { useData } from '../../lib/query.ts';
import type { DataOf } from '../../lib/request.ts';
import { Empty, Thumbnail } from '../../ui/parts.tsx';
import type { Session } from '../view.ts';
import { DetailsLink, type Item, ItemLink, Moved } from './items.tsx';
import { movementOf } from './movement.ts';

type Story = Item & { previousRank?: number | null };
type Pictures = DataOf<'/api/v2/insights/pictures/'>;

interface Props extends Pick<Session, 'href'> {
  items: Story[];
  /** What to say where there are none. */
  none: string;
  isMoving?: boolean;
}

/** Articles with their pictures and the icons of their sources. */
export function Stories({ items, none, href, isMoving = false }: Props) {
  const ids = items.map(({ contentId }) => contentId).toSorted((a, b) => a - b);
  const found = useData('/api/v2/insights/pictures/', { query: { ids }, paused: ids.length === 0 });
  // What was there stays until the next answer, so that nothing flickers when two stories change places.
  const known = useRef(new Map<number, Pictures['pictures'][number]>());
  const pictures = known.current ?? new Map();
  for (const picture of found.value?.pictures ?? []) pictures.set(picture.contentId, picture);
  if (items.length === 0) return <Empty title={none} />;
  return (
    <ol class="stories">
      {items.map((item, place) => {
        const { image = null, icon = null } = pictures.get(item.contentId) ?? {};
        return (
          <li key={item.contentId}>
            <Thumbnail key={image ?? 'none'} image={image} initial={item.source?.charAt(0) ?? ''} />
            <div>
              <ItemLink {...item} />
              <small>
                {icon ? <img src={icon} alt="" width="16" height="16" loading="lazy" /> : null}
                {item.source} · <DetailsLink {...item} href={href} />
              </small>
            </div>
            {isMoving ? <Moved movement={movementOf(place, item.previousRank ?? null)} /> : null}
          </li>
        );
      })}
    </ol>
  );
}
