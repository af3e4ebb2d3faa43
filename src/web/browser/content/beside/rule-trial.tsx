import type { paths } from '../../../../client/schema.d.ts';
import { useDebounced } from '../../lib/hooks.ts';
import { useQuery } from '../../lib/request/query.ts';
import { request, type Schemas } from '../../lib/request/request.ts';
import { Section } from '../../ui/section.tsx';
import { Loaded } from '../../ui/states.tsx';
import type { Row } from '../collections.tsx';

type Trial = paths['/manage/rules/try']['post']['responses'][200]['content']['application/json']['data'];
type Mention = Schemas['Place'];

/** Milliseconds after the last letter. */
const SETTLED = 400;
/** Matches that are shown. */
const SHOWN = 20;
/** Letters around a passage of an introduction. */
const AROUND = 70;

/** What a rule that is being written would match among the newest articles, with the passages. Nothing is stored. */
export function RuleTrial({ body }: { body: Row }) {
  const text = JSON.stringify(body);
  const settled = useDebounced(text, SETTLED, null);
  const { words = [], ref } = body as { words?: string[]; ref?: string };
  const isReady = words.length > 0 && Boolean(ref);
  const trial = useQuery(
    settled ?? '',
    (signal) => request<Trial>('/manage/rules/try', { method: 'POST', body: JSON.parse(settled ?? text), signal }),
    { paused: !isReady || settled !== text },
  );
  return (
    <Section id="trial" class="stack trial" title="What it matches">
      {isReady ? (
        <Loaded of={trial} lines={6}>
          {({ examined, matches }) => (
            <>
              <p role="status">
                Matches {matches.length} of the last {examined} articles
                {matches.some(({ isTagged }) => !isTagged)
                  ? `; ${matches.filter(({ isTagged }) => !isTagged).length} are not tagged yet`
                  : ''}
                .
              </p>
              <ul class="matches">
                {matches.slice(0, SHOWN).map((match) => (
                  <Passage key={match.id} {...match} />
                ))}
              </ul>
              {matches.length > SHOWN ? <p class="hint">and {matches.length - SHOWN} more</p> : null}
            </>
          )}
        </Loaded>
      ) : (
        <p class="hint">Choose what it tags and enter a word to see its matches.</p>
      )}
    </Section>
  );
}

const Passage = ({ id, title, introduction, isTagged, isBarred, places }: Trial['matches'][number]) => {
  const inTitle = places.filter(({ field }) => field === 'title');
  const [first] = places.filter(({ field }) => field === 'introduction');
  return (
    <li>
      <a href={`?id=${id}`} dir="auto">
        <Marked text={title} mentions={inTitle} />
      </a>{' '}
      {isTagged ? <span class="badge">Tagged</span> : null}
      {isBarred ? <span class="badge warn">Removed by hand</span> : null}
      {first ? (
        <p class="hint" dir="auto">
          <Around text={introduction} mention={first} />
        </p>
      ) : null}
    </li>
  );
};

/** The text with the passages marked. */
export function Marked({ text, mentions }: { text: string; mentions: Mention[] }) {
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

const Around = ({ text, mention: { from, to } }: { text: string; mention: Mention }) => (
  <>
    {from > AROUND ? '…' : ''}
    {text.slice(Math.max(0, from - AROUND), from)}
    <mark>{text.slice(from, to)}</mark>
    {text.slice(to, to + AROUND)}
    {to + AROUND < text.length ? '…' : ''}
  </>
);
