/** Replays a log of clicks through the rules of alarms and judges every alarm; see the usage below. */
import { parseArgs } from 'node:util';
import { ALARM_TYPES } from '../../../src/alerts/detect.ts';
import { fail, run } from '../../../src/cli/command.ts';
import { publish, table } from '../measures/page.ts';
import { readNewsroom } from './files.ts';
import { falseAlarms, judge, type Verdict } from './judge.ts';
import { observe } from './observe.ts';
import { replay } from './replay.ts';

const USAGE = `npm run verify:alerts -- FOLDER [--salt TEXT]

FOLDER holds articles.ndjson, clicks.ndjson and topics.json as for verify:newsroom. Publishes every full hour of the log by the real code,
raises alarms by the rules of the service, and says of each whether a person would call it false. Writes docs/measured/alerts.md;
fails where more than one alarm of a topic is false.`;

const PAGE = 'docs/measured/alerts.md';
const MOST = 1;

const CRITERION = `A person calls an alarm false by what can be seen in the log afterwards, which the rules do not look at:

- **the top ten**: in more than a third of the 48 hours after the alarm the topic is not where the alarm said, or it was there in more than a third of the 72 hours before;
- **growth**: the number of different readers of the topic did not grow by ten percentage points more than that of the whole site;
- **a story**: it is not among the ten most read of the 24 hours after the alarm.

Where fewer than 12 hours of the log are left the verdict is not known. The topics and tags of this log are partly synthetic, so they move more than a newsroom's own.`;

await run(USAGE, async () => {
  const options = { salt: { type: 'string', default: 'salt 0' } } as const;
  const { positionals, values } = parseArgs({ allowPositionals: true, options });
  const [folder, ...rest] = positionals;
  if (folder === undefined || rest.length > 0) fail('name the folder of the newsroom', USAGE);
  const log = readNewsroom(folder);
  const hours = [...observe(log, values.salt)];
  const verdicts = judge(replay(hours), hours, log);
  const { all, most } = falseAlarms(verdicts);
  const start = hours[0]?.figures.hour ?? 0;
  publish(PAGE, [
    '# Alarms on a real log',
    `Written by \`npm run verify:alerts\`: ${log.clicks.length} clicks counted on ${log.articles.length} articles with ${log.topics.length} topics over ${Math.round(hours.length / 24)} days. ${verdicts.length} alarms, ${all} of them false; at most ${most} of one topic.`,
    CRITERION,
    table(
      ['type', 'alarms', 'right', 'false', 'not known'],
      ALARM_TYPES.map((type) => summary(type, verdicts)),
    ),
    '## Every alarm',
    'Days count from the first click; the top ten needs a week of clicks, and growth two. A story belongs to its first topic.',
    table(
      ['day', 'alarm', 'topic', 'why', 'verdict'],
      verdicts.map(({ alarm, why, isRight }) => [
        ((alarm.at / 3600 - start) / 24).toFixed(1),
        alarm.contentId === null ? alarm.type : `${alarm.type} (article ${alarm.contentId})`,
        String(alarm.topicId ?? ''),
        why,
        isRight === null ? 'not known' : isRight ? 'right' : '**false**',
      ]),
    ),
  ]);
  if (most > MOST) process.exitCode = 1;
});

function summary(type: string, verdicts: readonly Verdict[]): string[] {
  const own = verdicts.filter(({ alarm }) => alarm.type === type);
  const count = (isRight: boolean | null) => String(own.filter((verdict) => verdict.isRight === isRight).length);
  return [type, String(own.length), count(true), count(false), count(null)];
}
