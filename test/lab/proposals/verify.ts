/**
 * `npm run verify:proposals -- FOLDER [--all]`: stores the stories of each labelled feed in an empty newsroom of its own, accepts what is
 * proposed, and counts the stories that get one of the topics that people labelled them with. `--all`: with each mistake.
 * A file a feed: `{title, topics: [{name, also}], stories: [{title, summary, topics}]}`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { failCommand, run } from '../../../src/command/command.ts';
import { stemsOf } from '../../../src/content/index/language-words.ts';
import { languageOf } from '../../../src/content/language.ts';
import { type Site, startSite } from '../../browser/support/server.ts';

interface Feed {
  title: string;
  topics: { name: string; also?: string[] }[];
  stories: { title: string; summary: string; topics: string[] }[];
}

interface Proposals {
  firstId: number;
  firstCompanyId: number;
  topics: { name: string; words: string[]; language: string | null }[];
  companies: { name: string }[];
  countries: { code: string; name: string }[];
}

interface Article {
  id: number;
  topics: number[];
  companies: number[];
  countries: string[];
}

/** What is asked: of the stories that have a label. */
const LEAST = 0.7;

const percent = (part: number, of: number) => (of === 0 ? '–' : `${((100 * part) / of).toFixed(1)} %`);

const inWords = ({ labelled, right, told, given }: Record<'labelled' | 'right' | 'told' | 'given', number>) =>
  `${percent(right, labelled)} of ${labelled} stories get one of their topics; of ${given} tags that a label stands for ${percent(told, given)} are right`;

await run('npm run verify:proposals -- FOLDER', async () => {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { all: { type: 'boolean' } } });
  const [folder] = positionals;
  if (!folder) failCommand('name a folder of labelled feeds');
  const sum = { labelled: 0, right: 0, told: 0, given: 0 };
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
    const feed: Feed = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    const { lines, ...found } = await judge(feed);
    for (const key of ['labelled', 'right', 'told', 'given'] as const) sum[key] += found[key];
    console.log(`${file}: ${inWords(found)}`);
    if (values.all) for (const line of lines) console.log(`  ${line}`);
  }
  console.log(`all: ${inWords(sum)}`);
  if (sum.right < LEAST * sum.labelled) process.exitCode = 1;
});

/** `told` and `given`: tags of topics that somebody labelled, and those of them that the story has by its labels. */
async function judge({ topics, stories }: Feed) {
  const language = languageOf(stories.map(({ title, summary }) => `${title} ${summary}`).join(' '));
  const keyOf = (text: string) =>
    stemsOf(text, language)
      .map(({ stem }) => stem)
      .join(' ');
  const labelOf = new Map(topics.flatMap(({ name, also = [] }) => [name, ...also].map((said) => [keyOf(said), name])));
  const standsFor = (...said: string[]) => said.flatMap((one) => labelOf.get(keyOf(one)) ?? [])[0] ?? null;
  const site = await startSite();
  try {
    const { proposals, articles } = await accepted(site, stories);
    const stands = new Map<string, string | null>([
      ...proposals.topics.map(({ name, words }, i) => [`${proposals.firstId + i}`, standsFor(name, ...words)] as const),
      ...proposals.companies.map(({ name }, i) => [`c${proposals.firstCompanyId + i}`, standsFor(name)] as const),
      ...proposals.countries.map(({ code, name }) => [code, standsFor(name)] as const),
    ]);
    const found = { labelled: 0, right: 0, told: 0, given: 0 };
    const lines = [
      `offered: ${proposals.topics.map(({ name, words }, i) => `${name} [${words}]${stands.get(`${proposals.firstId + i}`) ? '' : ' –'}`).join('; ')}`,
      `companies: ${proposals.companies.map(({ name }) => name).join('; ')}; countries: ${proposals.countries.map(({ name }) => name).join('; ')}`,
      `labels without a proposal: ${topics
        .filter(({ name }) => ![...stands.values()].includes(name))
        .map(({ name }) => `${name} (${stories.filter((story) => story.topics.includes(name)).length})`)
        .join('; ')}`,
    ];
    for (const [i, story] of stories.entries()) {
      const { topics = [], companies = [], countries = [] } = articles.get(i + 1) ?? {};
      const tags = [...topics.map(String), ...companies.map((id) => `c${id}`), ...countries];
      const given = [...new Set(tags.flatMap((tag) => stands.get(tag) ?? []))];
      const told = given.filter((name) => story.topics.includes(name));
      found.given += given.length;
      found.told += told.length;
      if (story.topics.length === 0) continue;
      found.labelled++;
      found.right += Number(told.length > 0);
      const wrong = given.filter((name) => !told.includes(name));
      if (told.length === 0 || wrong.length > 0)
        lines.push(
          `${told.length === 0 ? '-' : ' '} [${story.topics}] ${wrong.map((name) => `+${name} `).join('')}${story.title} | ${story.summary}`,
        );
    }
    return { ...found, lines };
  } finally {
    await site.dispose();
  }
}

/** Stores the stories, takes everything that is proposed as the first page does, and reads how they are tagged then. */
async function accepted(site: Site, stories: Feed['stories']) {
  const key = await site.makeKey('operator');
  const ask = async <T>(path: string, method = 'GET'): Promise<T> => {
    const answer = await fetch(new URL(path, site.url), { method, headers: { Authorization: `Bearer ${key}` } });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return ((await answer.json()) as { data: T }).data;
  };
  const newest = Date.now() - 3_600_000;
  await site.publish({
    articles: stories.map(({ title, summary }, i) => ({
      ...{ id: i + 1, url: `https://feed.example/${i + 1}`, title, introduction: summary, contentType: 'article' },
      publishedAt: new Date(newest - i * 60_000).toISOString(),
    })),
  });
  const proposals = await ask<Proposals>('/manage/topics/proposals');
  const numbered = proposals.topics.map((topic, i) => ({ ...topic, id: proposals.firstId + i }));
  await site.publish({
    topics: numbered.map(({ id, name }) => ({ id, name, slug: `topic-${id}`, category: 2 })),
    rules: numbered.map(({ id, words, language }) => ({ kind: 'topic', ref: String(id), words, language })),
    companies: proposals.companies.map(({ name }, i) => ({
      ...{ id: proposals.firstCompanyId + i, name, organisationType: 'Company' },
    })),
  });
  for (let after: number | null = 0; after !== null; )
    after = (await ask<{ after: number | null }>(`/manage/retag?after=${after}`, 'POST')).after;
  const articles = new Map<number, Article>();
  for (let path = '/manage/articles?limit=100'; path; ) {
    const page: { articles: Article[]; next: string | null } = await ask(path);
    for (const article of page.articles) articles.set(article.id, article);
    path = page.next ? `/manage/articles?limit=100&cursor=${page.next}` : '';
  }
  return { proposals, articles };
}
