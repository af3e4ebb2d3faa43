import { useState } from 'hono/jsx/dom';
import { formatPercent, formatRange } from '../../../lib/percent.ts';
import { request } from '../lib/request.ts';
import { ChooseTopics } from './choose-topics.tsx';
import { broughtInWords, leftInWords, PasteSite, type ReadResult } from './paste-site.tsx';

interface Step {
  name: string;
  text: string;
  href: string;
  isDone: boolean;
  here?: 'site' | 'topics';
}

type Rows = Record<string, unknown[]>;

const INITIAL_TOPICS = 1;

const hasRow = async (path: string, signal: AbortSignal, query = {}, more = 0): Promise<boolean> => {
  const answer = await request<Rows>(path, { query: { limit: 1 + more, ...query }, signal });
  return (Object.values(answer).find(Array.isArray)?.length ?? 0) > more;
};

interface OnboardingState {
  isRead: boolean;
  hasStory: boolean;
  steps: Step[];
}

export async function loadOnboarding(isEditor: boolean, signal: AbortSignal): Promise<OnboardingState> {
  const isRead = await hasRow('/api/v2/insights/popular-content/', signal, { period: '7d' });
  if (isRead) return { isRead, hasStory: true, steps: [] };
  if (!isEditor) return { isRead, hasStory: await hasRow('/api/v2/feed/', signal), steps: [] };
  const [{ articles = [] }, hasFeed, hasTopic, hasRule] = await Promise.all([
    request<{ articles?: { topics: number[] }[] }>('/manage/articles', { query: { limit: 1 }, signal }),
    hasRow('/manage/sources', signal, { withFeeds: 'true' }),
    hasRow('/manage/topics', signal, {}, INITIAL_TOPICS),
    hasRow('/manage/rules', signal),
  ]);
  const steps = [
    {
      name: 'Add a site and its feed',
      text: '',
      href: '/content?kind=sources&id=new',
      isDone: hasFeed || articles.length > 0,
      here: 'site' as const,
    },
    {
      name: 'Add a topic',
      text: 'A subject that your readers follow, such as “Cyber”. Feeds and rankings are based on topics.',
      href: '/content?kind=topics&id=new',
      isDone: hasTopic,
      ...(articles.length > 0 ? { here: 'topics' as const } : {}),
    },
    {
      name: 'Add a rule',
      text: 'Words that tag a story with a topic. You see matching stories while you type.',
      href: '/content?kind=rules&id=new',
      isDone: hasRule || articles.some(({ topics }) => topics.length > 0),
    },
    {
      name: 'Put the feed on a page',
      text: 'Choose a layout and copy a snippet. Rankings start with the first click of a reader, and growth after two weeks of clicks.',
      href: '/embed',
      isDone: false,
    },
  ];
  return { isRead, hasStory: articles.length > 0, steps };
}

const RANKED_STEP: Step = {
  name: 'See the first ranking',
  text: 'A reader has clicked, so rankings and insights have started.',
  href: '/insights',
  isDone: false,
};

const headingOf = (hasStory: boolean, [first]: Step[], next?: Step): string => {
  if (next === RANKED_STEP) return 'Your first reader is here';
  if (hasStory) return 'Your stories are here. Readers come next';
  return first?.isDone
    ? 'Your site is added. Its stories appear when its feed is read'
    : 'Set up newsgauge in four steps';
};

interface ChecklistProps extends Pick<OnboardingState, 'steps' | 'hasStory'> {
  hasWaited: boolean;
  reload: () => void;
  heading?: string | undefined;
  /** Sentence about the page’s content after the setup. */
  about?: string | undefined;
}

