import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { illustrationFile, THEMES, type Theme } from '../../src/demo/images.ts';

const FOLDER = join(import.meta.dirname, '../../public/demo');

/** What files of a type begin with, as Latin letters. */
const BEGINNINGS: Record<string, RegExp> = { svg: /^<svg/, jpg: /^\u00ff\u00d8\u00ff/, webp: /^RIFF.{4}WEBP/s };

test('the demo has drawings and photographs, each of the type that its name says', () => {
  const files = (Object.keys(THEMES) as Theme[]).flatMap((theme) => [0, 1].map((n) => illustrationFile(theme, n)));
  const types = files.map((file) => {
    const type = file.split('.').at(-1) ?? '';
    const bytes = readFileSync(join(FOLDER, file));
    expect(bytes.toString('latin1', 0, 16), file).toMatch(BEGINNINGS[type] ?? /nothing/);
    expect(bytes.length, file).toBeLessThan(40_000);
    return type;
  });
  expect(new Set(types)).toEqual(new Set(['svg', 'jpg', 'webp']));
});
