import { useState } from 'hono/jsx/dom';
import type { paths } from '../../lib/api.ts';
import { announceToReaders } from '../../lib/page.ts';
import { request } from '../../lib/request.ts';
import { sentence } from '../../lib/words.ts';
import { showToast, useAction } from '../../ui/actions.tsx';
import { LineForm } from '../../ui/form/line-form.tsx';
import { type ApiRecord, type ContentCollection, collectionOf, loadOne } from '../collections.tsx';

type Proposal = paths['/manage/articles/propose']['post']['responses'][200]['content']['application/json']['data'];

interface Props {
  kind: 'articles' | 'sources';
  apply: (initial: ApiRecord, stored?: string) => void;
}

const SOURCES = collectionOf('sources') as ContentCollection;

const KIND_TEXTS = {
  articles: {
    label: 'Paste the address of an article',
    hint: 'newsgauge reads the page and fills in the form for you to check. Nothing is stored yet.',
  },
  sources: {
    label: 'Paste the address of a site',
    hint: 'newsgauge finds its name and feeds for you to check. Nothing is stored yet.',
  },
} as const;

export function Propose({ kind, apply }: Props) {
  const [fault, setFault] = useState('');
  const [existing, setExisting] = useState<number | null>(null);
  const [isBusy, run] = useAction(({ faults, message }) => setFault(faults.url ? sentence(faults.url) : message));
  const propose = async (url: string) => {
    const proposal = await request<Proposal>('/manage/articles/propose', { method: 'POST', body: { url } });
    if (kind === 'articles' && proposal.existing !== null) return setExisting(proposal.existing);
    if (kind === 'sources' && proposal.source.stored) return await applyToStored(proposal, url, apply);
    const initial = kind === 'articles' ? articleOf(proposal) : sourceOf(proposal, url);
    if (!initial) return setFault('This is the address of a feed. Add it as a source.');
    apply(initial);
    announceToReaders('The form is filled in.');
  };
  const send = (typed: string) => {
    setFault('');
    setExisting(null);
    void run(() => propose(/^https?:/i.test(typed) ? typed : `https://${typed}`));
  };
  const { label, hint } = KIND_TEXTS[kind];
  return (
    <LineForm
      label={label}
      type="url"
      placeholder="https://…"
      act="Read the page"
      busy="Reading…"
      isBusy={isBusy}
      isPlain
      fault={fault}
      hint={
        existing === null ? (
          hint
        ) : (
          <>
            This article already exists. <a href={`?id=${existing}`}>Open it</a>
          </>
        )
      }
      class="narrow after-5"
      send={send}
    />
  );
}

function articleOf({ article }: Proposal): ApiRecord | null {
  if (!article) return null;
  const { tags, publishedAt, ...rest } = article;
  return { ...rest, ...tags, publishedAt: publishedAt ?? new Date().toISOString() };
}

/** Returns the feeds of a proposed source, including the entered address if it is itself a feed. */
const feedsOf = ({ feeds, article }: Proposal, url: string): string[] =>
  article ? feeds : [...new Set([url, ...feeds])];

const sourceOf = (proposal: Proposal, url: string): ApiRecord => ({
  domain: proposal.source.domain,
  name: proposal.source.name,
  iframeable: true,
  feeds: feedsOf(proposal, url),
});

async function applyToStored(proposal: Proposal, url: string, apply: Props['apply']): Promise<void> {
  const { domain, name } = proposal.source;
  const { row } = await loadOne(SOURCES, domain);
  const known = row.feeds as string[];
  const found = feedsOf(proposal, url).filter((feed) => !known.includes(feed));
  apply({ ...row, feeds: [...known, ...found] }, domain);
  showToast(
    found.length > 0
      ? `“${name}” already exists. The feeds we found are filled in; save to add them.`
      : `“${name}” already exists with these feeds.`,
  );
}
