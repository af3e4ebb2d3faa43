/** `npm run bench -- tagging` measures how long rules take to compile and apply. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { now as epochSeconds, run } from '../../src/command/command.ts';
import { COUNTRIES } from '../../src/content/reference/countries.ts';
import GEO_GROUPS from '../../src/content/reference/geo-groups.generated.ts';
import type { RetagReport } from '../../src/content/rules/retag.ts';
import { ruleInput } from '../../src/content/rules/rule-input.ts';
import { saveRules } from '../../src/content/rules/rules.ts';
import { createRandom } from '../../src/demo/random.ts';
import type { StoredRule } from '../../src/tagging/rule-kinds.ts';
import { makeTagger } from '../../src/tagging/tagger.ts';
import { writeResult } from '../support/measured.ts';
import { buildNewsroom } from './lib/build.ts';
import { type Answer, client, percentile } from './lib/http.ts';
import { databaseFile, withFile } from './lib/local-d1.ts';
import { companies, makeArticle, topics } from './lib/newsroom.ts';
import { circumstances, fixed, table, whole } from './lib/report.ts';
import { sentence, WORDS } from './lib/searches.ts';
import { benchScript, makeKey, startBench } from './lib/server.ts';

/** Keywords per topic: words of medium frequency. Every second keyword is a phrase. */
const KEYWORDS = 10;
const NAMED = 0.6;

const random = createRandom(11, 'tagging');
const keyword = () => WORDS[random.int(500, 10_000)] ?? '';

const rules: readonly StoredRule[] = topics.map(({ id }) => ({
  kind: 'topic',
  ref: String(id),
  words: Array.from({ length: KEYWORDS }, (_, i) => (i % 2 ? `${keyword()} ${keyword()}` : keyword())),
  exclusions: [keyword()],
}));

function makeStory(age: number, size: number, now: number): ReturnType<typeof makeArticle> {
  const own = createRandom(12, String(age));
  const names = [
    ...(own.chance(NAMED) ? [own.pick(companies).name] : []),
    ...(own.chance(NAMED) ? [own.pick(COUNTRIES).name] : []),
  ];
  const introduction = [sentence(own, 20), ...names, sentence(own, 20)].join(' ');
  const untagged = { topics: [], companies: [], countries: [], geoGroups: [] };
  return { ...makeArticle(age, size, now), introduction, ...untagged };
}

const known = { companies, groups: GEO_GROUPS, rules };

const USAGE = `npm run bench -- tagging [--quick]

--quick  writes nothing`;

const ARTICLES = 1000;
const ROUNDS = 7;

await run(USAGE, async () => {
  const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
  const now = epochSeconds();
  const engine = measureEngine(now);
  const [first, again] = await measureRetag(now);
  const report = `${circumstances('npm run bench -- tagging')}

${whole(ARTICLES)} articles of about 50 words against ${rules.length} topics of ${rules[0]?.words.length} keywords, ${whole(known.companies.length)} companies, ${COUNTRIES.length} countries
and ${known.groups.length} geo groups. The engine is measured alone in Node.js (median of ${ROUNDS} rounds), \`POST /manage/retag\` from request to response.

${table(
  ['', 'figure', 'target'],
  [
    ['compiling the rules', `${fixed(engine.compile, 0)} ms`, ''],
    [`tagging ${whole(ARTICLES)} articles`, `${fixed(engine.tag, 0)} ms`, '< 2 s'],
    ['… tags found an article', fixed(engine.found / ARTICLES), ''],
    [
      `retagging ${whole(ARTICLES)} articles, ${whole(first.report.changed)} of which change`,
      `${fixed(first.seconds, 2)} s`,
      '',
    ],
    ['… once more, nothing changes', `${fixed(again.seconds, 2)} s`, ''],
    ['… rows read then', whole(again.rowsRead), ''],
  ],
)}`;
  console.log(`\n${report}`);
  if (!values.quick)
    writeResult({
      command: 'npm run bench -- tagging',
      title: 'Tagging',
      page: 'benchmarks.md',
      summary: `newsgauge tags ${whole(ARTICLES)} articles in ${fixed(engine.tag, 0)} ms, compiles the rules in ${fixed(engine.compile, 0)} ms,
        and retags ${whole(ARTICLES)} stored articles in ${fixed(first.seconds, 2)} s.`,
    });
});

function measureEngine(now: number): { compile: number; tag: number; found: number } {
  const stories = Array.from({ length: ARTICLES }, (_, age) => makeStory(age, ARTICLES, now));
  const compile: number[] = [];
  const tag: number[] = [];
  let found = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now();
    const tagger = makeTagger(known);
    const compiled = performance.now();
    found = stories.map((story) => Object.values(tagger.tags(story)).flat().length).reduce((a, b) => a + b);
    compile.push(compiled - began);
    tag.push(performance.now() - compiled);
  }
  return { compile: percentile(compile, 0.5), tag: percentile(tag, 0.5), found };
}

interface Retagging {
  report: RetagReport;
  seconds: number;
  rowsRead: number;
}

/** Retags a newsroom twice through the Worker: first everything changes, then nothing. */
async function measureRetag(now: number): Promise<[Retagging, Retagging]> {
  const state = mkdtempSync(join(tmpdir(), 'newsgauge-bench-'));
  const { ask, close } = client(1);
  try {
    await buildNewsroom(state, ARTICLES, now, makeStory);
    const lines = rules.map((rule, i) => ({ line: i + 1, value: ruleInput.parse(rule) }));
    await withFile(databaseFile(state), (db) => saveRules(db, lines, { actor: 'bench', now: Date.now() }));
    const worker = await startBench(state, await benchScript());
    try {
      const headers = { Authorization: `Bearer ${await makeKey(worker.db, 'operator')}` };
      const url = new URL(`/manage/retag?limit=${ARTICLES + 1}`, worker.url);
      await ask({ url: new URL('/manage/rules', worker.url), headers });
      const retag = async () => read(await ask({ url, method: 'POST', headers }));
      return [await retag(), await retag()];
    } finally {
      await worker.dispose();
    }
  } finally {
    close();
    rmSync(state, { recursive: true, force: true });
  }
}

function read({ status, body, headers, milliseconds }: Answer): Retagging {
  if (status !== 200) throw new Error(`${status} ${body}`);
  const report = JSON.parse(body).data as RetagReport;
  if (report.examined !== ARTICLES || report.after !== null) throw new Error(`not all examined: ${body.slice(0, 300)}`);
  return {
    report,
    seconds: milliseconds / 1000,
    rowsRead: Number(/rows=(\d+)/.exec(String(headers['server-timing']))?.[1]),
  };
}
