import { lazy } from '../lib/lazy.ts';
import { frequentWords } from '../tagging/reference/frequent.ts';
import { newDetector } from './detector.generated.ts';

/** Scripts that only one news language uses. `share` is the minimum share of the text's letters in this script. */
const SCRIPTS: readonly (readonly [language: string, letters: RegExp, share?: number])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 0.05],
  ['ko', /\p{Script=Hangul}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['th', /\p{Script=Thai}/gu],
  ['hi', /\p{Script=Devanagari}/gu],
];
const MIN_SCRIPT_SHARE = 0.3;
/** Characters and punctuation that occur only in Japanese. They identify headlines without kana. */
const JAPANESE =
  /[円発売読駅広応気検権県黒歳済剤雑縦従図団伝徳浜変辺満薬訳様楽働込畑峠戦続実対転鉄価仮関験険顔帰拠経軽継芸圏顕産残児釈収証乗譲専銭総騒増臓蔵帯滞択沢単弾遅庁聴鎮闘脳廃抜払弁舗豊揺頼齢歴労録亜悪圧囲塩桜拡巻勧歓観偽戯犠挙挟駆恵渓鶏撃剣献厳渋・０-９Ａ-Ｚ]|株(?=価|式|主|高|安)|損保|生保|大手|地裁|高裁|与党|都知事|見通|値上/u;
const MIN_CAPITALISED_WORDS = 5;
/** Minimum score of a detected language, from 0 to 1. It is low because headlines are short. */
const MIN_SCORE = 0.3;
const MIN_SPOKEN_WORDS = 2;
const LOWERCASE_WORD_WEIGHT = 0.35;

/** Letters beyond a–z in languages that are easily confused in short texts. */
const ALPHABETS: Readonly<Record<string, string>> = {
  ca: 'àçèéíïòóúü',
  de: 'äöüß',
  es: 'áéíñóúü',
  fr: 'àâæçèéêëîïôœùûüÿ',
  it: 'àèéìíòóùú',
  pt: 'àáâãçéêíóôõúü',
  ro: 'ăâîșşțţ',
};
/** Factors that lower a language's score: per letter outside its alphabet, and if it is rare on news sites. */
const FOREIGN_LETTER_FACTOR = 0.85;
const RARE_LANGUAGE_FACTOR = 0.9;
const COMMON_LANGUAGES = new Set(['de', 'en', 'es', 'fr', 'it', 'nl', 'pt', 'ja', 'zh', 'ru', 'uk', 'ar', 'he', 'el']);

