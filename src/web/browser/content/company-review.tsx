import { useState } from 'hono/jsx/dom';
import { newChangeId } from '../lib/change.ts';
import { useKeys } from '../lib/page.ts';
import { type Query, useData } from '../lib/query.ts';
import { type DataOf, request } from '../lib/request.ts';
import { Button, showToast, undoLast, useAction } from '../ui/actions.tsx';
import { Empty, Loaded, Section } from '../ui/parts.tsx';
import { revert } from './collections.tsx';
import { HighlightedText, signsText } from './detail-panel.tsx';

type Doubts = DataOf<'/manage/company-matches'>;
type Doubt = Doubts['doubts'][number];

const keyOf = ({ contentId, companyId }: Doubt) => `${contentId} ${companyId}`;

/** Review queue of uncertain company tags. Shortcuts: `y` or `→` accepts, `n` or `←` rejects. */
export function CompanyReview() {
  const matches = useData('/manage/company-matches', { query: { limit: 50 } });
  return (
    <Section id="meant" class="card narrow" title="Doubts">
      <Loaded of={matches} what="the doubts" lines={6}>
        {(doubts) => <Queue {...doubts} reload={matches.reload} />}
      </Loaded>
    </Section>
  );
}

function Queue({ doubts, left, reload }: Doubts & Pick<Query<Doubts>, 'reload'>) {
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
      showToast(`${meant ? 'Confirmed' : 'Rejected'} the match with ${name}.`, async () => {
        await revert(change);
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
      <Empty title="✓ All clear">
        We ask here when a company’s name in an article could mean something else: a word, a place or a person.{' '}
        <a href="?kind=rules">Rules</a> settle such cases in advance, and the{' '}
        <a href="?kind=history&of=article">history</a> has earlier answers.
      </Empty>
    );
  const { contentId, name, title, introduction, language, chance, signs, isTagged, places } = doubt;
  const at = (field: string) => places.filter((place) => place.field === field);
  const text = { lang: language ?? undefined, dir: 'auto' } as const;
  return (
    <div class="stack narrow meant">
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
