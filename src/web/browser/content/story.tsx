import { useState } from 'hono/jsx/dom';
import { termsOf } from '../../../lib/box-terms.ts';
import { newChangeId } from '../lib/change.ts';
import { useDebounced } from '../lib/page.ts';
import { useData } from '../lib/query.ts';
import { request } from '../lib/request.ts';
import { dateTimeOf } from '../lib/time.ts';
import { Button, showToast } from '../ui/actions.tsx';
import { Loaded, Section } from '../ui/parts.tsx';
import { revert } from './collections.tsx';

const SETTLE_MS = 300;

type Verb = 'join' | 'split' | 'lead';

export function StorySide({ id }: { id: number }) {
  const found = useData('/manage/stories', { query: { article: id } });
  const change = (story: number, verb: Verb, body: object, said: string) => async () => {
    const change = newChangeId();
    await request(`/manage/stories/${story}/${verb}`, { method: 'POST', body, headers: { 'Change-Id': change } });
    showToast(said, async () => {
      await revert(change);
      found.reload();
    });
    found.reload();
  };
  return (
    <Section id="story" title="The story it reports">
      <Loaded of={found} lines={4}>
        {({ stories: [story] }) =>
          story ? (
            <div class="stack gap-4">
              <ul class="plain-list">
                {story.articles.map((copy) => (
                  <Copy
                    key={copy}
                    id={copy}
                    isLead={story.lead === copy}
                    isOpen={copy === id}
                    lead={change(story.id, 'lead', { article: copy }, 'It stands for the story from now on.')}
                    split={
                      story.articles.length > 1
                        ? change(story.id, 'split', { articles: [copy] }, 'It is a story of its own now.')
                        : undefined
                    }
                  />
                ))}
              </ul>
              <Others
                known={story.articles}
                join={(other) => change(story.id, 'join', { articles: [other] }, 'They are one story now.')}
              />
            </div>
          ) : null
        }
      </Loaded>
    </Section>
  );
}

interface CopyProps {
  id: number;
  isLead: boolean;
  isOpen: boolean;
  lead: () => Promise<void>;
  split: (() => Promise<void>) | undefined;
}

function Copy({ id, isLead, isOpen, lead, split }: CopyProps) {
  const { value } = useData('/manage/articles/{id}', { at: { id: String(id) } });
  const title = value?.title ?? `Article ${id}`;
  return (
    <li class="row between">
      <span>
        {isOpen ? (
          <strong dir="auto">{title}</strong>
        ) : (
          <a href={`?id=${id}`} dir="auto">
            {title}
          </a>
        )}{' '}
        {isLead ? <span class="badge">Stands for it</span> : null}
        {value ? <p class="hint">{`${value.source.name} · ${dateTimeOf(Date.parse(value.publishedAt))}`}</p> : null}
      </span>
      {split ? (
        <span class="row">
          {isLead ? null : (
            <Button text="Let it stand for all" label={`Let it stand for all: “${title}”`} press={lead} />
          )}
          <Button text="Another story" label={`Another story: “${title}”`} press={split} />
        </span>
      ) : null}
    </li>
  );
}

function Others({ known, join }: { known: readonly number[]; join: (id: number) => () => Promise<void> }) {
  const [words, setWords] = useState('');
  const settled = useDebounced(words.trim(), SETTLE_MS, '');
  const { searchTerms: search, excludeTerms } = termsOf(settled ?? '');
  const found = useData('/manage/articles', { query: { search, excludeTerms, limit: 8 }, paused: !settled });
  const others = settled ? (found.value?.articles ?? []).filter(({ id }) => !known.includes(id)) : [];
  return (
    <div class="stack gap-2">
      <label class="stack gap-1">
        <span>Find others that report it</span>
        <input type="search" value={words} onInput={(event) => setWords((event.target as HTMLInputElement).value)} />
      </label>
      {others.length > 0 ? (
        <ul class="plain-list">
          {others.map(({ id, title, source }) => (
            <li class="row between" key={id}>
              <span>
                <span dir="auto">{title}</span> <span class="hint">{source.name}</span>
              </span>
              <Button text="Same story" label={`Same story: “${title}”`} press={join(id)} />
            </li>
          ))}
        </ul>
      ) : settled && found.value ? (
        <p class="hint">Nothing else has these words.</p>
      ) : null}
    </div>
  );
}
