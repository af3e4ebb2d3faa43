import { Thumbnail } from '../../ui/thumbnail.tsx';
import type { Row } from '../api.ts';
import type { StoredArticle } from '../types.ts';

/** The picture of an article, or the first letter of its source. */
export function Picture({ of }: { of: Row }) {
  const { image, source } = of as unknown as StoredArticle;
  return <Thumbnail key={image?.url ?? 'none'} image={image?.url ?? null} initial={source.name.charAt(0)} />;
}
