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
    <Section id="story" title="Reports of this story">
      <Loaded of={found} what="the reports of this story" lines={4}>
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
                    lead={change(story.id, 'lead', { article: copy }, 'This article now represents the story.')}
                    split={
                      story.articles.length > 1
                        ? change(story.id, 'split', { articles: [copy] }, 'Moved to a story of its own.')
                        : undefined
                    }
                  />
                ))}
              </ul>
              <Others
                known={story.articles}
                join={(other) => change(story.id, 'join', { articles: [other] }, 'Added to this story.')}
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
        {isLead ? <span class="badge">Represents the story</span> : null}
        {value ? <p class="hint">{`${value.source.name} · ${dateTimeOf(Date.parse(value.publishedAt))}`}</p> : null}
      </span>
      {split ? (
        <span class="row">
          {isLead ? null : <Button text="Make representative" label={`Make representative: “${title}”`} press={lead} />}
          <Button text="Separate story" label={`Separate story: “${title}”`} press={split} />
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
        <span>Find other reports of this story</span>
        <input
          type="search"
          placeholder="Words of the headline"
          value={words}
          onInput={(event) => setWords((event.target as HTMLInputElement).value)}
        />
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
        <p class="hint">No other articles contain these words.</p>
      ) : null}
    </div>
  );
}
