import { useState } from 'hono/jsx/dom';
import { Compare } from './insights/compare.tsx';
import { ContentDetails } from './insights/content-details.tsx';
import { Growth } from './insights/growth.tsx';
import { Overview } from './insights/overview.tsx';
import { Popular } from './insights/popular.tsx';
import { OneTopic, TopicDetails, useTopic } from './insights/topic-details.tsx';
import { Trending } from './insights/trending.tsx';
import { DEFAULTS, isBeside, type Session, TABS, tabOf } from './insights/view.ts';
import { hrefOf, useView } from './lib/view.ts';
import { startSignedIn } from './ui/start.tsx';
import { Views } from './ui/views.tsx';

/** The page's views: each is an address, and knows nothing of the others. */
const VIEWS = {
  overview: Overview,
  trending: Trending,
  growth: Growth,
  popular: Popular,
  topic: OneTopic,
  compare: Compare,
};

function Insights() {
  const [view, change] = useView(DEFAULTS);
  const [paused, pause] = useState(false);
  const href = (part: Partial<typeof DEFAULTS>) => hrefOf({ ...view, ...part }, DEFAULTS);
  const tab = tabOf(view);
  const Shown = VIEWS[tab];
  const session = { paused, pause, view, change, href };
  return (
    <Views
      label="Views"
      tabs={TABS}
      current={tab}
      href={(name) => href({ view: name, topic: '', content: '' })}
      defaults={DEFAULTS}
      change={change}
      more={
        <>
          <a class="apart" href="/insights/today">
            Today
          </a>
          <a href="/insights/week">Week</a>
        </>
      }
    >
      {view.content && !isBeside(view) ? (
        <ContentDetails id={Number(view.content)} session={session} />
      ) : isBeside(view) ? (
        <div class="stack gap-5 beside">
          <div class="list">
            <Shown key={tab} {...session} />
          </div>
          <aside aria-label="Details">
            <p class="row crumbs">
              <a href={href({ topic: '', content: '' })}>Close</a>
              <a href={hrefOf({ ...DEFAULTS, topic: view.topic, content: view.content }, DEFAULTS)}>
                Open on its own page
              </a>
            </p>
            <Beside session={session} />
          </aside>
        </div>
      ) : (
        <Shown key={tab} {...session} />
      )}
    </Views>
  );
}

/** What was opened from the list. */
function Beside({ session }: { session: Session }) {
  const { view } = session;
  return view.content ? (
    <ContentDetails key={view.content} id={Number(view.content)} session={session} />
  ) : (
    <Topic key={view.topic} id={Number(view.topic)} session={session} />
  );
}

function Topic({ id, session }: { id: number; session: Session }) {
  return <TopicDetails id={id} of={useTopic(id, session)} session={session} />;
}

startSignedIn(
  'any',
  'See what readers engage with, what is rising and why. You need a secret or operator key.',
  Insights,
);
