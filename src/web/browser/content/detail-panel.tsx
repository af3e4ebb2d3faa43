import { useState } from 'hono/jsx/dom';
import { languageAttributes } from '../../../delivery/language-attributes.ts';
import { isPaused } from '../../../syndication/paused.ts';
import { articlesPerWord, wordsIn } from '../../../tagging/rule-words.ts';
import type { paths } from '../lib/api.ts';
import { applyRules } from '../lib/change.ts';
import { useDebounced } from '../lib/page.ts';
import { useData, useQuery } from '../lib/query.ts';
import { type DataOf, request, type Schemas, withoutSettings } from '../lib/request.ts';
import { formatDuration, fromNow } from '../lib/time.ts';
import { formatCount } from '../lib/words.ts';
import { ask, Button, showToast } from '../ui/actions.tsx';
import { FeedStatus, ReadNow } from '../ui/feed.tsx';
import { Loaded, Section } from '../ui/parts.tsx';
import type { ApiRecord } from './collections.tsx';

export type WhyTag = DataOf<'/manage/articles/{id}/tags'>['tags'][number];

export const signsText = ({ chance, signs }: Pick<WhyTag, 'chance' | 'signs'>): string =>
  `${Math.round((chance ?? 1) * 100)} % sure: ${signs
    .slice(0, 5)
    .map(({ sign, weight }) => `${sign} ${weight > 0 ? '+' : '−'}${Math.abs(weight).toFixed(1)}`)
    .join(', ')}`;

type Trial = paths['/manage/rules/try']['post']['responses'][200]['content']['application/json']['data'];
type TrialMatch = Trial['matches'][number];
type Mention = Schemas['Place'];

const SETTLE_MS = 400;
const MAX_MATCHES = 15;
const CONTEXT_CHARACTERS = 70;

export function RuleTrial({ body }: { body: ApiRecord }) {
  const text = JSON.stringify(body);
  const settled = useDebounced(text, SETTLE_MS, null);
  const { words = [], ref } = body as { words?: string[]; ref?: string };
  const isReady = words.length > 0 && Boolean(ref);
  const trial = useQuery(
    settled ?? '',
    (signal) => request<Trial>('/manage/rules/try', { method: 'POST', body: JSON.parse(settled ?? text), signal }),
    { paused: !isReady || settled !== text },
  );
  const [limit, setLimit] = useState(MAX_MATCHES);
  const [chosen, choose] = useState('');
  return (
    <Section id="trial" class="stack trial" title="Matching articles">
      {isReady ? (
        <Loaded of={trial} what="the matching articles" lines={6}>
          {({ examined, matches }) => {
            const counts = articlesPerWord(words, matches);
            const only = counts.some(([word]) => word === chosen) ? chosen : '';
            const listed = only ? matches.filter((match) => wordsIn(words, match).has(only)) : matches;
            return (
              <>
                <p role="status">
                  Matches {matches.length} of the last {examined} articles
                  {matches.some(({ isTagged }) => !isTagged)
                    ? `; not tagged yet: ${matches.filter(({ isTagged }) => !isTagged).length}`
                    : ''}
                  .
                </p>
                <p class="row tags word-filter">
                  <span class="quiet">Words, with the number of articles: </span>
                  {counts.map(([word, articles]) => (
                    <button
                      key={word}
                      type="button"
                      class="badge"
                      dir="auto"
                      aria-pressed={word === only}
                      disabled={articles === 0}
                      onClick={() => choose(word === only ? '' : word)}
                    >
                      {word} {articles}
                    </button>
                  ))}
                </p>
                <ul class="matches titles">
                  {listed.slice(0, limit).map((match) => (
                    <Passage key={match.id} {...match} />
                  ))}
                </ul>
                {listed.length > limit ? (
                  <Button text={`Show all ${listed.length}`} press={() => setLimit(listed.length)} />
                ) : null}
              </>
            );
          }}
        </Loaded>
      ) : (
        <p class="hint">Choose a tag and enter a word to see matching articles.</p>
      )}
      <p class="hint">
        A saved rule tags new articles and, within an hour, articles of the last 14 days without tags. Other articles
        change if you apply all saved rules to them. Tags that a person has set or removed stay.
      </p>
      <Button text="Apply to all articles" press={() => askToApply(trial.reload)} />
    </Section>
  );
}

const askToApply = (reload: () => void) =>
  ask({
    title: 'Apply all saved rules to all articles?',
    about:
      'Articles get the tags that match now, and lose tags of rules that no longer match. To undo this, change the rules back and apply them again.',
    act: 'Apply',
    run: applyRules,
    done: (changed) => {
      reload();
      showToast(changed === 0 ? 'No tags changed.' : `Changed the tags of ${formatCount(changed, 'article')}.`);
    },
  });

