import { useEffect } from 'hono/jsx/dom';
import { MINUTE_MS } from '../../lib/time.ts';
import { useNow } from './lib/page.ts';
import { useData } from './lib/query.ts';
import { timeOf } from './lib/time.ts';
import { Discounting, FilteredSection } from './operate/clicks.tsx';
import { type Finding, type FindingLevel, findingsOf, isKnown, levelOf } from './operate/findings.ts';
import { OwnStaff } from './operate/own-staff.tsx';
import { PositionBiasSection } from './operate/position-bias.tsx';
import { DeadLetters, KeysSection, Sources } from './operate/records.tsx';
import { Clicks, isException, Jobs, RankingsSection } from './operate/service.tsx';
import { StateInWords, showInTab, Verdict } from './operate/state.tsx';
import { mountSignedInPage } from './ui/mount-page.tsx';
import { useOnboarding } from './ui/onboarding.tsx';
import { areLoaded, Loaded, Panel, Skeleton } from './ui/parts.tsx';

const FAST_POLL_MS = 5_000;
const SLOW_POLL_MS = 30_000;
/** Interval of rare polls. It is long enough for Durable Objects to hibernate between requests. */
const RARE_POLL_MS = MINUTE_MS;
const MAX_SOURCES = 1000;
const MAX_DEAD_LETTERS = 20;
/** Hours in the chart: the current hour and the 24 before it, as in the 24-hour rankings. */
const CHART_HOURS = 25;
const MAX_ARTICLES = 10;
/** Name of the request for the status of the service. */
const STATUS = 'clicks and rankings';

