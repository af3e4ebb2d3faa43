import { expect, test } from 'vitest';
import { toCsv } from '../../src/lib/formats/csv.ts';

test('a table is RFC 4180, whatever its texts hold', () => {
  const rows = [
    [1, 'plain', null],
    [-2.5, 'a,b "c"\r\nd', true],
    [3, '=1+1', '@x'],
    [4, '-', '+44'],
  ];
  expect(toCsv({ columns: ['n', 'text', 'more'], rows })).toBe(
    `n,text,more\r\n1,plain,\r\n-2.5,"a,b ""c""\r\nd",true\r\n3,'=1+1,'@x\r\n4,'-,'+44\r\n`,
  );
  expect(toCsv({ columns: ['only'], rows: [] })).toBe('only\r\n');
});
