/**
 * `npm run verify:stories -- FILE.json`: the same for `[{title, intro, publishedAt, story}]`, with introductions and by titles alone.
 *
 * `npm run verify:stories -- FILE.csv.gz`: places the headlines of a log whose stories are labelled, in their order as the service does, and
 * compares by B³, day by day, and beside it what the plain rule does. Columns: at, title, publisher, host, category, story. The rule was chosen on the first half of the days.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { failCommand, run } from '../../../src/command/command.ts';
import { bCubed, type Headline, placed, reports } from './judge.ts';
import { placePlainly } from './plain.ts';

await run('npm run verify:stories -- FILE.csv.gz', async () => {
  const [file] = parseArgs({ allowPositionals: true }).positionals;
  if (!file) failCommand('name a file of labelled headlines');
  if (file.endsWith('.json')) return judgeLabelled(file);
  const [, ...lines] = gunzipSync(readFileSync(file)).toString().trim().split('\n');
  const headlines = lines.map((line): Headline & { day: number } => {
    const [at = '', title = '', , , , story = ''] = Array.from(
      line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g),
      ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
    );
    const publishedAt = Date.parse(at) / 1000;
    return {
      text: { title, introduction: '', language: 'en', publishedAt },
      story,
      day: Math.floor(publishedAt / 86_400),
    };
  });
  const plain = headlines.map(({ text, day }) => ({ title: text.title, day }));
  for (const [name, half] of [
    ['fitted on', 0],
    ['held out', 1],
  ] as const) {
    const own = reports(half);
    const { precision, recall, f1 } = bCubed(
      placed(own),
      own.map(({ story }) => story),
    );
    console.log(
      `${own.length} reports with introductions, ${name}: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}, F1 ${f1.toFixed(3)}`,
    );
  }
  report('the service', headlines, placed(headlines));
  report('the plain rule', headlines, placePlainly(plain));
  const apart = [...Map.groupBy(plain, ({ day }) => day)].flatMap(([day, list]) =>
    placePlainly(list).map((story) => `${day} ${story}`),
  );
  report('the plain rule, each day by itself', headlines, apart);
});

function report(
  rule: string,
  headlines: readonly (Headline & { day: number })[],
  found: readonly (number | string)[],
): void {
  console.log(`${rule}:`);
  const days = [...Map.groupBy(headlines.keys(), (i) => headlines[i]?.day ?? 0)].sort(([a], [b]) => a - b);
  const sums = { chosen: [0, 0, 0, 0], 'held out': [0, 0, 0, 0] };
  for (const [i, [day, list]] of days.entries()) {
    const { precision, recall, f1 } = bCubed(
      list.map((i) => found[i] ?? 0),
      list.map((i) => headlines[i]?.story ?? ''),
    );
    const which = i < Math.ceil(days.length / 2) ? 'chosen' : 'held out';
    const sum = sums[which];
    for (const [place, part] of [precision, recall, f1, 1].entries()) sum[place] = (sum[place] ?? 0) + part;
    console.log(
      `${day} ${which.padEnd(8)} ${list.length} headlines: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}, F1 ${f1.toFixed(3)}`,
    );
  }
  for (const [which, [precision = 0, recall = 0, f1 = 0, count = 1]] of Object.entries(sums))
    console.log(
      `${which}: precision ${(precision / count).toFixed(3)}, recall ${(recall / count).toFixed(3)}, F1 ${(f1 / count).toFixed(3)}`,
    );
}

/** Judges labelled reports, in the order of their publication. */
function judgeLabelled(file: string): void {
  const rows: { title: string; intro?: string; language?: string; publishedAt: string; story: string }[] = JSON.parse(
    readFileSync(file, 'utf8'),
  );
  const ordered = rows.toSorted((a, b) => Date.parse(a.publishedAt) - Date.parse(b.publishedAt));
  for (const hasIntroductions of [true, false]) {
    const own = ordered.map(({ title, intro = '', language = 'en', publishedAt, story }): Headline => {
      const introduction = hasIntroductions ? intro : '';
      return { text: { title, introduction, language, publishedAt: Date.parse(publishedAt) / 1000 }, story };
    });
    const { precision, recall, f1 } = bCubed(
      placed(own),
      own.map(({ story }) => story),
    );
    console.log(
      `${own.length} reports ${hasIntroductions ? 'with introductions' : 'by titles alone'}: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}, F1 ${f1.toFixed(3)}`,
    );
  }
}
