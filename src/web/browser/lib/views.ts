/** Positions that a report may have. */
const MAX_POSITIONS = 24;
/** Milliseconds that half of an item must be on the screen to be seen. */
const SEEN = 1000;

/** Whether a page with this ticket reports. */
export const reports = (ticket: string): boolean => ticket.startsWith('r');

/** The links of a list to its articles, one an article, in their order. */
export const linksIn = (list: Element): HTMLElement[] =>
  [...list.querySelectorAll<HTMLElement>('[data-content-id]')].filter(
    ({ dataset: { contentId } }, i, all) => all.findIndex((one) => one.dataset.contentId === contentId) === i,
  );

/**
 * Watches the items of a list, and sends the positions that were seen once, when the page is hidden. A hyphen before its ticket then says that
 * impressions are no longer counted, so later clicks have no position either. What is clicked has been seen.
 */
export function watch(list: HTMLElement, links: readonly HTMLElement[], send: (seen: number[]) => void): void {
  const items = links.slice(0, MAX_POSITIONS).map((link) => link.closest('li,article') ?? link);
  const seen = new Set<number>();
  const { ticket } = list.dataset;
  const timers = new Map<Element, ReturnType<typeof setTimeout>>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        clearTimeout(timers.get(target));
        if (isIntersecting)
          timers.set(
            target,
            setTimeout(() => see(target), SEEN),
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
    // An application may show another list in the same element by now.
    if (list.dataset.ticket === ticket) list.dataset.ticket = `-${ticket}`;
  };
  for (const item of items) observer.observe(item);
  for (const type of ['click', 'auxclick']) list.addEventListener(type, clicked, true);
  document.addEventListener('visibilitychange', end);
}
