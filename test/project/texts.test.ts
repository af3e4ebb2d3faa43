import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { textsOf } from '../../scripts/generate/texts/texts.ts';

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: they are code
test.each<[what: string, code: string, texts: string[]]>([
  ['text of an element', '<p>Nothing has been read yet.</p>', ['Nothing has been read yet.']],
  ['a sentence with a link in it', '<p>Open the <a href="/keys">keys</a> page.</p>', ['Open the keys page.']],
  ['what is filled in', '<p>{count} of {total} shown</p>', ['{…} of {…} shown']],
  ['alternatives', "<p>{isNew ? 'New' : 'Changed'} today</p>", ['[New | Changed] today']],
  ['blocks by themselves', '<div>Above<p>Within</p></div>', ['Above', 'Within']],
  ['attributes that are read', '<input class="wide one" placeholder="Name of a key" />', ['Name of a key']],
  ['a message', 'showToast(`“${name}” restored.`)', ['“{…}” restored.']],
  ['a table of words', "const WORDS = { create: 'added' }", ['added']],
  ['nothing of what browsers read', "send('Content-Type', '/manage/keys', 'max-age=60')", []],
  ['nothing of types and imports', "import x from 'Some module'; type A = 'A word';", []],
])('the texts of a file have %s', (_, code, texts) => {
  expect(textsOf(code, true)).toEqual(texts);
});
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: they are code

/** Words that nobody says on a page. */
const UNSAID = /\b(anew|whoever|whichever|hereby|thereof|shall|utili[sz]e|in order to|please note|simply)\b/i;

test('no page says what nobody would say', () => {
  const texts = readFileSync(join(import.meta.dirname, '../../docs/reference/texts.md'), 'utf8').split('\n');
  expect(texts.length).toBeGreaterThan(700);
  expect(texts.filter((line) => line.startsWith('- ') && UNSAID.test(line))).toEqual([]);
});
