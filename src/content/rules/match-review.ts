import { desc, eq, inArray, notInArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { articles, companies, companyOdds, HAS_BARRED_COMPANY } from '../../db/schema.ts';
import { pickColumns, upsertRows } from '../../db/sql.ts';
import { retry } from '../../lib/async-control.ts';
import type { Reason } from '../../tagging/compile.ts';
import { learn, type TagEvidence } from '../../tagging/evidence.ts';
import { isAmbiguous } from '../../tagging/tagger.ts';
import { ARTICLE, articleIs } from '../articles/article-thing.ts';
import { saveArticles } from '../articles/articles.ts';
import { isOvertaken } from '../articles/store/drafts.ts';
import type { Author } from '../history/audit.ts';
import { positionsMatching, tokensOrPending } from '../index/entries.ts';
import { companyToken } from '../index/tokens.ts';
import { articleInput } from '../input.ts';
import { guardOf, loadThing } from '../things.ts';
import { displayedEvidence } from './explain-tags.ts';
import { loadTagger } from './rules.ts';

/** Lets editors review ambiguous company names. Weights are learnt from current tags, so a revert also changes them. */

const MAX_EXAMINED_ARTICLES = 500;
/** Probability above which a match of a company name needs no review. */
const MAX_REVIEW_CHANCE = 0.97;
const MAX_EXAMPLES = 200;

export interface UncertainMatch extends TagEvidence {
  contentId: number;
  title: string;
  introduction: string;
  language: string | null;
  companyId: number;
  name: string;
  isTagged: boolean;
  places: Reason['places'];
}

const ofArticle = pickColumns(articles, 'id', 'title', 'introduction', 'language', 'companies', 'ruleTags');
type MatchRow = Pick<typeof articles.$inferSelect, keyof typeof ofArticle>;

/** Returns whether an article is about a company according to an editor, or `null` if no editor decided. */
function decisionOn({ companies, ruleTags }: MatchRow, company: number): boolean | null {
  if (ruleTags?.barred.companies.includes(company)) return false;
  const isByHand = companies.some(({ id }) => id === company) && !ruleTags?.added.companies.includes(company);
  return isByHand ? true : null;
}

/** Lists the most uncertain matches in the newest 500 articles. Reads one row per article. */
export async function listCompanyMatches(db: Db, limit: number): Promise<{ doubts: UncertainMatch[]; left: number }> {
  const tagger = await loadTagger(db);
  const rows = await db.select(ofArticle).from(articles).orderBy(desc(articles.position)).limit(MAX_EXAMINED_ARTICLES);
  const found = rows.flatMap((row) =>
    tagger.doubts(row).flatMap((reason) => {
      const company = Number(reason.ref);
      const { chance } = reason.evidence;
      return decisionOn(row, company) === null && Math.max(chance, 1 - chance) < MAX_REVIEW_CHANCE
        ? [{ row, company, ...reason }]
        : [];
    }),
  );
  const first = found.toSorted((a, b) => uncertaintyOf(b) - uncertaintyOf(a)).slice(0, limit);
  const names = await db
    .select({ id: companies.id, name: companies.name })
    .from(companies)
    .where(inArray(companies.id, [...new Set(first.map(({ company }) => company))]));
  const nameOf = new Map(names.map(({ id, name }) => [id, name]));
  const doubts = first.map(({ row: { id, title, introduction, language, companies }, company, places, evidence }) => ({
    contentId: id,
    title,
    introduction,
    language,
    companyId: company,
    name: nameOf.get(company) ?? '',
    isTagged: companies.some((tag) => tag.id === company),
    places,
    ...displayedEvidence(evidence),
  }));
  return { doubts, left: found.length - first.length };
}

const uncertaintyOf = ({ evidence: { chance } }: { evidence: TagEvidence }) => -Math.abs(chance - 0.5);

export interface MatchDecision {
  contentId: number;
  companyId: number;
  meant: boolean;
}

const MAX_ATTEMPTS = 5;

/** Stores an editor's decision and adjusts the weights. Returns `null` if the article or company does not exist. */
export async function answerCompanyMatch(db: Db, { contentId, companyId, meant }: MatchDecision, author: Author) {
  const condition = articleIs(contentId);
  const saved = await retry(MAX_ATTEMPTS, isOvertaken, async () => {
    const found = await loadThing(db, ARTICLE, condition);
    if (!found) return null;
    const { companies, byRules } = found.value;
    const others = (list: readonly number[]) => list.filter((id) => id !== companyId);
    const changed = meant
      ? {
          companies: [...new Set([...companies, companyId])],
          byRules: { ...byRules, companies: others(byRules.companies) },
        }
      : { companies: others(companies), byRules: { ...byRules, companies: [...byRules.companies, companyId] } };
    const value = articleInput.parse({ ...found.value, ...changed });
    const guard = guardOf(ARTICLE, condition, found.seen);
    return saveArticles(db, [{ line: 1, value }], author.now, 'hand', author, guard);
  });
  if (!saved || saved.refusals.size > 0) return null;
  await learnAbout(db, [companyId]);
  return saved;
}

/** Learns the weights again from all decisions on ambiguous company names, including edits of articles' tags. */
export async function learnAll(db: Db): Promise<number> {
  const known = await db.select({ id: companies.id, name: companies.name }).from(companies);
  const ambiguous = known.filter(({ name }) => isAmbiguous(name)).map(({ id }) => id);
  await learnAbout(db, ambiguous);
  await db.delete(companyOdds).where(notInArray(companyOdds.company, ambiguous));
  return ambiguous.length;
}

async function learnAbout(db: Db, ids: readonly number[]): Promise<void> {
  // Learning starts from the initial weights, so earlier adjustments are ignored.
  const tagger = await loadTagger(db, { isFirstDay: true });
  for (const id of ids) {
    const newest = (condition: SQL) =>
      db.select(ofArticle).from(articles).where(condition).orderBy(desc(articles.id)).limit(MAX_EXAMPLES);
    const { tagged, barred } = await db.transaction({
      tagged: newest(sql`${articles.position} IN ${positionsMatching(tokensOrPending([companyToken(id)]))}`),
      barred: newest(
        sql`${HAS_BARRED_COMPANY} AND EXISTS (SELECT 1 FROM json_each(${articles.ruleTags}, '$.barred.companies') WHERE value = ${id})`,
      ),
    });
    const examples = [...tagged, ...barred].flatMap((row) => {
      const meant = decisionOn(row, id);
      const signs = tagger.doubts(row).find(({ kind, ref }) => kind === 'companies' && ref === id)?.evidence.signs;
      return meant === null || !signs ? [] : [{ signs, meant }];
    });
    await (examples.length > 0
      ? db.run(
          upsertRows(companyOdds, [{ company: id, odds: learn(examples) }], {
            columns: ['company', 'odds'],
            key: ['company'],
          }),
        )
      : db.delete(companyOdds).where(eq(companyOdds.company, id)));
  }
}
