import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const rows = readFileSync(join(ROOT, 'docs/explanation/glossary.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| (?!Word |---)/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()));

const RETIRED = rows.flatMap(([, , , not = '']) => Array.from(not.matchAll(/`(\w+)`/g), ([, name = '']) => name));

test('the glossary has one row per term, in alphabetical order', () => {
  const words = rows.map(([, word = '']) => word);
  expect(words.length).toBeGreaterThan(35);
  expect(words).toEqual([...new Set(words)].toSorted((a, b) => a.localeCompare(b, 'en')));
});

test('the code declares no name that the glossary has retired', () => {
  expect(RETIRED.length).toBeGreaterThan(3);
  const retired = new RegExp(`\\b(interface|type|class|const|function) (${RETIRED.join('|')})\\b`);
  const files = globSync('src/**/*.{ts,tsx}', { cwd: ROOT }).filter((file) => !file.endsWith('.d.ts'));
  const found = files.flatMap((file) =>
    readFileSync(join(ROOT, file), 'utf8')
      .split('\n')
      .filter((line) => retired.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});
