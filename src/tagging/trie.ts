import type { Phrase } from './phrase.ts';
import type { TextWord } from './words.ts';

/** Position of a phrase in a text, from word `from` (inclusive) to word `to` (exclusive). */
export interface Span {
  from: number;
  to: number;
}

export interface FoundPhrase<T> extends Span {
  value: T;
  /** Whether the phrase follows another name and is therefore a surname. */
  surname: boolean;
}

interface Node<T> {
  next: Map<string, Node<T>>;
  /** Phrases whose last word may have any ending, by the beginning of that word. */
  open: Map<string, End<T>[]> | null;
  ends: End<T>[];
}

interface End<T> {
  phrase: Phrase;
  value: T;
}

const node = <T>(): Node<T> => ({ next: new Map(), open: null, ends: [] });

/** Words that are capitalised only at the start of a sentence. They are not part of the name that follows them. */
const FUNCTION_WORDS = new Set(
  'a across after and as at because before but by for from how if in into near of on or over since that the through to towards under until when where while why with'.split(
    ' ',
  ),
);

/** Finds any number of phrases in a single pass over a text. */
export class Trie<T> {
  readonly #root = node<T>();

  add(phrase: Phrase, value: T): void {
    const last = phrase.forms.length - (phrase.open ? 1 : 0);
    let at = this.#root;
    for (const form of phrase.forms.slice(0, last)) {
      const next = at.next.get(form) ?? node<T>();
      at.next.set(form, next);
      at = next;
    }
    if (!phrase.open) at.ends.push({ phrase, value });
    else {
      at.open ??= new Map();
      const start = phrase.forms[last] ?? '';
      at.open.set(start, [...(at.open.get(start) ?? []), { phrase, value }]);
    }
  }

  find(words: readonly TextWord[]): FoundPhrase<T>[] {
    const found: FoundPhrase<T>[] = [];
    const take = (ends: readonly End<T>[], from: number, to: number) => {
      for (const { phrase, value } of ends) {
        if (!isShaped(phrase, words, from)) continue;
        const surname = phrase.alone && words[from]?.joined === true && isName(words[from - 1]);
        const firstName = phrase.alone && words[to]?.joined === true && isName(words[to]);
        if (surname || !firstName) found.push({ from, to, value, surname });
      }
    };
    for (let from = 0; from < words.length; from++) {
      let at: Node<T> | undefined = this.#root;
      for (let i = from; at && i <= words.length; i++) {
        if (i > from) take(at.ends, from, i);
        const word = words[i];
        if (!word) break;
        if (at.open)
          for (let n = 1; n <= word.form.length; n++) take(at.open.get(word.form.slice(0, n)) ?? [], from, i + 1);
        at = at.next.get(word.form);
      }
    }
    return found;
  }
}

const isShaped = ({ shapes }: Phrase, words: readonly TextWord[], from: number) =>
  shapes.every(
    (shape, i) => shape === 'any' || (shape === 'common' ? !words[from + i]?.proper : words[from + i]?.[shape]),
  );

const isName = (word: TextWord | undefined) => word?.capital === true && !FUNCTION_WORDS.has(word.form);
