const MAX_POSITIONS = 24;
/** Time in milliseconds for which half of an item must be visible before it counts as seen. */
const MIN_VISIBLE_MS = 1000;

/** Whether a page with this list token reports impressions. */
export const reports = (listToken: string): boolean => listToken.startsWith('r');

/** Returns the first link to each article in a list. */
export const linksIn = (list: Element): HTMLElement[] =>
  [...list.querySelectorAll<HTMLElement>('[data-content-id]')].filter(
    ({ dataset: { contentId } }, i, all) => all.findIndex((one) => one.dataset.contentId === contentId) === i,
  );

/** Sends the positions seen by the reader when the page is first hidden. Later clicks count without a position. */
export function watch(list: HTMLElement, links: readonly HTMLElement[], send: (seen: number[]) => void): void {
  const items = links.slice(0, MAX_POSITIONS).map((link) => link.closest('li,article') ?? link);
  const seen = new Set<number>();
  const { listToken } = list.dataset;
  const timers = new Map<Element, ReturnType<typeof setTimeout>>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        clearTimeout(timers.get(target));
        if (isIntersecting)
          timers.set(
            target,
            setTimeout(() => see(target), MIN_VISIBLE_MS),
          );
      }
    },
    { threshold: 0.5 },
  );
  const see = (item: Element) => {
    if (document.hidden) return;
    seen.add(items.indexOf(item) + 1);
    observer.unobserve(item);
  };
  const clicked = ({ target }: Event) => {
    const place = items.findIndex((item) => item.contains(target as Node));
    if (place >= 0) seen.add(place + 1);
  };
  const end = () => {
    if (!document.hidden) return;
    observer.disconnect();
    document.removeEventListener('visibilitychange', end);
    if (seen.size > 0) send([...seen]);
    // A single-page application may have replaced the list in this element.
    if (list.dataset.listToken === listToken) list.dataset.listToken = `-${listToken}`;
  };
  for (const item of items) observer.observe(item);
  for (const type of ['click', 'auxclick']) list.addEventListener(type, clicked, true);
  document.addEventListener('visibilitychange', end);
}
