import type { ServiceAlarm } from '../../db/values.ts';
import { formatPercent, formatRange } from '../../lib/percent.ts';
import { causeInWords } from '../../rankings/math/figures/cause.ts';
import type { WebhookEvent } from '../event.ts';

/** What a chat shows of an event. */
export interface ChatText {
  text: string;
  links: { title: string; url: string }[];
}

type Data<T extends WebhookEvent['type']> = Extract<WebhookEvent, { type: T }>['data'];

const CHAT_TEXTS: { [T in WebhookEvent['type']]: (data: Data<T>) => ChatText } = {
  'topic.entered_top_ten': ({ topic, rank, previousRank }) =>
    plain(`${topic.name} has entered the top ten at ${rank}${previousRank === null ? '' : `, from ${previousRank}`}`),
  'topic.left_top_ten': ({ topic, rank, previousRank }) =>
    plain(`${topic.name} has left the top ten: from ${previousRank} ${rank === null ? 'to no rank' : `to ${rank}`}`),
  'topic.grows': ({ topic, ...change }) => {
    const { growthPercent, interval } = change;
    const cause = causeInWords(change);
    const why = cause && `, ${cause}`;
    if (growthPercent === null) return plain(`${topic.name} is growing; nobody read it the week before${why}`);
    const range = interval ? ` (${formatRange(interval)})` : '';
    return plain(`${topic.name} is growing: ${formatPercent(growthPercent)}${range} in a week${why}`);
  },
  'story.rises': ({ article, rank }) => ({ text: `A story is rising, at ${rank}`, links: [article] }),
  'source.failed': ({ source, feed, since, reason }) => ({
    text: `A feed of ${source.name} has failed since ${since}: it ${reason}`,
    links: [{ title: feed, url: feed }],
  }),
  'selection.published': ({ date, version, articles }) => ({
    text: `The selection of ${date} has been ${version > 1 ? 'changed' : 'published'}`,
    links: articles,
  }),
  'article.matched': ({ search, article }) => ({ text: `New in ${search.name}`, links: [article] }),
  'service.alarm': ({ since, detail }) => plain(`newsgauge: ${detail} (since ${since})`),
  'service.recovered': ({ alarm, until }) => plain(`newsgauge: ${RECOVERED[alarm]} (${until})`),
};

const RECOVERED: Record<ServiceAlarm, string> = {
  database: 'the database answers again',
  writes: 'the database takes writes again',
  queue: 'the queue is emptied promptly again',
  deadLetters: 'no dead letters are left',
  salts: 'readers are recorded again',
  rankings: 'rankings are fresh again',
  jobs: 'the scheduled jobs run again',
  retention: 'old data is deleted again',
  feeds: 'feeds can be read again',
  shares: 'the site’s shares are as usual again',
  webhooks: 'webhooks are delivered again',
  disk: 'there is room on the disk again',
  backupFailed: 'backups succeed again',
  backupOld: 'there is a fresh backup again',
  clock: 'the clock is right again',
};

const plain = (text: string): ChatText => ({ text, links: [] });

/** What a chat shows of an event. */
export const chatTextOf = <T extends WebhookEvent['type']>({ type, data }: { type: T; data: Data<T> }): ChatText =>
  CHAT_TEXTS[type](data);
