import type { Subject } from '../mutation.ts';

const IDS = { file: 'test/content/ids.test.ts' };
const RACES = { file: 'test/content/races.test.ts' };
const CONCURRENT = { file: 'test/content/concurrent.test.ts' };
const CONDITIONS = { file: 'test/routes/manage/conditional.test.ts' };
const KEY_RACES = { file: 'test/routes/manage/key-races.test.ts' };
const POLL = { file: 'test/syndication/poll/poll.test.ts' };
const LETTERS = { file: 'test/clicks/dead-letters.test.ts' };
const HEALTH = { file: 'test/operations/health.test.ts' };
const OUTAGE = { file: 'test/clicks/outage.test.ts' };
const LOCK = { file: 'test/cli/local/lock.test.ts' };
const FRONT = { file: 'test/cli/local/front.test.ts' };
const QUEUE = { file: 'test/runtime/queue.test.ts' };
const PROCESSES = { file: 'test/runtime/processes.test.ts' };
const COMMANDS = { file: 'test/runtime/commands.test.ts' };
const INTERRUPTED = { file: 'test/runtime/interrupted.test.ts' };

export const durability: Subject = {
  title: 'Lost by a stop, an outage or a race',
  mutations: [
    {
      name: 'the id of a deleted article is given again',
      file: 'src/content/articles.ts',
      find: 'Math.max(stock.lastId, highest) + 1',
      replace: 'Math.max(...stock.byId.keys(), highest, 0) + 1',
      tests: IDS,
    },
    {
      name: 'an id that a publisher has named is given again',
      file: 'src/content/article-store/drafts.ts',
      find: 'drafts.reduce((highest, { id }) => Math.max(highest, id), 0)',
      replace: 'drafts.reduce((highest, { id }) => (id < 500 ? Math.max(highest, id) : highest), 0)',
      tests: IDS,
    },
    {
      name: 'a version of a day is given again',
      file: 'src/content/removal/recommended.ts',
      find: 'SELECT 1 + coalesce(',
      replace: 'SELECT 1 + 0 * coalesce(',
      tests: CONDITIONS,
    },
    {
      name: 'a change that another one has overtaken is not tried again',
      file: 'src/routes/manage/as-seen.ts',
      find: 'isConditional(c) ? 1 : ATTEMPTS',
      replace: '1',
      tests: KEY_RACES,
    },
    {
      name: 'a poll takes back a pause that came meanwhile',
      file: 'src/syndication/poll/schedule.ts',
      find: '=> sql<T>`iif(',
      replace: '=> sql<T>`iif(true OR ',
      tests: POLL,
    },
    {
      name: 'a dead letter that is back is sent once more in the same replay',
      file: 'src/clicks/dead-letters.ts',
      find: 'until: newest?.id ?? 0',
      replace: 'until: 2 ** 52',
      tests: LETTERS,
    },
    {
      name: 'readiness misses no index and no trigger',
      file: 'src/operations/ready.ts',
      find: '(await isComplete(db, now))',
      replace: '(await isComplete(db, now)) || now',
      tests: HEALTH,
    },
    {
      name: 'two servers run on one state',
      file: 'src/cli/local/lock.ts',
      find: 'BEGIN EXCLUSIVE',
      replace: 'BEGIN DEFERRED',
      tests: LOCK,
    },
    {
      name: 'the lock outlives its server',
      file: 'src/cli/local/lock.ts',
      find: 'rmSync(file, { force: true });\n      database.close();',
      replace: 'rmSync(file, { force: true });',
      tests: LOCK,
    },
    {
      name: 'a process that has the number of a runtime that ended is killed',
      file: 'src/cli/local/lock.ts',
      find: 'if (startOf(pid) !== started) continue;',
      replace: '',
      tests: LOCK,
    },
    {
      name: 'a copy of a running state ends the runtime of the other',
      file: 'src/cli/local/lock.ts',
      find: 'isSame(server.lock, lockIn(state)) ? server : null',
      replace: 'server',
      tests: LOCK,
    },
    {
      name: 'a stop cuts off the requests under way',
      file: 'src/cli/local/front.ts',
      find: 'setTimeout(() => server.closeAllConnections(), PATIENCE)',
      replace: 'setTimeout(() => server.closeAllConnections(), 0)',
      tests: FRONT,
    },
    {
      name: 'a server that stops takes requests that it cannot answer',
      file: 'src/cli/local/front.ts',
      find: '      isClosing = true;\n',
      replace: '',
      tests: FRONT,
    },
    {
      name: 'everybody waits when there is too much to do',
      file: 'src/cli/local/gate.ts',
      find: 'if (this.#waiting.size >= room) return null;',
      replace: 'if (room < 0) return null;',
      tests: { file: 'test/cli/local/gate.test.ts' },
    },
    {
      name: 'the local queue forgets a batch that fails',
      file: 'src/cli/local/queue-object.ts',
      find: 'this.#store.settle(batch, new Map(again));',
      replace: 'this.#store.settle(batch, new Map());',
      tests: QUEUE,
    },
    {
      name: 'the local queue forgets what it delivers before the outcome is known',
      file: 'src/cli/local/queue-object.ts',
      find: '    const metadata = { metrics: this.#store.metrics() };',
      replace: '    this.#store.settle(batch, new Map());\n    const metadata = { metrics: this.#store.metrics() };',
      tests: { ...QUEUE, named: 'outlives a kill' },
    },
    {
      name: 'after a start nothing is delivered until the next message',
      file: 'src/cli/local/queue-object.ts',
      find: 'this.#alarmAt = at === stored ? at + 1 : at;',
      replace: 'this.#alarmAt = at;',
      tests: { ...QUEUE, named: 'lost its alarms' },
    },
    {
      name: 'what was accepted while the clock was ahead waits until it is there again',
      file: 'src/cli/local/queue-object.ts',
      find: '    this.#store.correctClock(Date.now());\n',
      replace: '',
      tests: { ...QUEUE, named: 'clock was a day ahead' },
    },
    {
      name: 'a locked database is called damaged',
      file: 'src/cli/local/sqlite-file.ts',
      find: 'if (!isLocked(thrown)) return message;',
      replace: 'if (message) return message;',
      tests: { file: 'test/cli/local/state-folder.test.ts' },
    },
    {
      name: 'a stop does not wait for what the queue holds',
      file: 'src/cli/local/stop.ts',
      find: 'const left = await drain(worker);',
      replace: 'const left = 0 as number;',
      tests: PROCESSES,
    },
    {
      name: 'the runtime serves on when its server was killed',
      file: 'src/cli/local/guard.ts',
      find: 'if (guarded !== null) endGroup(guarded);',
      replace: '',
      tests: PROCESSES,
    },
    {
      name: 'a runtime that dies while it starts is not replaced',
      file: 'src/cli/runtime.ts',
      find: 'await mf.ready.catch(restart)',
      replace: 'await mf.ready',
      tests: PROCESSES,
    },
    {
      name: 'clicks are taken into a state that was deleted',
      file: 'src/cli/local/stop.ts',
      find: 'if (isStopping || !lock || lock.isInPlace()) return;',
      replace: 'if (isStopping || !lock || lock.isInPlace() || lock) return;',
      tests: PROCESSES,
    },
    {
      name: 'a start that fails since its state was moved does not say so',
      file: 'src/cli/local/launch.ts',
      find: 'parts.lock?.isInPlace() === false',
      replace: 'parts.lock === null',
      tests: INTERRUPTED,
    },
    {
      name: 'a restore does not ask whether a server runs',
      file: 'src/cli/database.ts',
      find: 'const lock = lockOf(state);\n  const guard',
      replace: 'const lock = { release() {} };\n  const guard',
      tests: COMMANDS,
    },
    {
      name: 'a restore that was killed leaves its programs running',
      file: 'src/cli/database.ts',
      find: 'place?.(state);\n    await migrateAside(state, guard.watch);',
      replace: 'place?.(state);\n    await migrateAside(state, () => {});',
      tests: COMMANDS,
    },
    {
      name: 'the folder of a broken restore is taken for a new one',
      file: 'src/cli/local/state-folder.ts',
      find: 'if (existsSync(join(folder, RESTORING)))',
      replace: 'if (existsSync(join(folder, RESTORING)) && !folder)',
      tests: COMMANDS,
    },
    {
      name: 'a restore keeps salts of imports that lack a half',
      file: 'src/cli/restore.ts',
      find: 'remote ? { imports: 0 }',
      replace: 'folder ? { imports: 0 }',
      tests: COMMANDS,
    },
    {
      name: 'a start keeps salts that lack a half',
      file: 'src/cli/local/serve.ts',
      find: '  await replaceBrokenSalts(worker);\n',
      replace: '',
      tests: PROCESSES,
    },
    {
      name: 'who migrates goes on when its server was killed',
      file: 'src/cli/local/serve.ts',
      find: 'await migrateAside(folder, guard.watch);',
      replace: 'await migrateAside(folder, () => {});',
      tests: INTERRUPTED,
    },
    {
      name: 'a queue whose alarm was dropped waits for the next click',
      file: 'src/cli/local/crons.ts',
      find: '    setInterval(wake, WAKE),\n',
      replace: '',
      tests: { file: 'test/cli/local/crons.test.ts' },
    },
    {
      name: 'the queue gives a click up after ten attempts',
      file: 'wrangler.toml',
      find: 'max_batch_timeout = 1\nmax_retries = 100\ndead_letter_queue',
      replace: 'max_batch_timeout = 1\nmax_retries = 10\ndead_letter_queue',
      tests: OUTAGE,
    },
    {
      name: 'one message that fails keeps its whole batch from being counted',
      file: 'src/clicks/retry.ts',
      find: 'attempts >= SUSPECT',
      replace: 'attempts >= SUSPECT * 1000',
      tests: OUTAGE,
    },
    {
      name: 'dead letters are acknowledged while the database is out',
      file: 'src/clicks/consumer.ts',
      find: '  reported(batch, undefined, now, async () => {\n',
      replace: '  reported(batch, undefined, now, async () => {\n    batch.ackAll();\n',
      tests: OUTAGE,
    },
    {
      name: 'a slug that somebody else has just taken is a failure of the service',
      file: 'src/content/topics.ts',
      find: 'const ATTEMPTS = 5;',
      replace: 'const ATTEMPTS = 1;',
      tests: RACES,
    },
    {
      name: 'two saves that want the same id fail',
      file: 'src/content/articles.ts',
      find: 'repeated(guard === UNGUARDED ? ATTEMPTS : GUARDED_ATTEMPTS, isOvertaken, save);',
      replace: 'repeated(1, isOvertaken, save);',
      tests: CONCURRENT,
    },
    {
      name: 'rules undo what a hand sets at the same time',
      file: 'src/content/article-store/drafts.ts',
      find: '    failWhere(hasChanged([...different, ...remembered], seen.byId), ...referencesHaveChanged(different, seen.known)),',
      replace: '    failWhere(...referencesHaveChanged(different, seen.known)),',
      tests: CONCURRENT,
    },
    {
      name: 'of two editors both are stored',
      file: 'src/content/recommended.ts',
      find: 'const condition = seen === undefined ? sql`true` :',
      replace: 'const condition = sql`true` ??',
      tests: CONDITIONS,
    },
    {
      name: 'If-None-Match: * is not looked at',
      file: 'src/http/conditional.ts',
      find: '  if (noneMatch && isAmong(noneMatch)) throw',
      replace: '  if (noneMatch && !isAmong(noneMatch) && isThere) throw',
      tests: CONDITIONS,
    },
    {
      name: 'a weakened ETag is another one',
      file: 'src/http/conditional.ts',
      find: '(?:W\\/)?("',
      replace: '((?:W\\/)?"',
      tests: CONDITIONS,
    },
    {
      name: 'a ranking that an earlier instance has overtaken is taken for published',
      file: 'src/rankings/publish.ts',
      find: 'return published.stale === 0 && published.version < version;',
      replace: 'return published.stale === 0;',
      tests: { file: 'test/rankings/publish.test.ts' },
    },
    {
      name: 'a ranking takes away a mark that it has not seen',
      file: 'src/rankings/publish.ts',
      find: ' AND $' + '{inArray(ROW.stale, [0, stale])}',
      replace: '',
      tests: { file: 'test/rankings/publish.test.ts' },
    },
  ],
};
