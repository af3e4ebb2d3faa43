import { describe, expect, test } from 'vitest';
import { withCount, withoutCount } from '../../src/cli/manage/export-lines.ts';

const CONTENT = ['{"collection":"topics","value":{"id":1}}', '{"collection":"topics","value":{"id":2}}'];

async function* each(lines: readonly string[]) {
  yield* lines;
}

async function read(lines: readonly string[]) {
  const faults: string[] = [];
  const content: string[] = [];
  for await (const line of withoutCount(each(lines), (fault) => faults.push(fault))) content.push(line);
  return { content, faults };
}

async function written(lines: readonly string[]): Promise<string[]> {
  const all: string[] = [];
  for await (const line of withCount(each(lines))) all.push(line);
  return all;
}

describe('export file', () => {
  test.each([[CONTENT], [[]]])('an export ends with its line count and is read back unchanged: %j', async (lines) => {
    const all = await written(lines);
    expect(JSON.parse(all.at(-1) ?? '')).toEqual({ lines: lines.length });
    expect(await read(all)).toEqual({ content: lines, faults: [] });
    expect(await read([...all, ''])).toEqual({ content: lines, faults: [] });
  });

  test('an export truncated at any point is reported as incomplete', async () => {
    const text = `${(await written(CONTENT)).join('\n')}\n`;
    // A file without its final line break is still complete.
    for (let length = 0; length < text.length - 1; length++) {
      const { faults } = await read(text.slice(0, length).split('\n'));
      expect(faults, text.slice(0, length)).toEqual([expect.stringContaining('the export is incomplete')]);
    }
  });

  test.each<[string, string[], string]>([
    ['lacks a line in the middle', CONTENT.slice(1), 'counts 2 lines, but the file has 1'],
    ['contains a line twice', [...CONTENT, ...CONTENT.slice(1)], 'counts 2 lines, but the file has 3'],
  ])('an export is reported if it %s', async (_, lines, words) => {
    expect((await read([...lines, '{"lines":2}'])).faults[0]).toContain(words);
  });

  test('the concatenation of two exports is reported', async () => {
    const all = await written(CONTENT);
    expect((await read([...all, ...all])).faults).toEqual([expect.stringContaining('lines follow')]);
  });
});
