import { deleteArticle, saveArticles } from '../content/articles.ts';
import type { Author } from '../content/audit.ts';
import type { Changed } from '../content/changed.ts';
import { saveCompanies } from '../content/companies.ts';
import { saveGeoGroups } from '../content/geo-groups.ts';
import type { Article, Company, GeoGroupChange, Source, Topic } from '../content/input.ts';
import type { Line } from '../content/saved.ts';
import { saveSources } from '../content/sources.ts';
import type { Origin } from '../content/tag-merge.ts';
import { saveTopics } from '../content/topics.ts';
import type { Db } from '../db/client.ts';
import { log, reasonOf } from '../lib/log.ts';
import { refreshWindows } from './notify.ts';
import type { TopicWindow } from './topic-window.ts';

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
  const { actor, now } = author;
  const notified = async <C extends Changed>(change: Promise<C>): Promise<C> => {
    const changed = await change;
    await notifyRankings(rankings, changed, now);
    return changed;
  };
  return {
    saveArticles: (lines: readonly Line<Article>[], origin: Origin = 'hand') =>
      notified(saveArticles(db, lines, now, origin, actor)),
    /** False where there is no such article. */
    deleteArticle: async (id: number): Promise<boolean> => {
      const changed = await deleteArticle(db, id);
      if (changed) await notifyRankings(rankings, changed, now);
      return changed !== null;
    },
    saveTopics: (lines: readonly Line<Topic>[]) => saveTopics(db, lines, author),
    saveCompanies: (lines: readonly Line<Company>[]) => saveCompanies(db, lines, author),
    saveSources: (lines: readonly Line<Source>[]) => notified(saveSources(db, lines, author)),
    saveGeoGroups: (lines: readonly Line<GeoGroupChange>[]) => saveGeoGroups(db, lines, author),
    notified,
  };
}

export type Newsroom = ReturnType<typeof newsroom>;
