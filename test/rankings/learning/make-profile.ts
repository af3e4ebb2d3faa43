/** `node test/rankings/learning/make-profile.ts LOG.csv.gz`: prints hours-of-week.json from a log of views. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

const HOURS = 168;
/** Hours from Monday to Thursday, the first day of the epoch. */
const EPOCH_HOUR = 72;

const [, , file = ''] = process.argv;
const [, ...lines] = gunzipSync(readFileSync(file)).toString().trim().split('\n');
const views = lines.map((line) => line.split(',')).map(([at, id]) => ({ at: Number(at), id: id ?? '' }));
const first = new Map<string, number>();
for (const { at, id } of views) first.set(id, Math.min(first.get(id) ?? Number.POSITIVE_INFINITY, at));
const byHour = (times: Iterable<number>) => {
  const counts = new Array<number>(HOURS).fill(0);
  for (const at of times) {
    const hour = (Math.floor(at / 3600) + EPOCH_HOUR) % HOURS;
    counts[hour] = (counts[hour] ?? 0) + 1;
  }
  return counts;
};
console.log(JSON.stringify({ views: byHour(views.map(({ at }) => at)), articles: byHour(first.values()) }));
