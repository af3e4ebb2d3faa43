import type { Subject } from '../mutation.ts';

const EXACTNESS = { file: 'test/clicks/exactness-1.test.ts' };
const OUTAGE = { file: 'test/clicks/outage.test.ts' };
const BEACON = { file: 'test/routes/clicks/beacon.test.ts', named: 'three times, nothing is promised' };

export const lostClicks: Subject = {
  title: 'A click lost',
  mutations: [
    {
      name: 'a batch is acknowledged before it is counted',
      file: 'src/clicks/count/consumer.ts',
      find: '  const dead: DeadLetter[] = [];',
      replace: '  batch.ackAll();\n  const dead: DeadLetter[] = [];',
      tests: EXACTNESS,
    },
    {
      name: 'failed messages come again after two seconds, however often they have failed',
      file: 'src/clicks/count/retry.ts',
      find: 'Math.min(MAX_DELAY, Math.round(FIRST_DELAY * GROWTH ** (attempts - 1)))',
      replace: 'Math.min(MAX_DELAY, 2 + 0 * attempts * GROWTH)',
      tests: OUTAGE,
    },
    {
      name: 'a window that could not be told is forgotten',
      file: 'src/clicks/count/consumer.ts',
      find: 'await notifyWindows(env.TOPIC_WINDOW, counted, now);',
      replace: 'await notifyWindows(env.TOPIC_WINDOW, counted, now).catch(() => {});',
      tests: { file: 'test/clicks/missed-notification.test.ts' },
    },
    {
      name: 'what an object has loaded counts as published',
      file: 'src/rankings/object/topic-window.ts',
      find: '    // The aggregates may hold counts that were not published and are no news when they are received.\n    this.#isDirty = true;\n',
      replace: '',
      tests: { file: 'test/rankings/object/topic-window.test.ts', named: 'loaded and not published' },
    },
    {
      name: 'an import whose objects cannot be reached marks no window',
      file: 'src/rankings/object/notify.ts',
      find: 'JSON.stringify([...cellsByTopic(counts).keys()])',
      replace: 'JSON.stringify([])',
      tests: { file: 'test/clicks/past.test.ts', named: 'could not be reached' },
    },
    {
      name: 'all days are one',
      file: 'src/clicks/past.ts',
      find: 'clickId(reader, contentId, day)',
      replace: 'clickId(reader, contentId, 0)',
      tests: EXACTNESS,
    },
    {
      name: 'the partition that is emptied is one that is read',
      file: 'src/engagement/partitions.ts',
      find: '(partitionOf(hour + 1) + 1) % PARTITIONS',
      replace: '(partitionOf(hour + 1) + 2) % PARTITIONS',
      tests: { file: 'test/operations/retention.test.ts' },
    },
    {
      name: 'an hour’s partition is chosen wrongly',
      file: 'src/engagement/partitions.ts',
      find: 'Math.floor(hour / PARTITION_HOURS) % PARTITIONS',
      replace: 'Math.ceil(hour / PARTITION_HOURS) % (PARTITIONS - 1)',
      tests: { file: 'test/operations/retention.test.ts' },
    },
    {
      name: 'a late click of a packed hour is taken for known',
      file: 'src/rankings/object/window.ts',
      find: 'if (isCovered(counts, known)) return false;',
      replace: 'if (isCovered(counts, known) || hour < this.#hour - 1) return false;',
      tests: EXACTNESS,
    },
    {
      name: 'an older ranking overwrites a newer one',
      file: 'src/rankings/object/publish.ts',
      find: 'WHERE $' + '{lt(ROW.version, excluded(ROW.version))} AND',
      replace: 'WHERE',
      tests: { file: 'test/rankings/object/publish.test.ts' },
    },
    {
      name: 'a click that the queue has refused is promised',
      file: 'src/clicks/accept/accept.ts',
      find: "if (wait === null) throw new QueueUnavailable('the queue takes no clicks', { cause });",
      replace: 'if (wait === null) return;',
      tests: BEACON,
    },
    {
      name: 'what cannot be counted is stored nowhere',
      file: 'src/clicks/count/consumer.ts',
      find: '  await storeDeadLetters(db, dead, toSeconds(now));\n  batch.ackAll();\n  return dead;',
      replace: '  batch.ackAll();\n  return dead;',
      tests: { file: 'test/clicks/dead-letters.test.ts', named: 'what can never be counted' },
    },
  ],
};
