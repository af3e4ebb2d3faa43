import * as z from 'zod';
import { RULE_KINDS } from '../../tagging/rule-kinds.ts';
import { wordsOf } from '../../tagging/words.ts';
import { cleanText, languageCode } from '../input.ts';

const MAX_WORDS = 500;
/** Minimum number of letters before a `*`. A shorter prefix would match too many words. */
const MIN_START = 3;

export const phraseInput = cleanText(200)
  .refine((text) => wordsOf(text).length > 0, { error: 'must contain a letter or digit' })
  .refine((text) => !/\*./.test(text), { error: 'may contain a * only at its end' })
  .refine((text) => !text.endsWith('*') || (/[^\s*]*(?=\*$)/.exec(text)?.[0].length ?? 0) >= MIN_START, {
    error: `must have at least ${MIN_START} letters before the *`,
  });

const phrases = z
  .array(phraseInput, { error: 'must be a list of words and phrases' })
  .max(MAX_WORDS, { error: `must contain at most ${MAX_WORDS} values` })
  .nullish()
  .transform((values) => [...new Set(values ?? [])]);

export const ruleFields = z.object({
  kind: z.enum(RULE_KINDS),
  ref: z
    .union([z.int(), z.string().min(1).max(100)], {
      error: 'must be a topic or company id, a country code or the slug of a geo group',
    })
    .transform(String)
    .describe('Topic or company id, ISO 3166-1 alpha-2 code of a country, or slug of a geo group'),
  words: phrases.describe('Words and phrases, each of which sets the tag'),
  exclusions: phrases.describe('Words and phrases that prevent the tag'),
  language: languageCode
    .nullish()
    .describe('ISO 639 code, such as de, to tag only articles in this language (default: all languages)'),
});

export const ruleInput = ruleFields.transform((rule) =>
  rule.kind === 'country' ? { ...rule, ref: rule.ref.toUpperCase() } : rule,
);
export type RuleInput = z.output<typeof ruleInput>;
