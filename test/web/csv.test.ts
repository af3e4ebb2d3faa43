import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Cell, toCsv } from '../../src/web/browser/lib/csv.ts';

test.each<[string, Cell[], string]>([
  ['plain', ['a', 1, null, 'ü'], 'a,1,,ü'],
  ['commas, quotes, line breaks', ['a,b', 'say "no"', 'two\nlines'], '"a,b","say ""no""","two\nlines"'],
  ['formulas', ['=1+1', '+1', '-1', '@x', '\tx'], "'=1+1,'+1,'-1,'@x,'\tx"],
  ['a formula to be quoted', ['=HYPERLINK("x")'], '"\'=HYPERLINK(""x"")"'],
  ['numbers stay numbers', [-3.5, 0], '-3.5,0'],
])('%s', (_, row, line) => {
  expect(toCsv([row])).toBe(`\ufeff${line}\r\n`);
});

test('whatever the cells hold, a reader of RFC 4180 gets them back, and no spreadsheet a formula', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1 }), { minLength: 1 }), (rows) => {
      const back = parse(toCsv(rows).slice(1));
      expect(back.map((row) => row.map((cell) => cell.replace(/^'(?=[=+\-@\t\r])/, '')))).toEqual(
        rows.map((row) => row.map((cell) => cell.replace(/^'(?=[=+\-@\t\r])/, ''))),
      );
      for (const cell of back.flat()) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
    }),
  );
});

/** RFC 4180 to the letter. */
function parse(text: string): string[][] {
  const rows: string[][] = [[]];
  let at = 0;
  while (at < text.length) {
    const [whole = '', quoted, plain = ''] = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))/.exec(text.slice(at)) ?? [];
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    at += whole.length;
    if (text.startsWith('\r\n', at)) rows.push([]);
    else if (text[at] !== ',') throw new Error(`neither comma nor line end at ${at}`);
    at += text[at] === ',' ? 1 : 2;
  }
  return rows.slice(0, -1);
}
