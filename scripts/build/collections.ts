import { COLLECTIONS } from '../../src/collections/all-collections.ts';
import type { CollectionDescription } from '../../src/collections/core/look.ts';

export const describeCollections = (): CollectionDescription[] =>
  COLLECTIONS.flatMap(({ name, one, many, kind, page, fields, merge }) => {
    if (!page) return [];
    const { form = Object.keys(fields), importable = Object.keys(fields), ...rest } = page;
    const all = Object.entries(fields).map(([name, { stored: _, given: __, ...look }]) => ({ name, ...look }));
    return { name, one, many, kind, canMerge: Boolean(merge), importable, ...rest, fields: all.toSorted(by(form)) };
  });

const by =
  (form: readonly string[]) =>
  (a: { name: string }, b: { name: string }): number =>
    form.indexOf(a.name) - form.indexOf(b.name);
