/** Words of company names that do not distinguish one company from another. */
const LEGAL_FORMS = new Set(
  'ag bv co company corp corporation gmbh group holding holdings inc incorporated limited llc llp ltd nv plc sa sas se spa the'.split(
    ' ',
  ),
);

/** Reduces a name to the letters that distinguish it, so that `Varnholt Ré plc` and `Varnholt Re` are equal. */
function nameKey(name: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map((word) => (/^[a-z]{4,}[^s]s$/.test(word) ? word.slice(0, -1) : word));
  const distinctive = words.filter((word) => !LEGAL_FORMS.has(word));
  return (distinctive.length > 0 ? distinctive : words).join('');
}

export interface NamedRecord {
  key: string;
  name: string;
}

/** Finds records with almost the same name, as pairs. The record with the most mentions comes second in its pairs. */
export function duplicateNames<T extends NamedRecord>(
  records: readonly T[],
  mentionsOf: (record: T) => number,
): [duplicate: T, of: T][] {
  const groups = Map.groupBy(records, ({ name }) => nameKey(name));
  return [...groups].flatMap(([key, group]) => {
    if (key === '' || group.length < 2) return [];
    const [first, ...others] = group.toSorted(
      (a, b) => mentionsOf(b) - mentionsOf(a) || a.key.localeCompare(b.key, 'en', { numeric: true }),
    );
    return first ? others.map((other): [T, T] => [other, first]) : [];
  });
}
