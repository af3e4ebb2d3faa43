import { and, eq, inArray, ne, or, sql } from 'drizzle-orm';
import * as z from 'zod';
import { FACTS } from '../../content/articles/article-facts.ts';
import { saveArticles } from '../../content/articles/articles.ts';
import { isOvertaken } from '../../content/articles/store/drafts.ts';
import { urlIn } from '../../content/articles/url-hash.ts';
import { importOf, importsOf } from '../../content/history/imports.ts';
import type { ImportLine } from '../../content/import-lines.ts';
import type { Article } from '../../content/input.ts';
import { languageOf } from '../../content/language.ts';
import { loadTagger } from '../../content/rules/rules.ts';
import { type Db, failWhere, PreparedQuery } from '../../db/client.ts';
import { isTimeDue } from '../../db/due.ts';
import { articles, audit, feedItems, feeds, pageHosts, sources } from '../../db/schema.ts';
import { columnNames, inList, objectOf } from '../../db/sql.ts';
import { retry } from '../../lib/async-control.ts';
import { MINUTE, type Millis, type Seconds, toSeconds } from '../../lib/time.ts';
import { addressesOf, betterAddress, dedupeKey, domainOf } from '../../lib/url.ts';
import { NO_TAGS } from '../../tagging/tags.ts';
import { loadTurns } from '../fetch/load-host-turns.ts';
import type { PageArticle } from '../page/read-page.ts';
import { loadClaimants } from '../poll/claims.ts';
import { rememberAddress, type StoredArticle, storedArticles, toStoredArticle } from '../poll/known-items.ts';
import type { RunOptions } from '../poll/run.ts';
import { waitForPages } from '../poll/waiting-pages.ts';
import { MAX_WAIT_SECONDS } from '../poll-interval.ts';
import { type Clock, type PageHost, type PageVisit, type ReadPage, visit } from './visit.ts';

/** This module fills empty fields of stored articles from their web pages. Each page is read once. */

const MIN_COMMON_WORDS_SHARE = 0.5;

/** Fills empty fields of an article from its page, or returns `null`. Editors' changes take precedence. */
function fillGaps(
  stored: StoredArticle,
  { article: page, waiting, at }: ReadPage,
  { touched, isFree }: { touched: ReadonlySet<string>; isFree: (url: string) => boolean },
): Article | null {
  const { image } = stored;
  const isMoved = dedupeKey(page.url) !== dedupeKey(stored.url);
  // A redirect may lead to a cookie, login or error page, so the text must match the article.
  if (waiting.url !== stored.url && isMoved && !isAbout(page, stored.title)) return null;
  const found: Partial<Article> = {};
  const fill = <K extends keyof Article>(name: K, value: Article[K] | null, isMissing: boolean) => {
    if (isMissing && value && !touched.has(name)) found[name] = value;
  };
  const list = (value: readonly string[]) => (value.length > 0 ? [...value] : null);
  const authors = page.authors.map((name) => ({ name }));
  fill('authors', authors.length > 0 ? authors : null, !stored.authors?.length);
  fill('keywords', list(page.keywords), !stored.keywords?.length);
  fill('section', page.section ?? undefined, !stored.section);
  fill('language', languageIn(page) ?? undefined, !stored.language);
  fill('words', page.words ?? undefined, !stored.words);
  fill('introduction', page.introduction, stored.introduction === '');
  fill('paywalled', page.paywalled, !stored.paywalled);
  fill('image', imageOf(page), !image || (!image.width && image.url === page.image?.url && Boolean(page.image.width)));
  const url = isMoved ? page.url : betterAddress(stored.url, page.url);
  fill('url', url, url !== stored.url && isFree(url));
  const fields = Object.keys(found);
  if (fields.length === 0) return null;
  return { ...stored, ...NO_TAGS, ...found, fromPage: { at, fields } };
}

function languageIn({ language, title, introduction }: PageArticle): string | null {
  const said = language?.split('-', 1)[0];
  const found = languageOf(`${title} ${introduction}`, said);
  return found && found !== said ? found : language;
}

const imageOf = ({ image }: PageArticle): Article['image'] | null => image as Article['image'] | null;

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []);

function isAbout(page: PageArticle, title: string): boolean {
  const own = wordsOf(title);
  const said = wordsOf(`${page.title} ${page.introduction}`);
  const common = [...own].filter((word) => said.has(word)).length;
  return common > 0 && common >= own.size * MIN_COMMON_WORDS_SHARE;
}

