import type { Subject } from '../catalogue.ts';

const IDS = { file: 'test/content/ids.test.ts' };
const RACES = { file: 'test/content/races.test.ts' };
const CONCURRENT = { file: 'test/content/concurrent.test.ts' };
const CONDITIONS = { file: 'test/routes/manage/conditional.test.ts' };
const KEY_RACES = { file: 'test/routes/manage/key-races.test.ts' };
const POLL = { file: 'test/syndication/poll/poll.test.ts' };
const LETTERS = { file: 'test/clicks/dead-letters.test.ts' };
const HEALTH = { file: 'test/operations/health.test.ts' };
const OUTAGE = { file: 'test/clicks/outage.test.ts' };
const LOCK = { file: 'test/selfhost/state/lock.test.ts' };
const FRONT = { file: 'test/selfhost/front/front.test.ts' };
const QUEUE = { file: 'test/runtime/queue.test.ts' };
const PROCESSES = { file: 'test/runtime/processes.test.ts' };
const COMMANDS = { file: 'test/runtime/commands.test.ts' };
const INTERRUPTED = { file: 'test/runtime/state/interrupted.test.ts' };

export const durability: Subject = {
  title: 'Lost by a stop, an outage or a race',
  mutations: [
    {
      name: 'the id of a deleted article is given again',
      file: 'src/content/articles/articles.ts',
      find: 'Math.max(stock.lastId, highest) + 1',
      replace: 'Math.max(...stock.byId.keys(), highest, 0) + 1',
      tests: IDS,
    },
    {
      name: 'an id that a publisher has named is given again',
      file: 'src/content/articles/store/drafts.ts',
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
      find: 'sql<T>`iif(',
      replace: 'sql<T>`iif(true OR ',
      tests: POLL,
    },
    {
      name: 'a dead letter that is back is sent once more in the same replay',
      file: 'src/clicks/count/dead-letters.ts',
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
      file: 'src/selfhost/state/lock.ts',
      find: 'BEGIN EXCLUSIVE',
      replace: 'BEGIN DEFERRED',
      tests: LOCK,
    },
    {
      name: 'the lock outlives its server',
      file: 'src/selfhost/state/lock.ts',
      find: 'rmSync(file, { force: true });\n      database.close();',
      replace: 'rmSync(file, { force: true });',
      tests: LOCK,
    },
    {
      name: 'a process that has the number of a runtime that ended is killed',
      file: 'src/selfhost/state/lock.ts',
      find: 'if (startOf(pid) !== started) continue;',
      replace: '',
      tests: LOCK,
    },
    {
      name: 'a copy of a running state ends the runtime of the other',
      file: 'src/selfhost/state/lock.ts',
      find: 'isSame(server.lock, lockIn(state)) ? server : null',
      replace: 'server',
      tests: LOCK,
    },
    {
      name: 'a stop cuts off the requests under way',
      file: 'src/selfhost/front/front.ts',
      find: 'Date.now() + PATIENCE; sockets.size > 0',
      replace: 'Date.now(); sockets.size > 0',
      tests: FRONT,
    },
    {
      name: 'a server that stops takes requests that it cannot answer',
      file: 'src/selfhost/front/front.ts',
      find: "if (this.#around.state === 'stopping') return this.#refuse(503, MESSAGES.stopping);",
      replace: '',
      tests: FRONT,
    },
    {
      name: 'a body where none belongs is passed on',
      file: 'src/selfhost/front/upstream.ts',
      find: 'body: hasBody(method) ? body : null }',
      replace: 'body }',
      tests: { file: 'test/selfhost/front/framing.test.ts' },
    },
    {
      name: 'a client takes headers away by naming them',
      file: 'src/selfhost/front/headers.ts',
      find: '|accept-encoding$|content-length$)/',
      replace: '|accept-encoding$)/',
      tests: { file: 'test/selfhost/front/headers.test.ts' },
    },
    {
      name: 'clicks wait behind pages',
      file: 'src/selfhost/front/hold.ts',
      find: 'this.#turn > 0 ? [this.#clicks',
      replace: 'this.#turn === 0 ? [this.#clicks',
      tests: { file: 'test/selfhost/front/hold.test.ts' },
    },
    {
      name: 'a runtime that dies takes the questions with it',
      file: 'src/selfhost/front/front.ts',
      find: 'const mayRepeat = isUnsent(thrown)',
      replace: 'const mayRepeat = false && isUnsent(thrown)',
      tests: FRONT,
    },
    {
      name: 'everybody waits when there is too much to do',
      file: 'src/selfhost/front/gate.ts',
      find: 'if (this.#waiting.size >= room) return null;',
      replace: 'if (room < 0) return null;',
      tests: { file: 'test/selfhost/front/gate.test.ts' },
    },
    {
      name: 'the local queue forgets a batch that fails',
      file: 'src/selfhost/queue/queue-object.ts',
      find: 'this.#store.settle(batch, again);',
      replace: 'this.#store.settle(batch, new Map());',
      tests: QUEUE,
    },
    {
      name: 'the local queue forgets what it delivers before the outcome is known',
      file: 'src/selfhost/queue/queue-object.ts',
      find: '    const metadata = { metrics: this.#store.metrics() };',
      replace: '    this.#store.settle(batch, new Map());\n    const metadata = { metrics: this.#store.metrics() };',
      tests: { ...QUEUE, named: 'outlives a kill' },
    },
    {
      name: 'after a start nothing is delivered until the next message',
      file: 'src/selfhost/queue/queue-object.ts',
      find: 'this.#alarmAt = at === stored ? at + 1 : at;',
      replace: 'this.#alarmAt = at;',
      tests: { ...QUEUE, named: 'lost its alarms' },
    },
    {
      name: 'what was accepted while the clock was ahead waits until it is there again',
      file: 'src/selfhost/queue/queue-object.ts',
      find: '    this.#store.correctClock(Date.now());\n',
      replace: '',
      tests: { ...QUEUE, named: 'clock was a day ahead' },
    },
    {
      name: 'a locked database is called damaged',
      file: 'src/selfhost/state/sqlite-file.ts',
      find: 'if (!isLocked(thrown)) return message;',
      replace: 'if (message) return message;',
      tests: { file: 'test/selfhost/state/state-folder.test.ts' },
    },
    {
      name: 'a stop does not wait for what the queue holds',
      file: 'src/selfhost/keeper/keeper.ts',
      find: 'const left = await this.#drain().catch(() => 0);',
      replace: 'const left = 0 as number;',
      tests: PROCESSES,
    },
    {
      name: 'the runtime serves on when its server was killed',
      file: 'src/selfhost/front/front-process.ts',
      find: 'if (guarded > 0) endGroup(guarded);',
      replace: '',
      tests: PROCESSES,
    },
    {
      name: 'a runtime that dies while it starts is not replaced',
      file: 'src/selfhost/keeper/keeper.ts',
      find: 'for (let pause = 1; !this.#isStopping;',
      replace: 'for (let pause = 1; pause === 1;',
      tests: PROCESSES,
    },
    {
      name: 'clicks are taken into a state that was deleted',
      file: 'src/selfhost/keeper/launch.ts',
      find: 'if (!lock.isInPlace()) end();',
      replace: 'if (lock === null) end();',
      tests: PROCESSES,
    },
    {
      name: 'a start that fails since its state was moved does not say so',
      file: 'src/selfhost/keeper/launch.ts',
      find: 'keeper?.lock.isInPlace() === false',
      replace: 'keeper?.lock === null',
      tests: INTERRUPTED,
    },
    {
      name: 'a restore does not ask whether a server runs',
      file: 'src/cli/database/database.ts',
      find: 'const lock = lockOf(state);\n  const unguard',
      replace: 'const lock = { release() {} };\n  const unguard',
      tests: COMMANDS,
    },
    {
      name: 'a restore that was killed leaves its programs running',
      file: 'src/cli/database/database.ts',
      find: 'const lock = lockOf(state);\n  const unguard = guardWorkerd();',
      replace: 'const lock = lockOf(state);\n  const unguard = () => {};',
      tests: COMMANDS,
    },
    {
      name: 'the folder of a broken restore is taken for a new one',
      file: 'src/selfhost/state/state-folder.ts',
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
      file: 'src/selfhost/prime/prime-process.ts',
      find: '  await replaceBrokenSalts(service);\n',
      replace: '',
      tests: PROCESSES,
    },
    {
      name: 'who prepares goes on when its server was killed',
      file: 'src/selfhost/aside.ts',
      find: "  process.once('disconnect', () => endGroup(process.pid));\n",
      replace: '',
      tests: INTERRUPTED,
    },
    {
      name: 'a queue whose alarm was dropped waits for the next click',
      file: 'src/selfhost/keeper/crons.ts',
      find: '    setInterval(wake, WAKE),\n',
      replace: '',
      tests: { file: 'test/selfhost/keeper.test.ts' },
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
      file: 'src/clicks/count/retry.ts',
      find: 'attempts >= SUSPECT',
      replace: 'attempts >= SUSPECT * 1000',
      tests: OUTAGE,
    },
    {
      name: 'dead letters are acknowledged while the database is out',
      file: 'src/clicks/count/consumer.ts',
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
      file: 'src/content/articles/articles.ts',
      find: 'repeated(guard === UNGUARDED ? ATTEMPTS : GUARDED_ATTEMPTS, isOvertaken, save);',
      replace: 'repeated(1, isOvertaken, save);',
      tests: CONCURRENT,
    },
    {
      name: 'rules undo what a hand sets at the same time',
      file: 'src/content/articles/store/drafts.ts',
      find: '      hasChanged([...different, ...remembered], seen.byId),',
      replace: '',
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
      file: 'src/rankings/object/publish.ts',
      find: 'return published.stale === 0 && published.version < version;',
      replace: 'return published.stale === 0;',
      tests: { file: 'test/rankings/object/publish.test.ts' },
    },
    {
      name: 'a ranking takes away a mark that it has not seen',
      file: 'src/rankings/object/publish.ts',
      find: ' AND $' + '{inArray(ROW.stale, [0, stale])}',
      replace: '',
      tests: { file: 'test/rankings/object/publish.test.ts' },
    },
  ],
};

