import { plain } from './sentences.ts';

/** A sentence of a document that states a number, and what proves it. */
export interface Claim {
  /** The whole sentence. */
  text: string;
  /** What the document says itself, without the values that are computed. */
  bare: string;
  /** Tests that prove numbers of `bare`: `test/file.test.ts: title`. */
  tests: readonly string[];
}

/** Begins a claim. Values come from constants of the code, from a computation or from docs/measured/. Numbers in the text itself need a test. */
export const says =
  (strings: TemplateStringsArray, ...values: readonly (string | number)[]) =>
  (...tests: readonly string[]): Claim => ({
    text: plain(String.raw({ raw: strings.map((part) => part.replaceAll('\\`', '`')) }, ...values)),
    bare: strings.join(' … '),
    tests,
  });
