import { stopwords as arabic } from '@orama/stopwords/arabic';
import { stopwords as danish } from '@orama/stopwords/danish';
import { stopwords as dutch } from '@orama/stopwords/dutch';
import { stopwords as english } from '@orama/stopwords/english';
import { stopwords as finnish } from '@orama/stopwords/finnish';
import { stopwords as french } from '@orama/stopwords/french';
import { stopwords as german } from '@orama/stopwords/german';
import { stopwords as greek } from '@orama/stopwords/greek';
import { stopwords as italian } from '@orama/stopwords/italian';
import { stopwords as norwegian } from '@orama/stopwords/norwegian';
import { stopwords as portuguese } from '@orama/stopwords/portuguese';
import { stopwords as russian } from '@orama/stopwords/russian';
import { stopwords as spanish } from '@orama/stopwords/spanish';
import { stopwords as swedish } from '@orama/stopwords/swedish';
import { stopwords as turkish } from '@orama/stopwords/turkish';
import { stopwords as ukrainian } from '@orama/stopwords/ukrainian';
import { languageIn, stemsOf } from '../index/language-words.ts';

const COMMON = Object.fromEntries(
  Object.entries({
    ar: arabic,
    da: danish,
    de: german,
    el: greek,
    en: english,
    es: spanish,
    fi: finnish,
    fr: french,
    it: italian,
    nl: dutch,
    no: norwegian,
    pt: portuguese,
    ru: russian,
    sv: swedish,
    tr: turkish,
    uk: ukrainian,
  }).map(([language, words]) => [language, new Set(words)]),
);

/** Stems of a text's words in their order, without the commonest words of its language (null: English) and what an apostrophe leaves. */
export function telling(text: string, language: string | null): string[] {
  const common = COMMON[languageIn(language ?? 'en')];
  return stemsOf(text, language)
    .filter(({ written }) => !common?.has(written.toLowerCase()) && !/^\p{Script=Latin}$/u.test(written))
    .map(({ stem }) => stem);
}