export function OnboardingChecklist({ steps: before, hasWaited, hasStory, reload, heading, about }: ChecklistProps) {
  const [brought, setBrought] = useState<ReadResult | null>(null);
  // After the first click, the last step leads to the rankings.
  const steps = hasWaited ? [...before.slice(0, -1), RANKED_STEP] : before;
  const next = steps.find(({ isDone }) => !isDone);
  const turn = (news: ReadResult) => {
    setBrought(news);
    reload();
  };
  const list = (
    <section class="first-steps" aria-labelledby="first-steps">
      <h2 id="first-steps">{heading ?? headingOf(hasStory, steps, next)}</h2>
      {about ? <p class="about before-2">{about}</p> : null}
      {next ? (
        <ol class="before-4 after-4">
          {steps.map((step, place) => {
            const isNext = step.name === next.name;
            return (
              <li key={step.name} class={step.isDone ? 'done' : ''} aria-current={isNext ? 'step' : undefined}>
                <span class="mark" aria-hidden="true">
                  {step.isDone ? '✓' : place + 1}
                </span>
                <div>
                  <Head {...step} isNext={isNext} />
                  {step.isDone || !step.text ? null : <p class="about">{step.text}</p>}
                  {isNext && step.here === 'site' ? <PasteSite done={turn} /> : null}
                  {isNext && step.here === 'topics' ? <ChooseTopics done={reload} /> : null}
                  {brought && step.here === 'site' ? <FoundFeeds {...brought} /> : null}
                </div>
              </li>
            );
          })}
        </ol>
      ) : (
        <p class="about">
          {hasStory
            ? 'No clicks in the last seven days. An editor can put the feed on a page.'
            : 'No articles yet. An editor can add the first site and its feed.'}
        </p>
      )}
      {next && next === steps[0] ? (
        <p class="hint">
          Or <a href={next.href}>fill in a form</a>, or <a href="/content?kind=import">import a file</a> of articles or
          topics.
        </p>
      ) : null}
    </section>
  );
  return location.pathname.startsWith('/insights') ? (
    <div class="with-example">
      {list}
      <Example />
    </div>
  ) : (
    list
  );
}

/** Sample changes of topics with their ranges, in percent. */
const EXAMPLES = [
  ['Cyber', 34, [21, 47]],
  ['Marine', 12, [3, 22]],
  ['Property', 4, [-6, 15]],
  ['Aviation', -18, [-27, -8]],
] as const;
/** Scale of the sample: −40 to +60%. */
const leftOf = (percent: number): string => `${percent + 40}%`;

/** Shows the content of an insights page once readers click. */
const Example = () => (
  <figure class="card example">
    <figcaption class="hint">An example: what insights show once readers click</figcaption>
    <p class="answer">
      <b>Cyber</b> is rising fastest, up about 34% on last week.
    </p>
    <ul class="growth-bars">
      {EXAMPLES.map(([name, percent, [low, high]]) => {
        const isUnclear = low < 0 && high > 0;
        const look = percent < 0 ? 'down' : 'up';
        return (
          <li key={name} class="data-1">
            <span>{name}</span>
            <span class={`track change${isUnclear ? ' unclear' : ''}`} aria-hidden="true">
              <i class="zero" style={{ left: leftOf(0) }} />
              <i class={`point ${look}`} style={{ left: leftOf(percent) }} />
              <i class="range" style={{ left: leftOf(low), width: `${high - low}%` }} />
            </span>
            <b class={isUnclear ? '' : look}>{formatPercent(percent)}</b>
            <small>{formatRange([low, high])}</small>
          </li>
        );
      })}
    </ul>
    <p class="hint">Change on the week before, with its 90% range. Hollow dots may be chance.</p>
  </figure>
);

const Head = ({ name, href, isDone, here, isNext }: Step & { isNext: boolean }) => (
  <h3>
    {isNext && here !== 'site' ? (
      <a class={here ? 'button' : 'button primary'} href={href}>
        {name}
      </a>
    ) : (
      <>
        {name} {isDone ? <small>done</small> : null}
      </>
    )}
  </h3>
);

const FoundFeeds = (brought: ReadResult) => (
  <>
    <p class="about">{broughtInWords(brought)}, the newest:</p>
    <ul class="about found">
      {brought.titles.map((title) => (
        <li key={title}>{title}</li>
      ))}
    </ul>
    {brought.left > 0 ? <p class="about">{leftInWords(brought)}</p> : null}
    {brought.failed.length > 0 ? <p class="fault">Couldn’t be read: {brought.failed.join('; ')}</p> : null}
  </>
);
