import { useEffect, useRef } from 'hono/jsx/dom';
import Sortable from 'sortablejs';
import { languageAttributes } from '../../../delivery/language-attributes.ts';
import { announceToReaders } from '../lib/page.ts';
import { moment, timeZone, today } from '../lib/time.ts';
import { Empty, Thumbnail } from '../ui/parts.tsx';
import { moveEntry } from './article-order.ts';
import { PlacementMark } from './placement-mark.tsx';
import type { DeskArticle } from './use-day.ts';

interface Ordered {
  date: string;
  articles: DeskArticle[];
  edit: (articles: DeskArticle[]) => void;
}

const BUTTONS = [
  ['up', '↑', 'Move up'],
  ['down', '↓', 'Move down'],
  ['remove', '✕', 'Remove'],
] as const;
type Button = (typeof BUTTONS)[number][0];
const ROW_OFFSETS = { up: -1, down: 1 } as const;

export function Selection({ date, articles, edit }: Ordered) {
  const focus = useRef<{ id: number; button: Button } | null>(null);
  const move = (from: number, to: number, button?: Button) => {
    const article = articles[from];
    const next = moveEntry(articles, from, to);
    if (!article) return;
    const place = next.indexOf(article);
    if (button) focus.current = { id: article.contentId, button };
    announceToReaders(
      place === from
        ? `“${article.title}” is already ${place === 0 ? 'first' : 'last'}.`
        : `“${article.title}” is now ${place + 1} of ${next.length}.`,
    );
    if (place !== from) edit(next);
  };
  const remove = (place: number) => {
    const article = articles[place];
    const next = articles.toSpliced(place, 1);
    const neighbour = next[Math.min(place, next.length - 1)];
    focus.current = neighbour ? { id: neighbour.contentId, button: 'remove' } : null;
    announceToReaders(`“${article?.title}” removed. ${next.length} left.`);
    edit(next);
    if (!neighbour) document.getElementById('selection-title')?.focus();
  };
  const list = useSortable('.handle', move);
  // Restores the focus, because moving a row in the DOM takes it away from the row's button.
  useEffect(() => {
    if (!focus.current) return;
    const { id, button } = focus.current;
    focus.current = null;
    list.current?.querySelector<HTMLElement>(`[data-id="${id}"] .${button}`)?.focus();
  }, [articles]);
  const press = (event: KeyboardEvent, place: number) => {
    const button = buttonOf(event.target as Element);
    const to = event.altKey ? placeFor(event.key, place, articles.length) : null;
    if (to !== null) move(place, to, button);
    else if (event.key === 'Delete' && !event.altKey) remove(place);
    else return;
    event.preventDefault();
  };
  return (
    <>
      {/* The list stays in the DOM when it is empty, because drag and drop is bound to the element. */}
      <ol class="selection after-4" ref={list} aria-labelledby="selection-title">
        {articles.map((article, place) => (
          <li
            key={article.contentId}
            data-id={article.contentId}
            onKeyDown={(event: KeyboardEvent) => press(event, place)}
          >
            <span class="handle" aria-hidden="true">
              {place + 1}
            </span>
            <Thumbnail key={article.image ?? 'none'} image={article.image} initial={article.source.charAt(0)} />
            <div class="body">
              <h3 {...languageAttributes(article.title, article.language)}>{article.title}</h3>
              <p class="hint">{article.source}</p>
              <Embargo date={date} publishedAt={article.publishedAt} />
            </div>
            <div class="figures-end">
              <PlacementMark of={article.placement} />
            </div>
            <div class="acts">
              {BUTTONS.map(([name, sign, verb]) => (
                <button
                  key={name}
                  type="button"
                  class={name}
                  aria-label={`${verb}: ${article.title}`}
                  onClick={() => (name === 'remove' ? remove(place) : move(place, place + ROW_OFFSETS[name], name))}
                >
                  {sign}
                </button>
              ))}
            </div>
          </li>
        ))}
      </ol>
      {articles.length === 0 ? (
        <Empty title="No articles selected for this day">Add articles from the candidates.</Empty>
      ) : (
        <details class="small">
          <summary>Drag by the number to reorder, or use the keyboard</summary>
          <dl class="facts before-2">
            <dt>
              <kbd>Alt</kbd> <kbd>↑</kbd> <kbd>↓</kbd>
            </dt>
            <dd>Move up or down</dd>
            <dt>
              <kbd>Alt</kbd> <kbd>Home</kbd> <kbd>End</kbd>
            </dt>
            <dd>Move to the top or bottom</dd>
            <dt>
              <kbd>Delete</kbd>
            </dt>
            <dd>Remove</dd>
          </dl>
        </details>
      )}
    </>
  );
}

function Embargo({ date, publishedAt }: { date: string; publishedAt: string }) {
  const at = Date.parse(publishedAt);
  const isLate = today(at, timeZone()) > date;
  if (!isLate && at <= Date.now()) return null;
  return (
    <p class="hint">
      <span class={isLate ? 'badge warn' : 'badge'}>{isLate ? 'Not published on this day' : 'Not published yet'}</span>{' '}
      readers see it from {moment(publishedAt, timeZone())} {timeZone()}
    </p>
  );
}

const buttonOf = (target: Element): Button => BUTTONS.find(([name]) => target.classList.contains(name))?.[0] ?? 'up';

function placeFor(key: string, place: number, length: number): number | null {
  const places: Record<string, number> = { ArrowUp: place - 1, ArrowDown: place + 1, Home: 0, End: length - 1 };
  return places[key] ?? null;
}

function useSortable(handle: string, move: (from: number, to: number) => void) {
  const list = useRef<HTMLOListElement>(null);
  const current = useRef(move);
  current.current = move;
  useEffect(() => {
    if (!list.current) return;
    const sortable = Sortable.create(list.current, {
      handle,
      animation: 120,
      // Replaces the browser's drag and drop with that of the library, which works the same for mouse and touch.
      forceFallback: true,
      ghostClass: 'ghost',
      onEnd: ({ item, from, oldIndex = 0, newIndex = 0 }) => {
        if (oldIndex === newIndex) return;
        // Reverts the library's DOM change, because the renderer controls the order of elements.
        item.remove();
        from.insertBefore(item, from.children[oldIndex] ?? null);
        current.current?.(oldIndex, newIndex);
      },
    });
    return () => sortable.destroy();
  }, []);
  return list;
}
