import type { components } from '../../../client/schema.d.ts';
import { useQuery } from '../lib/query.ts';
import { request } from '../lib/request.ts';
import { Thumbnail } from '../ui/thumbnail.tsx';
import { DetailsLink, type Item, ItemLink } from './items.tsx';
import { Moved } from './moved.tsx';
import { movementOf } from './movement.ts';
import type { Session } from './session.ts';

type JsonFeed = components['schemas']['JsonFeed'];
type Story = Item & { previousRank?: number | null };

interface Pictures {
  image: string | null;
  icon: string | null;
}

/** Articles with their pictures and the icons of their sources, as far as they are among the newest hundred. */
export function Stories({
  items,
  href,
  isMoving = false,
}: { items: Story[]; isMoving?: boolean } & Pick<Session, 'href'>) {
  const feed = useQuery((signal) => request<JsonFeed>('/api/v2/feed/', { query: { limit: 100 }, signal }), {
    queryKey: 'pictures',
    interval: null,
  });
  const pictures = new Map(
    (feed.value?.items ?? []).map((item): [number, Pictures] => [
      Number(item.id),
      { image: item.image ?? null, icon: item.authors?.[0]?.avatar ?? null },
    ]),
  );
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
