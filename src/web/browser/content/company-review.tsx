import { useState } from 'hono/jsx/dom';
import { newChangeId } from '../lib/change.ts';
import { useKeys } from '../lib/page.ts';
import { type Query, useData } from '../lib/query.ts';
import { type DataOf, request, type Schemas } from '../lib/request.ts';
import { Button, showToast, undoLast, useAction } from '../ui/actions.tsx';
import { Loaded, Section } from '../ui/parts.tsx';
import { Trail } from './changes.tsx';
import { type ContentSession, revert } from './collections.tsx';
import { HighlightedText, signsText } from './detail-panel.tsx';

type Doubts = DataOf<'/manage/company-matches'>;
type Doubt = Doubts['doubts'][number];

const keyOf = ({ contentId, companyId }: Doubt) => `${contentId} ${companyId}`;

/** Review queue of uncertain company tags. Shortcuts: `y` or `→` accepts, `n` or `←` rejects. */
export function CompanyReview({ href }: Pick<ContentSession, 'href'>) {
  const matches = useData('/manage/company-matches', { query: { limit: 50 } });
  const [answers, setAnswers] = useState(0);
  const answered = () => setAnswers((before) => before + 1);
  return (
    <div class="board halves meant-board">
      <Section id="meant" class="card" title="Ambiguous company names">
        <Loaded of={matches} what="the doubts" lines={6}>
          {(doubts) => <Queue {...doubts} answered={answered} reload={matches.reload} />}
        </Loaded>
      </Section>
      <Answers version={String(answers)} href={href} reload={matches.reload} />
    </div>
  );
}

const MAX_READ = 50;
const MAX_ANSWERS = 6;

type Entry = Schemas['AuditEntry'];

/** Returns a version of the companies of an article, of those set by rules and of those removed by an editor. */
function companiesOf(state: Entry['before']): string {
  const { added, barred } = (state?.ruleTags ?? {}) as Record<string, { companies?: number[] }>;
  return JSON.stringify([state?.companies ?? [], added?.companies ?? [], barred?.companies ?? []]);
}

/** Lists answers and other changes of companies, if they are among the latest changes of articles. Else shows nothing. */
function Answers({ version, href, reload }: { version: string; reload: () => void } & Pick<ContentSession, 'href'>) {
  const trail = useData('/manage/audit', { query: { kind: 'article', action: 'update', limit: MAX_READ }, version });
  const reloadBoth = () => {
    trail.reload();
    reload();
  };
  const page = trail.value;
  const answers = (page?.entries ?? [])
    .filter(({ before, after }) => companiesOf(before) !== companiesOf(after))
    .slice(0, MAX_ANSWERS);
  if (!page || answers.length === 0) return null;
  return (
    <Section
      id="answers"
      class="card"
      title="Latest answers"
      end={<a href={href({ kind: 'history', of: 'article' })}>All changes</a>}
    >
      <Trail {...page} entries={answers} href={href} reload={reloadBoth} />
    </Section>
  );
}

/** Shows what a question looks like, while there are none. */
const Example = () => (
  <section class="stack gap-2 meant example" aria-label="Example of a question">
    <p>
      <span class="badge">Example</span>
    </p>
    <p>
      Is this article about the company <strong>Zurich</strong>?
    </p>
    <blockquote>
      <HighlightedText
        text="Zurich weighs a new tram line"
        mentions={[{ field: 'title', from: 0, to: 6, text: 'Zurich' }]}
      />
    </blockquote>
    <p class="hint">
      <b>Yes</b> tags the article. <b>No</b> removes the company, and rules do not add it again.
    </p>
  </section>
);

function Queue({ doubts, left, answered, reload }: Doubts & Pick<Query<Doubts>, 'reload'> & { answered: () => void }) {
  const [done, setDone] = useState<readonly string[]>([]);
  const [isBusy, run] = useAction();
  const open = doubts.filter((doubt) => !done.includes(keyOf(doubt)));
  const [doubt] = open;
  const pass = () => {
    if (!doubt) return;
    setDone((before) => [...before, keyOf(doubt)]);
    // The next possible matches depend on these answers, so they are loaded after the last answer.
    if (open.length === 1) reload();
  };
  const answer = (meant: boolean) => {
    if (!doubt || isBusy) return;
    const { contentId, companyId, name } = doubt;
    void run(async () => {
      const change = newChangeId();
      const body = { contentId, companyId, meant };
      await request('/manage/company-matches', { method: 'POST', body, headers: { 'Change-Id': change } });
      pass();
      answered();
      showToast(`${meant ? 'Confirmed' : 'Rejected'} the match with ${name}.`, async () => {
        await revert(change);
        answered();
        setDone((before) => before.filter((key) => key !== keyOf(doubt)));
      });
    });
  };
  useKeys((key) => {
    if (key === 'y' || key === 'ArrowRight') return () => answer(true);
    if (key === 'n' || key === 'ArrowLeft') return () => answer(false);
    return key === 'u' ? undoLast : undefined;
  });
  if (!doubt)
    return (
      <div class="columns">
        <div class="stack gap-4">
          <p class="answer all-clear good">All clear</p>
          <p>
            No company name in the newest articles needs your decision. newsgauge asks here when a name could also mean
            a word, a place or a person.
          </p>
          <p class="hint">This page checks again each time you open it.</p>
          <p>
            <a class="button" href="?kind=rules&id=new">
              Add a rule for a name
            </a>
          </p>
        </div>
        <Example />
      </div>
    );
  const { contentId, name, title, introduction, language, chance, signs, isTagged, places } = doubt;
  const at = (field: string) => places.filter((place) => place.field === field);
  const text = { lang: language ?? undefined, dir: 'auto' } as const;
  return (
    <div class="stack meant">
      <p>
        Is this article about the company <strong>{name}</strong>?
      </p>
      <blockquote>
        <h3 {...text}>
          <a href={`?id=${contentId}`}>
            <HighlightedText text={title} mentions={at('title')} />
          </a>
        </h3>
        <p {...text}>
          <HighlightedText text={introduction} mentions={at('introduction')} />
        </p>
      </blockquote>
      <div class="answers">
        <button type="button" disabled={isBusy} onClick={() => answer(false)}>
          No <kbd>n</kbd>
        </button>
        <button type="button" class="primary" disabled={isBusy} onClick={() => answer(true)}>
          Yes <kbd>y</kbd>
        </button>
      </div>
      <p class="hint">{`Currently ${isTagged ? 'tagged' : 'not tagged'}: ${signsText({ chance, signs })}`}</p>
      <p class="hint">
        {open.length + left} left to review. <Button text="Skip" look="link" press={pass} />
      </p>
    </div>
  );
}
