import { plain } from './sentences.ts';

/** Sentence of a document that states a number, with its proof. */
export interface Claim {
  text: string;
  /** The claimed sentence without computed values. */
  bare: string;
  /** Tests that prove the numbers of `bare`, in the form `test/file.test.ts: title`. */
  tests: readonly string[];
}

/** Begins a claim. Its values come from constants or docs/measured/. Numbers in the text itself need a test. */
export const says =
  (strings: TemplateStringsArray, ...values: readonly (string | number)[]) =>
  (...tests: readonly string[]): Claim => ({
    text: plain(String.raw({ raw: strings.map((part) => part.replaceAll('\\`', '`')) }, ...values)),
    bare: strings.join(' … '),
    tests,
  });
