import { isCountryOrPlace } from './country-words.ts';
import placesByHand from './reference/dateline-places.json' with { type: 'json' };
import { plainForm } from './words.ts';

/** Recognises the dateline of a news agency's report. It names the place of writing, which is often not the subject. */

const WORD = String.raw`[\p{L}\p{M}][\p{L}\p{M}'’.]*(?:-[\p{L}\p{M}'’.]+)*`;
const PLACE = String.raw`(?<place>\p{Lu}(?:${WORD})?(?: (?:& )?${WORD}){0,4}?(?:/${WORD}(?: ${WORD}){0,2}?){0,2})`;
const REST_OF_PLACE = String.raw`(?<rest>(?: \d{1,2}\.? \p{L}{3,12}|(?:, ?[\p{L}\p{N}\p{M}'’. ]{1,25}?){0,3}))`;
/** Pattern of an agency in brackets or slashes with an optional date. Ticker symbols such as `AJG.N` do not match. */
const AGENCY = String.raw`(?<agency>\s*(?:--)?\((?!\p{Lu}+\d*\.\p{Lu}{1,2}\))\p{L}[\p{L}\p{N}/., -]{1,50}\)|\s*/\p{L}[\p{L} -]{1,19}/\.?|\s+/ \p{L}[\p{L} -]{1,24} / [\p{L}\p{N}., ]{6,25} /)`;
const MARK = String.raw`(?:\s+[-–—]+\s+|\s*(?:--+|[–—])\s*|:\s+|\s*\|\s+)`;
/** Pattern of a report's first letter, a capital. A lower-case word would continue a sentence about the place. */
const REPORT = String.raw`(?=[^\p{Ll}\s])`;

const FORMS = [
  `^${PLACE}${REST_OF_PLACE}${AGENCY}(?:\\.?${MARK}|\\.?-\\s+|[.:]\\s+|(?<=PRESS\\)|/|/\\.)\\s+|(?<bare>\\s+))${REPORT}`,
  `^${PLACE}${REST_OF_PLACE}(?<mark>${MARK})${REPORT}(?<next>\\S+(?: \\S+)?)?`,
  String.raw`^(?<place>\p{Lu}[\p{L}\p{M}]{2,20}(?: \p{Lu}[\p{L}\p{M}]+)?)\.\s+${REPORT}`,
  String.raw`^${PLACE}(?<rest>, \d{1,2}\. \p{L}{3,12} \d{4})\.\s+${REPORT}`,
].map((form) => new RegExp(form, 'u'));
const EAST_ASIAN =
  /^[［[【（(][^］\]】）)]{0,20}(?:＝|共同|時事|ロイター|聯合|ブルームバーグ|AFP|ＡＦＰ)[^］\]】）)]{0,10}[］\]】）)](?:\s*[-－–—]\s*)?(?=\s*[^\p{Script=Latin}\p{P}\s]|\s*[「『])/u;

