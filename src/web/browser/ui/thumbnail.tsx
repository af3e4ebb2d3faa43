import { useState } from 'hono/jsx/dom';

interface Props {
  /** Address of the picture; null: there is none. */
  image: string | null;
  /** In its place where there is none that loads. */
  initial: string;
}

/** A small picture of an article. It tells nobody more than its title, so it is not read aloud. */
export function Thumbnail({ image, initial }: Props) {
  const [isBroken, setBroken] = useState(false);
  return image && !isBroken ? (
    <img
      class="thumb"
      src={image}
      alt=""
      width="80"
      height="56"
      loading="lazy"
      referrerpolicy="no-referrer"
      onError={() => setBroken(true)}
    />
  ) : (
    <span class="thumb" aria-hidden="true">
      {initial}
    </span>
  );
}
