import type { Answer } from './ask.ts';

/** Texts for people, by the names of the fields that hold them: what a change of wording may change. */
const TEXTS = new Set(['summary', 'description', 'message']);

/** What is different between two answers, a line each; none where they are equal. */
export function differences(a: Answer, b: Answer, { withoutTexts }: { withoutTexts: boolean }): string[] {
  const found: string[] = [];
  if (a.status !== b.status) found.push(`status: ${a.status} | ${b.status}`);
  const reworded = withoutTexts && a.body !== b.body && withoutWording(a.body) === withoutWording(b.body);
  for (const name of new Set([...Object.keys(a.headers), ...Object.keys(b.headers)])) {
    if (a.headers[name] === b.headers[name] || (reworded && name === 'etag')) continue;
    found.push(`${name}: ${a.headers[name] ?? 'none'} | ${b.headers[name] ?? 'none'}`);
  }
  if (a.body !== b.body && !reworded) found.push(firstDifference(a.body, b.body));
  return found;
}

/** A JSON body without the texts for people; another body as it is. */
function withoutWording(body: string): string {
  try {
    const parsed = JSON.parse(body);
    const isFail = parsed?.status === 'fail';
    return JSON.stringify(parsed, (name, value) => {
      if (isFail && name === 'data') return Object.keys(value);
      return TEXTS.has(name) && typeof value === 'string' ? undefined : value;
    });
  } catch {
    return body;
  }
}

const AROUND = 60;

function firstDifference(a: string, b: string): string {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  const excerpt = (text: string) => JSON.stringify(text.slice(Math.max(0, at - AROUND), at + AROUND));
  return `body at ${at}: ${excerpt(a)} | ${excerpt(b)}`;
}