/** Languages by function word, such as `und`. Most other words of headlines are names, which fit any language. */
const languagesByFunctionWord = lazy(() =>
  languagesByWord({
    ca: 'a el la els les de del dels i en un una per amb al als no que és més contra sobre pel nou nova anys any diu govern',
    da: 'og i af til på med for en et er den det de ikke som fra ved har om mod efter skal kan vil over ny nye nyt år siger får går kroner millioner regeringen politiet første',
    de: 'der die das den dem des und in im ist ein eine einen einem einer mit für auf von vom nach zu zum zur bei nicht wird werden sich aus gegen über als wie vor bis mehr sind am an unter um wegen will soll kann neue neuer neues neuen jahr jahre jahren sagt plant warnt startet kommt geht steigt sinkt erhöht fordert gegen bei millionen milliarden regierung polizei deutsche deutscher kein keine noch nur ohne schon',
    en: 'the a an of and to in is are for on with at by from as after over not be will its his her has have more than under against out who how why it up down off out back say says said new first next year years week day chief cut cuts raises buys sells names wins loses hits plans plan sets rises falls rise fall gets takes makes near amid into all no man woman police court school bank deal fire home season win lead record set fans city state team',
    es: 'a el la los las de del y o en un una por para con sin su sus al más tras se que es no sobre contra entre ante desde hasta son lo como hay pide nuevo nueva nuevos años año dice anuncia pide sube baja millones gobierno presidente presidenta ley policía primer primera este esta muere gana ya',
    fi: 'ja on ei että se oli mutta kun myös ovat jo voi yli sekä',
    fr: 'a le la les des du de et est en un une au aux dans pour sur par avec sans contre après plus pas son sa ses qui que se ne à entre sont où ou ce nouveau nouvelle ans an dit annonce veut fait face hausse baisse millions milliards gouvernement président loi police premier première leur leurs deux trois',
    hr: 'a i u je na se za da su od iz o s kako nije',
    it: 'verso a il lo la i gli le di del dello della dei delle degli e è in un una uno per con su sul sulla nel nella nei al alla ai alle dal dalla da non si che più dopo contro tra fra sono anche nuovo nuova nuovi anni anno dice annuncia chiede sale cala milioni miliardi governo presidente legge polizia primo prima ecco chi tutti due tre muore vince',
    nl: 'de het een van en in is op voor met te aan bij uit niet naar door over na om tegen meer dan worden wordt zijn als tot moet kan onder ook wil of er nieuwe nieuw jaar zegt wil gaat komt stijgt daalt miljoen miljard kabinet politie minister eerste nog geen maar veel twee drie weer alle',
    no: 'og i av til på med for en et er den det de ikke som fra ved har om mot etter skal kan vil over ny nye nytt år sier får går kroner millioner regjeringen politiet første',
    pl: 'a w i z na do się nie jest o od za po dla że to ze przez',
    pt: 'o a os as de do da dos das e é em no na nos nas um uma por para com sem ao à aos às pelo pela pelos não mais que se após sobre contra entre são até seu sua diz novo nova novos anos ano anuncia pede sobe cai milhões governo presidente lei polícia primeiro primeira quer vai morre vence já dois três foi tem',
    ro: 'și în la de din cu pe nu a o un care pentru mai este al ale ai prin după',
    sv: 'och i av till på med för en ett är den det de inte som från vid har om mot efter ska kan vill över ny nya nytt år säger får går kronor miljoner regeringen polisen första',
    tr: 've bir bu için ile de da çok en daha yeni olarak',
  }),
);
const SPELLINGS: Readonly<Record<string, RegExp>> = {
  ca: /l·l|\p{L}ció(?!\p{L})|ny/giu,
  de: /sch|\p{L}(?:ung|ungen|keit|heit)(?!\p{L})|tz|ß/giu,
  en: /ough|tion(?!\p{L})|\p{L}ing(?!\p{L})|[’']s(?!\p{L})|wh|sh/giu,
  es: /\p{L}(?:ción|ciones|dad|dades|ó|ieron|ías?)(?!\p{L})|ñ|\bll|ue[rlnb]/giu,
  fr: /\p{L}(?:tion|eaux?|eux|euse|oit|ait|ées?|és|elle|aire)(?!\p{L})|(?<!\p{L})[dl][’']|œ|ç|oi/giu,
  it: /\p{L}(?:zion[ei]|ità|[^aeiou\P{L}][iì])(?!\p{L})|gli|zz|cch|gg|(?<!\p{L})(?:l|d|un|dell|all|nell|dall|sull)[’']|([bcdlmnprt])\1[aeiou](?!\p{L})/giu,
  nl: /ij|(?:aa|oo|ee|uu)[^aeiou\P{L}]|sch|\p{L}(?:tje|heid)(?!\p{L})/giu,
  pt: /ção|ções|ã|õ|lh|nh|\p{L}(?:agem|agens|em|am|ais|eis|ou|eu|dade)(?!\p{L})|ss/giu,
};
/** Score added per word or spelling that occurs in only one language, and the maximum total of these additions. */
const SCORE_PER_WORD = 0.2;
const SCORE_PER_SPELLING = 0.15;
const MAX_HINTS = 0.6;
const USUAL_LANGUAGE_BONUS = 0.35;

function languagesByWord(lists: Readonly<Record<string, string>>): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [language, words] of Object.entries(lists))
    for (const word of words.split(' ')) found.set(word, [...(found.get(word) ?? []), language]);
  return found;
}

function hintScores(text: string, words: readonly string[]): (language: string) => number {
  const by = new Map<string, number>();
  for (const word of words) {
    const languages = languagesByFunctionWord().get(word.toLowerCase()) ?? [];
    for (const language of languages) by.set(language, (by.get(language) ?? 0) + SCORE_PER_WORD / languages.length);
  }
  by.set('en', (by.get('en') ?? 0) + SCORE_PER_ENGLISH_WORD * words.filter(isEnglish).length);
  return (language) =>
    Math.min(
      MAX_HINTS,
      (by.get(language) ?? 0) + SCORE_PER_SPELLING * (text.match(SPELLINGS[language] ?? NO_MATCH)?.length ?? 0),
    );
}
const NO_MATCH = /(?!)/g;

/** Frequent English words, of which texts in other languages rarely contain more than one. */
const english = lazy(() => new Set(Array.from(frequentWords()).filter((word) => /^[a-z]{4}/.test(word))));
const SCORE_PER_ENGLISH_WORD = 0.04;
const MIN_ENGLISH_TITLE_SHARE = 0.5;
const isEnglish = (word: string) => english().has(word.toLowerCase());

function adjustedScore(language: string, score: number, accented: readonly string[]): number {
  const alphabet = ALPHABETS[language];
  const isForeign = alphabet !== undefined && accented.some((letter) => !alphabet.includes(letter));
  return score * (isForeign ? FOREIGN_LETTER_FACTOR : 1) * (COMMON_LANGUAGES.has(language) ? 1 : RARE_LANGUAGE_FACTOR);
}

const detector = lazy(newDetector);

/** Returns a text's language (BCP 47), or `null` if uncertain. `usual` is the source's. (docs/decisions.md#P17) */
export function languageOf(text: string, usual?: string | null): string | null {
  const key = `${usual ?? ''} ${text}`;
  const known = detected.get(key);
  if (known !== undefined) return known;
  if (detected.size >= MAX_DETECTED) detected.clear();
  const language = detect(text, usual);
  detected.set(key, language);
  return language;
}

interface StoredText {
  title: string;
  introduction: string;
  language?: string | null | undefined;
  detectedLanguage?: string | null | undefined;
}

/** Returns the given or detected language of an article. Detects it only if it is not stored. */
export const languageOfArticle = ({ title, introduction, language, detectedLanguage }: StoredText): string | null =>
  language ?? ((detectedLanguage ?? languageOf(`${title} ${introduction}`)) || null);

/** Results are cached, because imports and feed pages repeat texts and a detection takes 0.5 ms. */
const detected = new Map<string, string | null>();
const MAX_DETECTED = 2000;

function detect(text: string, usual?: string | null): string | null {
  if (!/\p{L}/u.test(text)) return null;
  const byScript = OTHER_SCRIPTS.test(text) ? detectScript(text, usual) : null;
  if (byScript) return byScript;
  // A text that consists only of names fits any language.
  const words = text.match(/\p{L}+/gu) ?? [];
  const spoken = words.filter((word) => /^\p{Ll}/u.test(word));
  if (
    words.length < MIN_CAPITALISED_WORDS &&
    spoken.length === 0 &&
    words.filter(isEnglish).length < MIN_ENGLISH_TITLE_SHARE * words.length
  )
    return null;
  const raise = hintScores(text, words);
  // Capitalised words are skipped, because names contain letters of other languages.
  const accented =
    spoken
      .join(' ')
      .normalize('NFC')
      .match(/[à-ÿœășşțţ]/g) ?? [];
  const whole = detector().detect(text).getScores();
  const parts = spoken.length < MIN_SPOKEN_WORDS ? whole : detector().detect(spoken.join(' ')).getScores();
  let best: { language: string; score: number } | undefined;
  for (const [language, score] of Object.entries(whole)) {
    const weighted = (1 - LOWERCASE_WORD_WEIGHT) * score + LOWERCASE_WORD_WEIGHT * (parts[language] ?? 0);
    const adjusted = adjustedScore(language, weighted, accented);
    const bonus = language === usual ? USUAL_LANGUAGE_BONUS : 0;
    // Hints take most of the time, so they are computed only for languages that can still be the best.
    if (best && adjusted * (1 + MAX_HINTS + bonus) <= best.score) continue;
    const raised = adjusted * (1 + raise(language) + bonus);
    if (!best || raised > best.score) best = { language, score: raised };
  }
  return best && best.score > MIN_SCORE ? best.language : null;
}

/** Matches a character of a script other than Latin. Texts without such characters need no counts of scripts. */
const OTHER_SCRIPTS = /[\u0370-\u1fff\u2126\u2e80-\u{10ffff}]/u;

function detectScript(text: string, usual?: string | null): string | null {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  for (const [language, pattern, share = MIN_SCRIPT_SHARE] of SCRIPTS)
    if ((text.match(pattern)?.length ?? 0) / letters > share) return language;
  if ((text.match(/\p{Script=Han}/gu)?.length ?? 0) / letters > MIN_SCRIPT_SHARE)
    return usual === 'ja' || JAPANESE.test(text) ? 'ja' : 'zh';
  return null;
}
