import { saveArticles } from '../content/articles/articles.ts';
import type { Origin } from '../content/articles/tag-merge.ts';
import type { Changed } from '../content/changed.ts';
import { saveCompanies } from '../content/companies.ts';
import { saveGeoGroups } from '../content/geo-groups.ts';
import type { Author } from '../content/history/audit.ts';
import { findKept } from '../content/history/trash.ts';
import type { Article, Company, GeoGroupChange, Source, Topic } from '../content/input.ts';
import { deleteArticle, removeArticle } from '../content/removal/article.ts';
import { restoreArticle } from '../content/removal/restore-article.ts';
import { removeRule, restoreRule } from '../content/removal/rule.ts';
import { mergeSources, removeSource, restoreSource } from '../content/removal/source.ts';
import { mergeTagThings, removeTagThing, restoreTagThing } from '../content/removal/tags.ts';
import type { RuleInput } from '../content/rules/rule-input.ts';
import { saveRules } from '../content/rules/rules.ts';
import type { Line } from '../content/saved.ts';
import { saveSources } from '../content/sources.ts';
import { saveTopics } from '../content/topics.ts';
import type { Db, Statement } from '../db/client.ts';
import { type Guard, UNGUARDED } from '../db/guard.ts';
import { log, reasonOf } from '../lib/log.ts';
import { refreshWindows } from './object/notify.ts';
import type { TopicWindow } from './object/topic-window.ts';

interface Rankings {
  TOPIC_WINDOW: DurableObjectNamespace<TopicWindow>;
}

/**
 * Requests a recomputation of the rankings that a change of content affects. Never rejects: the change is stored, its transaction
 * has marked those rankings, and the watchdog recomputes marked ones within five minutes.
 */
export async function notifyRankings({ TOPIC_WINDOW }: Rankings, { topics }: Changed, now: number): Promise<void> {
  if (topics.size === 0) return;
  try {
    await refreshWindows(TOPIC_WINDOW, topics);
  } catch (error) {
    log('rankingsNotNotified', now, { topics: topics.size, reason: reasonOf(error) });
  }
}

/**
 * The service through which content is changed: every verb stores its change and notifies the rankings, so that no caller
 * has to.
 */
export function newsroom(db: Db, rankings: Rankings, author: Author) {
  const { now } = author;
  const notified = async <C extends Changed>(change: Promise<C>): Promise<C> => {
    const changed = await change;
    await notifyRankings(rankings, changed, now);
    return changed;
  };
  const restorers = {
    article: restoreArticle,
    topic: restoreTagThing,
    company: restoreTagThing,
    geoGroup: restoreTagThing,
    source: restoreSource,
    rule: restoreRule,
  };
  return {
    saveArticles: (lines: readonly Line<Article>[], origin: Origin = 'hand', guard: Guard = UNGUARDED) =>
      notified(saveArticles(db, lines, now, origin, author, guard)),
    /** False where there is no such article. */
    deleteArticle: async (id: number): Promise<boolean> => {
      const changed = await deleteArticle(db, id, author);
      if (changed) await notifyRankings(rankings, changed, now);
      return changed !== null;
    },
    saveTopics: (lines: readonly Line<Topic>[], guard: Guard = UNGUARDED) => saveTopics(db, lines, author, guard),
    saveCompanies: (lines: readonly Line<Company>[], guard: Guard = UNGUARDED) =>
      saveCompanies(db, lines, author, guard),
    saveSources: (lines: readonly Line<Source>[], guard: Guard = UNGUARDED, along: readonly Statement[] = []) =>
      notified(saveSources(db, lines, author, guard, along)),
    saveGeoGroups: (lines: readonly Line<GeoGroupChange>[], guard: Guard = UNGUARDED) =>
      saveGeoGroups(db, lines, author, guard),
    saveRules: (lines: readonly Line<RuleInput>[], guard: Guard = UNGUARDED) => saveRules(db, lines, author, guard),
    removeArticle: (one: { id: number; title: string }, guard: Guard) =>
      notified(removeArticle(db, one, author, guard)),
    removeRule: (rule: Parameters<typeof removeRule>[1], guard: Guard) => removeRule(db, rule, author, guard),
    removeTagThing: (one: Parameters<typeof removeTagThing>[1], guard: Guard) =>
      notified(removeTagThing(db, one, author, guard)),
    removeSource: (one: { domain: string; name: string }, guard: Guard) =>
      notified(removeSource(db, one, author, guard)),
    mergeTagThings: (one: Parameters<typeof mergeTagThings>[1], guard: Guard) =>
      notified(mergeTagThings(db, one, author, guard)),
    mergeSources: (one: Parameters<typeof mergeSources>[1], guard: Guard) =>
      notified(mergeSources(db, one, author, guard)),
    /** Puts back what was deleted or merged last under a name, or by a change. False where nothing was within 30 days. */
    restore: async (kind: keyof typeof restorers, ref: string | number, change?: string): Promise<boolean> => {
      const kept = await findKept(db, kind, ref, now, change);
      if (!kept) return false;
      await notified(restorers[kind](db, kept, author));
      return true;
    },
    notified,
  };
}

export type Newsroom = ReturnType<typeof newsroom>;
