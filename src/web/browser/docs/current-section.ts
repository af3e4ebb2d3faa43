/** Distance from the top of the window at which a section becomes the current one. */
const READING_LINE_PX = 160;
/** Windows that show the contents next to the text. */
const WIDE = '(min-width: 62rem)';

/** Marks the link in the contents to the current section, and keeps it in view. */
export function markCurrentSection(sections: readonly Element[]): void {
  const contents = document.querySelector('.contents');
  if (!contents || sections.length === 0) return;
  const links = new Map(
    [...contents.querySelectorAll<HTMLAnchorElement>('a[href*="#"]')].map((link) => [link.hash.slice(1), link]),
  );
  let current: HTMLAnchorElement | undefined;
  const mark = () => {
    const section = sections.findLast((each) => each.getBoundingClientRect().top < READING_LINE_PX);
    const link = links.get(section?.id ?? '');
    if (link === current) return;
    current?.removeAttribute('aria-current');
    current = link;
    link?.setAttribute('aria-current', 'true');
    if (link && matchMedia(WIDE).matches) scrollTo(contents, link);
  };
  addEventListener('scroll', () => requestAnimationFrame(mark), { passive: true });
  mark();
}

function scrollTo(contents: Element, link: Element): void {
  const [frame, { top, bottom }] = [contents.getBoundingClientRect(), link.getBoundingClientRect()];
  if (top < frame.top || bottom > frame.bottom) contents.scrollTop += top - frame.top - frame.height / 3;
}