/** Maximum number of hosts per run. A run then needs one transaction and stays within the platform's request limit. */
const MAX_HOSTS_PER_RUN = 16;
const MAX_PAGES_PER_HOST = 5;
const MAX_RUN_MS = 50_000;
/** Time for which a run reserves a host. Another run may then continue, because the first run may have crashed. */
const LEASE_SECONDS = 5 * MINUTE;
const MAX_ATTEMPTS = 3;

export interface Enriched {
  read: number;
  failed: number;
  filled: number;
  topics: ReadonlySet<number>;
}

export async function enrichWaiting(db: Db, { now, elapsed, report, wait, ...options }: RunOptions) {
  const due = await db
    .select()
    .from(pageHosts)
    .where(
      and(
        isTimeDue(pageHosts.nextAt, toSeconds(now), MAX_WAIT_SECONDS),
        ne(pageHosts.waiting, []),
        inArray(
          pageHosts.domain,
          db.select({ domain: sources.domain }).from(sources).where(eq(sources.readPages, true)),
        ),
      ),
    )
    .orderBy(pageHosts.nextAt, pageHosts.host)
    .limit(MAX_HOSTS_PER_RUN);
  const clock: Clock = { now: () => now + elapsed(), wait, until: now + MAX_RUN_MS };
  const reach = { ...options.reach, turns: await loadTurns(db, clock) };
  const visits = await Promise.all(
    due.map(async (host) => {
      const claimed = await claim(db, host, toSeconds(now));
      if (!claimed) return [];
      return visit(claimed, claimed.waiting.slice(0, MAX_PAGES_PER_HOST), reach, clock).catch((error: Error) => {
        report(error);
        return [];
      });
    }),
  );
  return store(db, visits.flat(), clock.now());
}

/** Reserves a host for this run and counts an attempt for its first pages. `null` if another run has reserved it. */
async function claim(db: Db, { host, nextAt }: PageHost, now: Seconds): Promise<PageHost | null> {
  const begun = sql`(SELECT json_group_array(json(iif(key < ${MAX_PAGES_PER_HOST},
    json_set(value, '$.tries', (value ->> 'tries') + 1), value))) FROM json_each(${pageHosts.waiting}))`;
  const [claimed] = await db
    .update(pageHosts)
    .set({ nextAt: now + LEASE_SECONDS, waiting: begun })
    .where(and(eq(pageHosts.host, host), eq(pageHosts.nextAt, nextAt)))
    .returning();
  return claimed ?? null;
}

async function store(db: Db, visits: readonly PageVisit[], now: Millis): Promise<Enriched> {
  const read = visits.flatMap((each) => each.read);
  const figures = { read: read.length, failed: visits.reduce((sum, { failed }) => sum + failed, 0) };
  const settling = visits.flatMap((each) => settle(db, each));
  if (settling.length === 0) return { ...figures, filled: 0, topics: new Set() };
  return retry(MAX_ATTEMPTS, isOvertaken, async () => {
    const { lines, guard, moved, refused } = await fill(db, read);
    const along = [
      ...settling,
      ...(moved.length > 0 ? [rememberAddress(moved, toSeconds(now))] : []),
      ...refused.map(({ host, reason }) =>
        db
          .update(pageHosts)
          .set({ failedAt: toSeconds(now), reason })
          .where(eq(pageHosts.host, host)),
      ),
    ];
    if (lines.length === 0) await db.transaction(...along);
    const { topics } = await saveArticles(db, lines, now, 'rules', null, guard, () => along);
    return { ...figures, filled: lines.length, topics };
  });
}

const ARTICLE_ROWS = sql`(SELECT json_group_array(json(${objectOf(articles, columnNames(articles, 'position', 'source', 'topics', 'companies'))})
  ORDER BY ${articles.id}) FROM ${articles}`;