const EDITION = /^\(\p{Lu}+\) [-–—] /u;
const BYLINE = /^(?:By|BY|Von|Par|Por|Di|Door)(?: [\p{L}\p{M}.'’-]+,?){1,8}?(?: +|$)/u;

const LABELS = new Set(
  'alert analysis bn breaking brief briefing column commentary correction corrected correx editorial exclusive explainer factbox feature for from graphic how images immediate insight interview key live media news newsletter note notes obituary opinion photo photos podcast poll press profile question quick release report review roundup saturday sunday monday tuesday wednesday thursday friday january february march april june july august september october november december special sponsored staff statement story summary takeaways timeline update updated updates urgent video view viewpoint watch what why wrapup'.split(
    ' ',
  ),
);
const FIRMS = new Set(
  'ag asa assurance bank bancorp capital co company corp corporation department energy financial foundation fund global group holding holdings inc insurance insurer international institute limited llc llp ltd management mutual nv partners plc re reinsurance sa scientific se securities services solutions spa systems technologies technology trust university ventures'.split(
    ' ',
  ),
);

const known = new Set(placesByHand.map(plainForm));
const isPlace = (name: string): boolean => {
  const form = plainForm(name.trim());
  return known.has(form) || isCountryOrPlace(form.replace(/^st\.? /, 'saint '));
};
const FULL_DATE = /^, (?:le )?\d{1,2}\.? \p{L}{3,12} \d{4}$/u;
type Groups = Partial<Record<string, string>>;
/** Pattern of datelines without a fixed place, such as `ABOARD AIR FORCE ONE`. */
const ON_THE_WAY = /^(?:aboard|en route|off|on board|on the|onboard) /i;
const STATE = /^(?:[A-Z]\.(?: ?[A-Z]\.)+|[A-Z][a-z]{1,4}\.|[A-Z]{2})$/;

/** Returns true if a place is part of a route or the subject instead of a dateline: `Berlin - Munich in …`. */
function isSubject(mark: string, next: string): boolean {
  const [word = '', after = ''] = next.split(' ');
  if (mark.trim() === '-' || isPlace(word)) return true;
  return mark.includes(':') ? !/^(?:An?|The)$/.test(word) : /^(?:in|à|en|em|a)$/.test(after);
}

function isDateline({ place = '', rest = '', agency, bare, mark = '', next = '' }: Groups): boolean {
  const [first = ''] = place.split(/\/| (?:and|und|et|y|e|&) /);
  const words = plainForm(first).replace(/\./g, '').split(/[ -]/);
  if (words.some((word) => LABELS.has(word) || FIRMS.has(word))) return false;
  if (ON_THE_WAY.test(place)) return false;
  const isCapitals = first === first.toUpperCase();
  const parts = rest.split(',').map((part) => part.trim());
  const isDated = parts.some((part) => /\d/.test(part));
  if (agency && bare) return /\(\p{Lu}/u.test(agency) && (isPlace(first) || (isCapitals && isDated));
  if (agency) return isPlace(first) || !isPlace(agency.replace(/[()]/g, ''));
  if (isPlace(first)) return isCapitals || rest !== '' || !mark || !isSubject(mark, next);
  if (parts.some((part) => STATE.test(part) || isPlace(part))) return true;
  return (isCapitals && isDated) || FULL_DATE.test(rest);
}

/** Pattern of a separate date that follows a dateline: `3 November 2025 – `. */
const DATE = new RegExp(
  String.raw`^(?:\d{1,2}(?:st|nd|rd|th|\.)? \p{L}{3,12},? \d{4}|\p{L}{3,12}\.? \d{1,2}, \d{4})${MARK}${REPORT}`,
  'u',
);

function lengthOf(text: string): number {
  for (const form of FORMS) {
    const { 0: whole = '', groups } = form.exec(text) ?? {};
    if (!groups || !isDateline(groups)) continue;
    const length = whole.length - (groups.next?.length ?? 0);
    return length + (DATE.exec(text.slice(length))?.[0].length ?? 0);
  }
  return EAST_ASIAN.exec(text)?.[0].length ?? 0;
}

/** Returns possible starts of a dateline, longest first. An edition (`(ADV) - `) or a byline may come before it. */
function beginningsOf(text: string): number[] {
  const edition = EDITION.exec(text)?.[0].length ?? 0;
  if (!BYLINE.test(text)) return edition > 0 ? [edition, 0] : [0];
  const words = Array.from(text.slice(0, 90).matchAll(/\s+/g), ({ index, 0: blank }) => index + blank.length);
  return words.slice(1, 9).reverse();
}

/** Returns the length of a dateline (`LONDON (Reuters) - `, `【ソウル共同】`) with its byline, or 0 if there is none. */
export function datelineLength(text: string): number {
  for (const start of beginningsOf(text)) {
    const length = lengthOf(text.slice(start));
    if (length > 0) return start + length;
  }
  return 0;
}

export function withoutDateline(text: string): string {
  const length = datelineLength(text);
  return ' '.repeat(length) + text.slice(length);
}
