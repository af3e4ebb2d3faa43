export interface NamedChoice<I> {
  id: I;
  name: string;
}

/** Finds names that contain a text. Names that start with it come first, then names with a word that starts with it. */
export function searchNames<N extends NamedChoice<unknown>>(names: readonly N[], text: string): N[] {
  const wanted = fold(text);
  const ranked: N[][] = [[], [], []];
  for (const named of names) {
    const name = fold(named.name);
    const place = name.indexOf(wanted);
    if (place === 0) ranked[0]?.push(named);
    else if (name.includes(` ${wanted}`)) ranked[1]?.push(named);
    else if (place > 0) ranked[2]?.push(named);
  }
  return ranked.flat();
}

/** Returns the choice with this name, or else the first whose name starts with the text. */
export function nameFor<N extends NamedChoice<unknown>>(names: readonly N[], text: string): N | undefined {
  const wanted = fold(text);
  const isFirst = ({ name }: N) => fold(name).startsWith(wanted);
  return wanted ? (names.find(({ name }) => fold(name) === wanted) ?? names.find(isFirst)) : undefined;
}

const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