function Operate() {
  const status = useData('/manage/status', { interval: FAST_POLL_MS });
  const sources = useData('/manage/sources', {
    query: { withFeeds: 'true', limit: MAX_SOURCES },
    interval: SLOW_POLL_MS,
  });
  const keys = useData('/manage/keys', { query: { limit: 1000 }, interval: SLOW_POLL_MS });
  const letters = useData('/manage/dead-letters', { query: { limit: MAX_DEAD_LETTERS }, interval: FAST_POLL_MS });
  const filtered = useData('/manage/filtered', { query: { hours: CHART_HOURS }, interval: SLOW_POLL_MS });
  const discounting = useData('/manage/discounting', {
    query: { hours: CHART_HOURS, limit: MAX_ARTICLES },
    interval: RARE_POLL_MS,
  });
  const staff = useData('/manage/own-staff');
  const curve = useData('/manage/position-bias', { interval: RARE_POLL_MS });
  const known = { status: status.value, sources: sources.value?.sources ?? null, keys: keys.value?.keys ?? null };
  const now = useNow(FAST_POLL_MS);
  // The page shows a green state only if each of these requests has a recent response.
  const parts = [
    { name: STATUS, of: status, interval: FAST_POLL_MS },
    { name: 'dead letters', of: letters, interval: FAST_POLL_MS },
    { name: 'sources', of: sources, interval: SLOW_POLL_MS },
    { name: 'keys', of: keys, interval: SLOW_POLL_MS },
    { name: 'click outcomes', of: filtered, interval: SLOW_POLL_MS },
    { name: 'discounting', of: discounting, interval: RARE_POLL_MS },
  ];
  const unknown = parts.filter(({ of, interval }) => !isKnown(of, interval, now)).map(({ name }) => name);
  const findings = findingsOf(known, now);
  const isPolling = known.sources?.some(({ feeds }) => feeds.length > 0) ?? false;
  const level = levelOf(findings, unknown);
  /** Worst level of a card's findings. `names` are the requests of the card. */
  const markOf = (section: Finding['section'], ...names: string[]): FindingLevel =>
    levelOf(
      findings.filter((finding) => finding.section === section),
      unknown.filter((name) => names.includes(name)),
    );
  useEffect(() => showInTab(level), [level]);
  const isStill = status.value?.lastClickHour === null;
  const { steps, isLoading } = useOnboarding(isStill, 'stories', { heading: 'Nothing to watch yet' });
  if (isLoading || !areLoaded(curve, staff, ...parts.map(({ of }) => of))) return <Skeleton lines={24} />;
  const reload = () => {
    for (const { of } of parts) of.reload();
  };
  // An exception comes before the setup.
  const setup = level === 'good' ? steps : null;
  const isOut = status.value !== null && status.value.database !== 'ok';
  const at = status.at ? `Updated ${timeOf(status.at)}, refreshes automatically` : '';
  const hasTable = isPolling || (sources.error !== null && !sources.value);
  // The finding names the parts that need the database.
  const hasSources = !isOut || sources.value !== null;
  const isSilent = filtered.value?.came === 0;
  const sourcesState = (
    <Panel of={sources} what="the sources">
      {(value) => <Sources {...value} mark={markOf('sources', 'sources')} reload={reload} />}
    </Panel>
  );
  const clicksMark = markOf('clicks', STATUS, 'dead letters');
  const clicks = (
    <Loaded of={status} what="clicks">
      {(value) => (
        <Clicks status={value} mark={clicksMark === 'good' && isSilent ? 'unknown' : clicksMark} at={status.at ?? 0} />
      )}
    </Loaded>
  );
  // One card answers what happened to the clicks. Each part has its own parent, which turns grey if the part is stale.
  const clicksCard = (
    <div key="clicks" class="card parted">
      <div>{clicks}</div>
      <div>
        <Loaded of={filtered} what="the outcomes of clicks">
          {(value) => <FilteredSection {...value} />}
        </Loaded>
      </div>
      <div>
        <Loaded of={discounting} what="discounted clicks">
          {(value) => <Discounting {...value} reload={reload} />}
        </Loaded>
      </div>
    </div>
  );
  const jobs = status.value?.jobs ? (
    <div key="jobs" class="card">
      <Jobs jobs={status.value.jobs} mark={markOf('jobs', STATUS)} />
    </div>
  ) : null;
  const isLate = status.value?.jobs?.some(isException) ?? false;
  const isWide = Boolean(filtered.value?.came);
  const hasSourcesBelow = !hasTable && !setup && hasSources;
  const panels = (
    <>
      {isLate ? jobs : null}
      {isOut || !isWide ? null : clicksCard}
      {hasSources && !hasSourcesBelow ? sourcesState : null}
      <div key="board" class="board halves">
        <div class="stack gap-4">
          {isOut ? <div class="card">{clicks}</div> : isWide ? null : clicksCard}
          {isOut ? null : (
            <Panel of={status} what="rankings">
              {(value) => <RankingsSection reload={reload} status={value} mark={markOf('rankings', STATUS)} />}
            </Panel>
          )}
        </div>
        <div class="stack gap-4">
          {isLate ? null : jobs}
          <Panel of={keys} what="the keys">
            {(value) => <KeysSection {...value} mark={markOf('keys', 'keys')} />}
          </Panel>
          {isOut ? null : (
            <Panel of={curve} what="clicks by position">
              {(value) => <PositionBiasSection {...value} />}
            </Panel>
          )}
        </div>
      </div>
    </>
  );
  return (
    <div class="stack gap-4 operate">
      {setup ? (
        <>
          <Verdict level="unknown" title="No clicks yet" at={at}>
            <p class="before-2">The service responds. It waits for the first feed and the first click.</p>
          </Verdict>
          {setup}
        </>
      ) : (
        <StateInWords
          findings={findings}
          // During an outage, the finding names the parts that need the database.
          unknown={isOut ? unknown.filter((name) => name === STATUS) : unknown}
          isStill={isStill}
          isSilent={isSilent}
          isPolling={isPolling}
          at={at}
          reload={reload}
        />
      )}
      {letters.value && letters.value.deadLetters.length > 0 ? (
        <div class="card">
          <DeadLetters reload={reload} letters={letters.value.deadLetters} counts={status.value?.deadLetters ?? {}} />
        </div>
      ) : null}
      {setup ? (
        <details>
          <summary>Nothing to report yet about clicks, rankings, jobs, sources and keys</summary>
          <div class="stack gap-4 before-3">{panels}</div>
        </details>
      ) : (
        panels
      )}
      {/* Has the same parent with and without the setup, so that typed networks survive the first click. */}
      <div key="staff" class={hasSourcesBelow ? 'board halves' : ''}>
        {hasSourcesBelow ? <div key="sources">{sourcesState}</div> : null}
        <div key="own" hidden={isOut}>
          <Panel of={staff} what="excluded staff">
            {(value) => <OwnStaff {...value} reload={staff.reload} />}
          </Panel>
        </div>
      </div>
    </div>
  );
}

mountSignedInPage(Operate);
