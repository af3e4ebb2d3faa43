import type { components } from '../../../../client/schema.d.ts';
import { typeName } from '../../lib/content-types.ts';
import type { Cell } from '../../lib/csv.ts';
import type { Session } from '../session.ts';

export type Item = components['schemas']['ContentItem'];
export type Topic = components['schemas']['Topic'];

/** Articles, most engaged first. */
export const Items = ({ items, href }: { items: Item[]; href: Session['href'] }) => (
  <ol class="ranked items">
    {items.map((item) => (
      <li key={item.contentId}>
        <div>
          <ItemLink {...item} />
          <small class="about">
            {[item.source, typeName(item.contentType), item.organisationType].filter(Boolean).join(' · ')} ·{' '}
            <DetailsLink {...item} href={href} />
          </small>
        </div>
      </li>
    ))}
  </ol>
);

/** To the analytics of an article; its title leads to the article itself. */
export const DetailsLink = ({ contentId, title, href }: Item & { href: Session['href'] }) => (
  <a
    class="more"
    href={href({ content: String(contentId), topic: '' })}
    aria-label={`Details of ${title ?? contentId}`}
  >
    Details
  </a>
);

export const ItemLink = ({ url, title, contentId }: Item) =>
  url ? (
    <a href={url} target="_blank" rel="noopener noreferrer" dir="auto">
      {title ?? url}
    </a>
  ) : (
    <span dir="auto">{title ?? `Article ${contentId}`}</span>
  );

export const ITEM_HEADINGS = [
  'rank',
  'contentId',
  'title',
  'url',
  'source',
  'contentType',
  'organisationType',
  'client',
];

export const itemCells = (item: Item, place: number): Cell[] => [
  place + 1,
  item.contentId,
  item.title,
  item.url,
  item.source,
  item.contentType,
  item.organisationType,
  item.client,
];
