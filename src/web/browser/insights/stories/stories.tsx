import { useRef } from 'hono/jsx/dom';
import { useQuery } from '../../lib/request/query.ts';
import { type DataOf, request } from '../../lib/request/request.ts';
import { Thumbnail } from '../../ui/thumbnail.tsx';
import type { Session } from '../session.ts';
import { DetailsLink, type Item, ItemLink } from './items.tsx';
import { Moved } from './moved.tsx';
import { movementOf } from './movement.ts';

type Story = Item & { previousRank?: number | null };
type Pictures = DataOf<'/api/v2/insights/pictures/'>;

/** Articles with their pictures and the icons of their sources. */
export function Stories({
  items,
  href,
  isMoving = false,
}: { items: Story[]; isMoving?: boolean } & Pick<Session, 'href'>) {
  const ids = items.map(({ contentId }) => contentId).toSorted((a, b) => a - b);
  const found = useQuery(
    (signal) => request<Pictures>('/api/v2/insights/pictures/', { query: { ids: ids.join(',') }, signal }),
    { queryKey: `pictures ${ids}`, interval: null, paused: ids.length === 0 },
  );
  // What was there stays until the next answer, so that nothing flickers when two stories change places.
  const known = useRef(new Map<number, Pictures['pictures'][number]>());
  const pictures = known.current ?? new Map();
  for (const picture of found.value?.pictures ?? []) pictures.set(picture.contentId, picture);
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
