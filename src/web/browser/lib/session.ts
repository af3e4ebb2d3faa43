/** Keys live in the tab alone: `sessionStorage`, never an address, and gone when the tab closes. One of each kind. */

export type KeyKind = 'secret' | 'publishable' | 'operator';

export const PREFIX: Record<KeyKind, string> = { secret: 'ngs_', publishable: 'ngp_', operator: 'ngo_' };

export const called = (kind: KeyKind) => `${kind === 'operator' ? 'an' : 'a'} ${kind} key`;

const slot = (kind: KeyKind) => `newsgauge:${kind}`;

export const storedKey = (kind: KeyKind): string | null => sessionStorage.getItem(slot(kind));

export const storeKey = (kind: KeyKind, key: string): void => sessionStorage.setItem(slot(kind), key);

export const forgetKey = (kind: KeyKind): void => sessionStorage.removeItem(slot(kind));

/** What is wrong with something typed in as a key of this kind, in words; null: it may be one. */
export function keyFault(text: string, kind: KeyKind): string | null {
  if (text === '') return `Enter ${called(kind)}; it begins with ${PREFIX[kind]}`;
  const other = (Object.keys(PREFIX) as KeyKind[]).find((name) => text.startsWith(PREFIX[name]));
  if (other && other !== kind)
    return `This is ${called(other)}; this page takes ${called(kind)}, which begins with ${PREFIX[kind]}`;
  if (!/^ng[spo]_[0-9A-Za-z]{34}$/.test(text))
    return `This is no key: one has 38 characters and begins with ${PREFIX[kind]}`;
  return null;
}
