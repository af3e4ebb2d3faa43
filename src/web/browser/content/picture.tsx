import { useState } from 'hono/jsx/dom';
import type { Row } from './api.ts';
import type { StoredArticle } from './types.ts';

/** The picture of an article, or the first letter of its source where it has none that loads. */
export function Picture({ of }: { of: Row }) {
  const { image, source } = of as unknown as StoredArticle;
  const [isBroken, setBroken] = useState(false);
  return image && !isBroken ? (
    <img
      class="thumb"
      src={image.url}
      alt=""
      width="60"
      height="42"
      loading="lazy"
      referrerpolicy="no-referrer"
      onError={() => setBroken(true)}
    />
  ) : (
    <span class="thumb" aria-hidden="true">
      {source.name.charAt(0)}
    </span>
  );
}