const Passage = ({ id, title, introduction, isTagged, isBarred, places }: TrialMatch) => {
  const inTitle = places.filter(({ field }) => field === 'title');
  const [first] = places.filter(({ field }) => field === 'introduction');
  return (
    <li>
      <a href={`?id=${id}`} {...languageAttributes(title)}>
        <HighlightedText text={title} mentions={inTitle} />
      </a>{' '}
      {isBarred ? (
        <span class="badge warn">Removed by an editor</span>
      ) : isTagged ? null : (
        <span class="badge">Not tagged yet</span>
      )}
      {first ? (
        <p class="hint" {...languageAttributes(introduction)}>
          <MentionContext text={introduction} mention={first} />
        </p>
      ) : null}
    </li>
  );
};

export function HighlightedText({ text, mentions }: { text: string; mentions: Mention[] }) {
  const parts: (string | { marked: string })[] = [];
  let at = 0;
  for (const { from, to } of mentions.toSorted((a, b) => a.from - b.from)) {
    if (from < at) continue;
    parts.push(text.slice(at, from), { marked: text.slice(from, to) });
    at = to;
  }
  parts.push(text.slice(at));
  return <>{parts.map((part) => (typeof part === 'string' ? part : <mark>{part.marked}</mark>))}</>;
}

function MentionContext({ text, mention: { from, to } }: { text: string; mention: Mention }) {
  const [start, end] = [Math.max(0, from - CONTEXT_CHARACTERS), to + CONTEXT_CHARACTERS];
  // Cuts at spaces. Scripts without spaces are cut anywhere.
  const before = start === 0 ? text.slice(0, from) : `… ${text.slice(start, from).replace(/^\S*\s/, '')}`;
  const after = end >= text.length ? text.slice(to) : `${text.slice(to, end).replace(/\s\S*$/, '')} …`;
  return (
    <>
      {before}
      <mark>{text.slice(from, to)}</mark>
      {after}
    </>
  );
}

export function SourceSide({ domain, version }: { domain: string; version: string }) {
  const found = useData('/manage/sources', { query: { search: domain, limit: 50 }, version, interval: 15_000 });
  return (
    <div class="stack gap-4 aside">
      <Section
        id="feeds"
        title="Feeds"
        end={<a href={`?sources=${encodeURIComponent(domain)}`}>Articles of this source</a>}
      >
        <Loaded of={found} what="the feeds" lines={4}>
          {({ sources }) => {
            const { feeds = [], pages = null } = sources.find((source) => source.domain === domain) ?? {};
            return feeds.length === 0 ? (
              <p class="hint">This source has no feed. Editors or the API add its articles.</p>
            ) : (
              <>
                <ul class="plain-list">
                  {feeds.map((feed) => (
                    <FeedLine key={feed.url} {...feed} reload={found.reload} />
                  ))}
                </ul>
                {pages ? <PagesRead {...pages} /> : null}
              </>
            );
          }}
        </Loaded>
      </Section>
    </div>
  );
}

const PagesRead = ({ waiting, lastRead, lastFailure, reason }: NonNullable<Schemas['PageReading']>) => (
  <p class="hint">
    {`Pages of new articles: ${lastRead ? `last read ${fromNow(lastRead)}` : 'none read yet'} · ${waiting} waiting.`}
    {lastFailure ? ` The last that could not be read, ${fromNow(lastFailure)}: ${reason}.` : ''}
  </p>
);

function FeedLine({ reload, ...feed }: Schemas['FeedHealth'] & { reload: () => void }) {
  const isStopped = feed.nextPoll === null;
  const pauseOrResume = async () => {
    const verb = isStopped ? 'resume' : 'pause';
    await request(`/manage/feeds/${verb}`, { method: 'POST', body: { urls: [feed.url] } });
    showToast(isStopped ? 'Polling resumed.' : 'Polling paused.');
    reload();
  };
  return (
    <li class="row between">
      <span>
        <strong>{feed.title || feed.url}</strong> <FeedStatus {...feed} />
        <small class="address"> {feed.url}</small>
        <p class="hint">
          {[
            feed.lastFetch ? `Read ${fromNow(feed.lastFetch)}` : 'Not read yet',
            feed.lastNew ? `last new article ${fromNow(feed.lastNew)}` : 'no new article yet',
            feed.nextPoll
              ? `next ${fromNow(feed.nextPoll)}, every ${formatDuration(feed.intervalSeconds)}`
              : 'polling paused',
            ...(feed.pushedUntil ? ['its WebSub hub reports changes immediately'] : []),
          ].join(' · ')}
        </p>
        {feed.reason ? (
          <p class={isPaused(feed) || feed.failures === 0 ? 'hint' : 'fault'}>{withoutSettings(feed.reason)}</p>
        ) : null}
      </span>
      <ReadNow of={feed} name={feed.title || feed.url} reload={reload} />
      <Button text={isStopped ? 'Resume' : 'Pause'} press={pauseOrResume} />
    </li>
  );
}
