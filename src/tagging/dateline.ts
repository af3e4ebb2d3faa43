/** Where a wire's report was written, which stands before it and says nothing of what it is about. */

const PLACE = String.raw`\p{Lu}[\p{L}\p{M}'’./ -]{1,40}`;
const CAPITALS = String.raw`\p{Lu}{2}[\p{Lu}\p{M}'’./ -]{0,40}`;
const STATE_OR_DATE = String.raw`(?:, ?[\p{L}\p{N}., ]{1,30})?`;
const AGENCY = String.raw`(?:\s*(?:--)?\(\p{L}[\p{L}/ -]{1,19}\)|\s*/\p{L}[\p{L} ]{1,19}/)`;
/** A report begins with a capital; what goes on in small letters is a sentence about the place. */
const REPORT = String.raw`\s*(?=[^\p{Ll}\s])`;
const BEFORE = String.raw`^(?:\(\p{Lu}+\) [-–—] )?`;

const FORMS = [
  `${BEFORE}${PLACE}${STATE_OR_DATE}${AGENCY}(?:\\s*(?:\\.?--?|[–—.:])|(?<=PRESS\\))) *${REPORT}`,
  `${BEFORE}${CAPITALS}${STATE_OR_DATE}\\s+(?:--|[-–—])\\s+${REPORT}`,
  String.raw`^[［[【（(][^］\]】）)]{0,20}(?:＝|共同|時事|ロイター|聯合|ブルームバーグ|AFP|ＡＦＰ)[^］\]】）)]{0,10}[］\]】）)](?:\s*[-－–—]\s*)?`,
].map((form) => new RegExp(form, 'u'));

/** The length of a text's dateline (`LONDON (Reuters) - `, `【ソウル共同】`) in characters; 0 where it has none. */
export const datelineLength = (text: string): number =>
  Math.max(0, ...FORMS.map((form) => form.exec(text)?.[0].length ?? 0));

/** A text with blanks in the place of its dateline. */
export function withoutDateline(text: string): string {
  const length = datelineLength(text);
  return ' '.repeat(length) + text.slice(length);
}
