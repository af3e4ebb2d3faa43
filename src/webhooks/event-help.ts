import type { EventType, ServiceAlarm } from '../db/values.ts';

/** Condition of each event. docs/reference/events.md lists it with the fields of the event. */
export const EVENT_HELP: Record<EventType, string> = {
  'topic.entered_top_ten': 'a topic enters the top ten',
  'topic.left_top_ten': 'a topic leaves the top ten',
  'topic.grows': 'a topic grows with high confidence; fields as in `trending-topics/growth/`',
  'article.rising': 'an article rises',
  'engagement.falls':
    'the engagement of the site, or of the topic, source or article in the event, falls; `percent` compares it with the mean of the same weekday in the previous four weeks',
  'engagement.stops': 'clicks have stopped arriving',
  'story.breaking':
    '`BREAKING_SOURCES` sources have reported a story within `BREAKING_HOURS`; `article` is the first report. Sent once per story',
  'source.failed': 'a feed failed three times in a row, or is no longer polled',
  'selection.published': 'a day’s selection is published, or changed on or after that day',
  'week.published': 'the weekly summary is stored, on Monday; fields as in `week/`, with the most read articles',
  'article.matched': 'an article from the last 24 hours matches one of the webhook’s saved searches',
  'engagement.suspicious':
    'one sender’s [discounted clicks](../explanation/discounting.md#information-for-operators) changed a ranking or are at least a tenth of the site’s unsigned clicks; at most once every two days per sender',
  'service.alarm': 'the service has [a problem](../guides/operate.md#the-services-own-alarms)',
  'service.recovered': 'the problem is resolved',
};

/** Condition of each alarm, as docs/guides/operate.md lists it. */
export const ALARM_HELP: Record<ServiceAlarm, string> = {
  database: 'the database fails to respond twice, ten seconds apart',
  writes: 'the database rejects writes, for example because the disk is full',
  queue: 'a click has waited for 45 seconds',
  deadLetters: 'there are dead letters',
  salts: 'the second half of today’s salt is missing, so clicks are rejected',
  rankings: 'ten minutes into an hour, a ranking is still from the previous hour',
  jobs: 'a five-minute job has not succeeded for 15 minutes',
  retention: 'the daily deletion of old data has not succeeded for 26 hours',
  feeds: 'every polled feed is failing, with three or more consecutive failures in total',
  webhooks: 'a webhook has failed three times in a row, or was switched off',
  disk: 'less than 0.5 GB or 3% of the disk is free, whichever is greater',
  filesLost: 'a file was missing from the state of a self-hosted server when it started',
  backupFailed: 'the last snapshot or its restore test failed',
  backupOld: 'the last snapshot is over five minutes old, or the last restore test over 26 hours',
  clock:
    'the clock and the newest stored time differ by more than a day ([a clock in doubt](#a-clock-in-doubt)), or the clock has jumped',
  baseline:
    'readers’ networks or browsers differ from two weeks ago, or someone is manipulating [the baseline](../explanation/discounting.md#the-baseline). If you expected the change, accept it on `/operate`',
  concentration:
    'a sender’s clicks [were suspicious](../explanation/discounting.md#information-for-operators) within the last hour. `/operate` and `npx newsgauge places list` show the articles',
};
