import type { Subject } from '../catalogue.ts';

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

export const doubleCounts: Subject = {
  title: 'A click counted twice',
  mutations: [
    {
      name: 'what an earlier attempt has counted is counted again',
      file: 'src/clicks/count/ledger.ts',
      find: ' WHERE $' + '{ledger.nonce} = $' + '{nonce}`;',
      replace: '`;',
      tests: EXACTNESS,
    },
    {
      name: 'a batch that holds a click twice counts it twice',
      file: 'src/clicks/count/ledger.ts',
      find: 'const distinct = earliest(clicks);',
      replace: 'const distinct = [...clicks];',
      tests: EXACTNESS,
    },
    {
      name: 'a click that is known replaces its ledger row',
      file: 'src/clicks/count/ledger.ts',
      find: 'INSERT OR IGNORE INTO',
      replace: 'INSERT OR REPLACE INTO',
      tests: EXACTNESS,
    },
    {
      name: 'a window adds up the totals it is told',
      file: 'src/engagement/cells.ts',
      find: 'merged.push(column, Math.max(',
      replace: 'merged.push(column, ((a, b) => a + b)(',
      tests: EXACTNESS,
    },
    {
      name: 'an import is hashed with a salt of its own',
      file: 'src/clicks/past.ts',
      find: 'await importedReader(await importSalt(stores, day, now), click.reader)',
      replace: 'await importedReader(crypto.randomUUID(), click.reader)',
      tests: { file: 'test/routes/manage/clicks.test.ts' },
    },
    {
      name: 'a dead letter stays when it has been replayed',
      file: 'src/clicks/count/dead-letters.ts',
      find: "await discardDeadLetters(db, { ids: letters.map(({ id }) => id) }, author, 'queued');",
      replace: 'if (letters.length > 0) return replayed + letters.length;',
      tests: { file: 'test/clicks/dead-letters.test.ts', named: 'replay' },
    },
  ],
};

const INFLATION = { file: 'test/verify/abuse/inflation.test.ts' };

export const inflation: Subject = {
  title: 'A ranking moved by one sender',
  mutations: [
    {
      name: 'every address of a /64 is a reader of its own',
      file: 'src/clicks/accept/address.ts',
      find: '.slice(0, 4)',
      replace: '.slice(0, 8)',
      tests: INFLATION,
    },
    {
      name: 'an address counts as often as it changes its user agent',
      file: 'src/clicks/accept/reader.ts',
      find: '16) % classes;',
      replace: '16) % (64 * classes);',
      tests: INFLATION,
    },
    {
      name: 'nothing is weighed',
      file: 'src/engagement/weight.ts',
      find: 'if (shares === null || total <= FLOOR) return total;',
      replace: 'if (shares === null || total > 0) return total;',
      tests: INFLATION,
    },
    {
      name: 'browsers are not weighed',
      file: 'src/engagement/weight.ts',
      find: 'for (const kind of KIND_NAMES) weight',
      replace: "for (const kind of ['network', 'prefix'] as const) weight",
      tests: INFLATION,
    },
    {
      name: 'networks and prefixes are not weighed',
      file: 'src/engagement/weight.ts',
      find: 'for (const kind of KIND_NAMES) weight',
      replace: "for (const kind of ['browser'] as const) weight",
      tests: INFLATION,
    },
    {
      name: 'a class may have twice as many clicks, however rare it is',
      file: 'src/engagement/weight.ts',
      find: 'count: KINDS.network, floor: 3,',
      replace: 'count: KINDS.network, floor: 6,',
      tests: INFLATION,
    },
    {
      name: 'frames and pictures of foreign pages follow links',
      file: 'src/clicks/followed.ts',
      find: "return 'embedded';",
      replace: 'return null;',
      tests: INFLATION,
    },
    {
      name: 'a browser that was sent to a link follows it',
      file: 'src/clicks/followed.ts',
      find: "return 'noGesture';",
      replace: 'return null;',
      tests: INFLATION,
    },
    {
      name: 'a token may end whenever it likes',
      file: 'src/clicks/accept/claims.ts',
      find: 'exp <= now / 1000 + LONGEST && ',
      replace: '',
      tests: INFLATION,
    },
    {
      name: 'a beacon with a bound key need not say where it comes from',
      file: 'src/routes/clicks/beacon.ts',
      find: '{ required: true }',
      replace: '{ required: false }',
      tests: INFLATION,
    },
    {
      name: 'a beacon that waited counts for an article that came after it',
      file: 'src/clicks/count/ledger.ts',
      find: "outcome === 'imported' ? seconds(now)",
      replace: "outcome !== 'none' ? seconds(now)",
      tests: { file: 'test/clicks/unknown.test.ts', named: 'waited while its article' },
    },
  ],
};