/** Returns the completed articles, and a precondition that fails if an editor changes an article at the same time. */
async function fill(db: Db, read: readonly ReadPage[]) {
  const ids = read.map(({ waiting }) => waiting.id);
  const seen = sql`${ARTICLE_ROWS} WHERE ${inList(articles.id, ids)})`;
  const { before, stored, edits, others } = await db.transaction({
    before: new PreparedQuery(z.object({ text: z.string() }), sql`SELECT ${seen} AS text`),
    stored: storedArticles(db, inList(articles.id, ids)),
    edits: db
      .select({ kind: audit.kind, ref: audit.ref, after: audit.after })
      .from(audit)
      .where(
        or(and(eq(audit.kind, 'article'), inList(audit.ref, ids.map(String))), sql`${audit.id} IN ${importsOf(ids)}`),
      ),
    others: db
      .select({ id: articles.id, url: articles.url })
      .from(articles)
      .where(urlIn(read.flatMap(({ article }) => addressesOf(article.url)))),
  });
  const byId = new Map(stored.map((row) => [row.id, toStoredArticle(row)]));
  const touched = Map.groupBy(edits.flatMap(touchedFields), ({ id }) => id);
  const owners = new Map(others.map(({ id, url }) => [dedupeKey(url), id]));
  const tagger = read.length > 0 ? await loadTagger(db) : null;
  const claimantOn = await loadPageClaimants(db, read, stored);
  const refused: { host: string; reason: string }[] = [];
  const moved: { url: string; articleId: number }[] = [];
  const lines = read.flatMap((page, line): ImportLine<Article>[] => {
    const { id } = page.waiting;
    const article = byId.get(id);
    if (!article) return [];
    const claimant = claimantOn(page);
    if (claimant !== null) {
      const reason = `${article.url} leads to ${claimant}, which has a feed of its own`;
      refused.push({ host: new URL(article.url).host, reason });
      return [];
    }
    const value = fillGaps(article, page, {
      touched: new Set(touched.get(id)?.flatMap(({ fields }) => fields)),
      isFree: (url) => (owners.get(dedupeKey(url)) ?? id) === id,
    });
    if (!value) return [];
    owners.set(dedupeKey(value.url), id);
    if (dedupeKey(value.url) !== dedupeKey(article.url)) moved.push({ url: article.url, articleId: id });
    return [{ line, value: { ...value, ...tagger?.tags(value) } }];
  });
  return { lines, moved, refused, guard: failWhere(sql`${seen} IS NOT ${before[0]?.text ?? null}`) };
}

function touchedFields(edit: Parameters<typeof importOf>[0]): { id: number; fields: readonly string[] }[] {
  const imported = importOf(edit);
  if (imported) return Object.keys(imported).map((id) => ({ id: Number(id), fields: FACTS }));
  return [{ id: Number(edit.ref), fields: Object.keys(edit.after ?? {}) }];
}

/** Loads the sources to which pages belong, for articles that another source's feed brought. */
async function loadPageClaimants(db: Db, read: readonly ReadPage[], stored: readonly { id: number; domain: string }[]) {
  const hostOf = ({ article }: ReadPage) => domainOf(new URL(article.url));
  const sourceOf = new Map(stored.map(({ id, domain }) => [id, domain]));
  const elsewhere = read.filter((page) => hostOf(page) !== sourceOf.get(page.waiting.id));
  const claimantOf = await loadClaimants(db, elsewhere.map(hostOf), []);
  if (elsewhere.length === 0) return () => null;
  const ids = elsewhere.map(({ waiting }) => waiting.id);
  // Only articles that another source's feed brought are selected, because the partial index contains only these.
  const brought = await db
    .select({ id: feedItems.articleId, domain: feeds.domain })
    .from(feedItems)
    .innerJoin(feeds, eq(feeds.id, feedItems.feedId))
    .where(and(sql`${feedItems.borrowed} = 1`, inList(feedItems.articleId, ids)));
  const all = [...brought, ...stored];
  const named = await db
    .select({ domain: sources.domain, publishes: sources.publishes })
    .from(sources)
    .where(
      inList(
        sources.domain,
        all.map(({ domain }) => domain),
      ),
    );
  return (page: ReadPage): string | null => {
    const domains = all.flatMap(({ id, domain }) => (id === page.waiting.id ? domain : []));
    const bringers = named.filter(({ domain }) => domains.includes(domain));
    return elsewhere.includes(page) ? claimantOf(hostOf(page), bringers) : null;
  };
}

function settle(db: Db, { host: { host, domain, ...state }, taken, waiting }: PageVisit) {
  const ids = JSON.stringify(taken.map(({ id }) => id));
  const others = sql`(SELECT json_group_array(json(value)) FROM json_each(${pageHosts.waiting})
    WHERE value ->> 'id' NOT IN (SELECT value FROM json_each(${ids})))`;
  return [
    db
      .update(pageHosts)
      .set({ ...state, waiting: others })
      .where(eq(pageHosts.host, host)),
    ...waitForPages(waiting, domain),
  ];
}
