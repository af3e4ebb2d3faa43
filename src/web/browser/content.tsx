import { useEffect, useState } from 'hono/jsx/dom';
import {
  type ApiRecord,
  COLLECTION_DEFAULTS,
  CONTENT_COLLECTIONS,
  type ContentSession,
  collectionOf,
} from './content/collections.tsx';
import { CompanyReview } from './content/company-review.tsx';
import { ArticleSide, RuleTrial, SourceSide } from './content/detail-panel.tsx';
import { ArticleRail } from './content/edit/article-rail.tsx';
import { Propose } from './content/edit/propose.tsx';
import { DeletedList, History } from './content/history.tsx';
import { Import } from './content/import.tsx';
import { List } from './content/list.tsx';
import { Head, Single } from './content/single.tsx';
import { hrefOf, useView } from './lib/page.ts';
import { mountSignedInPage } from './ui/mount-page.tsx';
import { Views } from './ui/parts.tsx';

const TABS = [
  ...CONTENT_COLLECTIONS.map(({ name, tab }) => [name, tab] as const),
  ['meant', 'Doubts'],
  ['import', 'Import'],
  ['history', 'History'],
] as const;

function Content() {
  const [view, change] = useView(COLLECTION_DEFAULTS);
  const tab = TABS.some(([name]) => name === view.kind) ? view.kind : 'articles';
  const session: ContentSession = { view, change, href: (part) => hrefOf({ ...view, ...part }, COLLECTION_DEFAULTS) };
  const show = (shown: typeof COLLECTION_DEFAULTS) => {
    change(shown);
    scrollTo({ top: 0 });
  };
  return (
    <Views
      label="Kinds of content"
      tabs={TABS}
      current={tab}
      href={(name) => hrefOf({ ...COLLECTION_DEFAULTS, kind: name }, COLLECTION_DEFAULTS)}
      defaults={COLLECTION_DEFAULTS}
      change={show}
    >
      <TabContent tab={tab} session={session} />
    </Views>
  );
}

const KIND_PARTS: Record<string, Pick<Parameters<typeof Single>[0], 'aside' | 'rail' | 'live'>> = {
  articles: {
    aside: (row) => <ArticleSide row={row} />,
    rail: (row, { imageUrl, title }) => (
      <ArticleRail row={row} image={String(imageUrl ?? '')} title={String(title ?? '')} />
    ),
  },
  sources: { aside: (row) => <SourceSide domain={String(row.domain)} version={JSON.stringify(row.feeds)} /> },
  rules: { live: (body) => <RuleTrial body={body} /> },
};

function TabContent({ tab, session }: { tab: string; session: ContentSession }) {
  const kind = collectionOf(tab);
  const { id } = session.view;
  const [proposed, propose] = useState<{ id: string; row: ApiRecord } | undefined>(undefined);
  useEffect(() => propose((before) => (before?.id === id ? before : undefined)), [tab, id]);
  if (tab === 'meant') return <CompanyReview />;
  if (!kind) return tab === 'import' ? <Import /> : <History session={session} />;
  if (!id && session.view.deleted) return <DeletedList key={tab} kind={kind} session={session} />;
  if (!id) return <List key={tab} kind={kind} session={session} />;
  const isProposed = id === 'new' && (tab === 'articles' || tab === 'sources');
  return (
    <>
      {isProposed ? (
        <>
          <Head kind={kind} href={session.href} title={null} />
          <Propose
            key={tab}
            kind={tab}
            apply={(row, stored = 'new') => {
              propose({ id: stored, row });
              session.change({ id: stored });
            }}
          />
        </>
      ) : null}
      <Single
        key={`${tab} ${id}`}
        kind={kind}
        id={id}
        session={session}
        isHeaded={isProposed}
        initial={proposed?.id === id ? proposed.row : undefined}
        {...(KIND_PARTS[tab] ?? {})}
      />
    </>
  );
}

mountSignedInPage(Content);
