import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { failCommand } from '../../../src/command/command.ts';

/** Postgres cluster for this bench only. It listens on a socket in its folder. */
export interface Postgres {
  connection: { host: string; database: string; user: string };
  /** Process id of the server, whose children are its other processes. */
  pid(): number;
  stop(): void;
}

const VERSIONS = '/usr/lib/postgresql';

/** Starts Debian's Postgres on an empty cluster with default settings. Aborts the command if it is not installed. */
export function startPostgres(): Postgres {
  const [version] = existsSync(VERSIONS) ? readdirSync(VERSIONS).sort((a, b) => Number(b) - Number(a)) : [];
  if (!version)
    failCommand('Postgres is not installed: run apt-get install postgresql, or omit it with --without-postgres');
  const bin = (name: string) => join(VERSIONS, version, 'bin', name);
  const folder = mkdtempSync(join(tmpdir(), 'newsgauge-postgres-'));
  // Postgres cannot run as root.
  const isRoot = process.getuid?.() === 0;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  const owner = isRoot ? { uid: id('-u'), gid: id('-g') } : undefined;
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  const exec = (name: string, ...args: string[]) =>
    execFileSync(bin(name), args, { ...owner, cwd: folder, stdio: 'ignore' });
  exec('initdb', '-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8');
  exec('pg_ctl', '-D', data, '-w', '-l', join(folder, 'log'), '-o', `-k ${folder} -c listen_addresses=''`, 'start');
  return {
    connection: { host: folder, database: 'postgres', user: 'postgres' },
    pid: () => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]),
    stop() {
      exec('pg_ctl', '-D', data, '-m', 'immediate', 'stop');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export interface PeerArticle {
  id: number;
  url: string;
  title: string;
  introduction: string;
  publishedAt: string;
  contentType: string;
  topics: number[];
  companies: number[];
  countries: string[];
  paywalled: boolean;
  image?: { url: string };
}

const SCHEMA = `
  CREATE TABLE sources (id serial PRIMARY KEY, domain text NOT NULL UNIQUE, name text NOT NULL);
  CREATE TABLE topics (id int PRIMARY KEY, name text NOT NULL);
  CREATE TABLE articles (
    id int PRIMARY KEY, url text NOT NULL UNIQUE, title text NOT NULL, introduction text NOT NULL, published_at timestamptz NOT NULL,
    content_type text NOT NULL, source_id int NOT NULL REFERENCES sources, paywalled boolean NOT NULL, image text,
    words tsvector GENERATED ALWAYS AS (to_tsvector('english', title || ' ' || introduction)) STORED);
  CREATE TABLE article_topics (article_id int REFERENCES articles, topic_id int REFERENCES topics, PRIMARY KEY (topic_id, article_id));
  CREATE TABLE article_companies (article_id int REFERENCES articles, company_id int, PRIMARY KEY (company_id, article_id));
  CREATE TABLE article_countries (article_id int REFERENCES articles, country text, PRIMARY KEY (country, article_id));
  CREATE TABLE clicks (article_id int REFERENCES articles, reader text, day date NOT NULL DEFAULT current_date,
    PRIMARY KEY (article_id, reader, day));
  CREATE INDEX articles_newest ON articles (published_at DESC, id DESC);
  CREATE INDEX articles_type ON articles (content_type, published_at DESC, id DESC);
  CREATE INDEX articles_source ON articles (source_id, published_at DESC, id DESC);
  CREATE INDEX articles_words ON articles USING gin (words);
  CREATE INDEX article_topics_article ON article_topics (article_id);
  CREATE INDEX article_companies_article ON article_companies (article_id);
  CREATE INDEX article_countries_article ON article_countries (article_id)`;

/** Statements that fill the tables, each with a function that returns its rows as JSON. */
const FILL: [statement: string, rows: (articles: readonly PeerArticle[]) => unknown[]][] = [
  [
    `INSERT INTO sources (domain, name) SELECT d, d FROM (SELECT DISTINCT x.domain AS d FROM jsonb_to_recordset($1) AS x (domain text)) AS s
     ON CONFLICT DO NOTHING`,
    (articles) => articles.map(({ url }) => ({ domain: new URL(url).host })),
  ],
  [
    `INSERT INTO articles (id, url, title, introduction, published_at, content_type, source_id, paywalled, image)
     SELECT x.id, x.url, x.title, x.introduction, x.published, x.type, s.id, x.paywalled, x.image
     FROM jsonb_to_recordset($1) AS x (id int, url text, title text, introduction text, published timestamptz, type text, domain text,
       paywalled boolean, image text) JOIN sources s ON s.domain = x.domain`,
    (articles) =>
      articles.map(({ publishedAt, contentType, image, url, ...article }) => ({
        ...article,
        ...{ url, published: publishedAt, type: contentType, domain: new URL(url).host, image: image?.url },
      })),
  ],
  ...(['topics', 'companies', 'countries'] as const).map(
    (name): [string, (articles: readonly PeerArticle[]) => unknown[]] => [
      `INSERT INTO article_${name} SELECT x.article, x.tag FROM jsonb_to_recordset($1) AS x (article int, tag ${name === 'countries' ? 'text' : 'int'})`,
      (articles) => articles.flatMap((article) => article[name].map((tag) => ({ article: article.id, tag }))),
    ],
  ),
];

/**
 * Common schema: one table per kind of tag, one index per order, and a GIN index for words. Returns bytes per article.
 */
export async function fillPostgres(
  { connection }: Postgres,
  topics: readonly { id: number; name: string }[],
  portions: Iterable<readonly PeerArticle[]>,
): Promise<number> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query(SCHEMA);
    await client.query('INSERT INTO topics SELECT x.id, x.name FROM jsonb_to_recordset($1) AS x (id int, name text)', [
      JSON.stringify(topics),
    ]);
    for (const portion of portions)
      for (const [statement, rows] of FILL) await client.query(statement, [JSON.stringify(rows(portion))]);
    await client.query('VACUUM ANALYZE');
    const { rows } = await client.query(
      'SELECT pg_database_size(current_database()) AS size, (SELECT count(*) FROM articles) AS count',
    );
    return Number(rows[0].size) / Number(rows[0].count);
  } finally {
    await client.end();
  }
}