const attack = (named: string) => ({ file: 'test/verify/abuse/attacks.test.ts', named });

export const wrongAnswers: Subject = {
  title: 'An answer that says too much, or something else',
  mutations: [
    {
      name: 'a ranking shows its counts',
      file: 'src/routes/api/insights/topics.ts',
      find: '({ ...toTopic(topic), previousRank: topic.previousRank })',
      replace: '({ ...toTopic(topic), previousRank: topic.previousRank, clicks: topic.engagement })',
      tests: { file: 'test/routes/insights/no-counts.test.ts' },
    },
    {
      name: 'a topic shows that is excluded from trending',
      file: 'src/rankings/read/trending.ts',
      find: 'engagement(row) > 0 && !row.excluded && ',
      replace: 'engagement(row) > 0 && ',
      tests: { file: 'test/routes/insights/recount.test.ts' },
    },
    {
      name: 'an article shows before its time',
      file: 'src/routes/api/feed.ts',
      find: 'place && place.publishedAt < latest.publishedAt ? place : latest',
      replace: 'place ?? newest(4_000_000_000)',
      tests: { file: 'test/content/embargo.test.ts' },
    },
    {
      name: 'titles are markup in the page',
      file: 'src/delivery/html.tsx',
      find: 'data-content-id={contentId}>\n            {title}\n',
      replace: 'data-content-id={contentId} dangerouslySetInnerHTML={{ __html: title }}>\n',
      tests: attack('injection'),
    },
    {
      name: 'text is markup in RSS',
      file: 'src/delivery/xml.ts',
      find: '.replace(/[&<>"\\t\\n\\r]/g',
      replace: '.replace(/[\\t\\n\\r]/g',
      tests: attack('injection'),
    },
    {
      name: 'characters that XML cannot hold stay in RSS',
      file: 'src/delivery/xml.ts',
      find: "    .replace(ILLEGAL, '')\n",
      replace: '',
      tests: { file: 'test/delivery/html.test.ts', named: 'u0000a' },
    },
    {
      name: 'text is markup in the HTML of RSS descriptions',
      file: 'src/delivery/rss.ts',
      find: "plain.replace(/&(?=[#a-z])/gi, '&amp;').replace(/<(?=[a-z/!?])/gi, '&lt;')",
      replace: 'plain',
      tests: { file: 'test/delivery/rss.test.ts' },
    },
    {
      name: 'search terms are the index’s own language',
      file: 'src/search/match.ts',
      find: 'const quote = (term: string) => `"$' + "{term.replaceAll('\\0', ' ').replaceAll('\"', '\"\"')}\"`;",
      replace: 'const quote = (term: string) => term;',
      tests: attack('search'),
    },
    {
      name: 'a quote ends a search term',
      file: 'src/search/match.ts',
      find: ".replaceAll('\"', '\"\"')",
      replace: '',
      tests: attack('search'),
    },
    {
      name: 'an article may lead to any scheme',
      file: 'src/lib/url.ts',
      find: '!/^https?:$/.test(given.protocol) || ',
      replace: '',
      tests: { file: 'test/verify/abuse/requests.test.ts' },
    },
    {
      name: 'a link leads where its address says',
      file: 'src/routes/clicks/go.ts',
      find: 'return c.redirect(url, 302);',
      replace: "return c.redirect(c.req.query('url') ?? url, 302);",
      tests: attack('redirect'),
    },
    {
      name: 'the host that a proxy names is believed',
      file: 'src/routes/api/feed.ts',
      find: 'const { origin } = new URL(c.req.url);',
      replace:
        "const named = c.req.header('X-Forwarded-Host');\n" +
        'const origin = named ? `https://$' +
        '{named}` : new URL(c.req.url).origin;',
      tests: attack('cache'),
    },
  ],
};
