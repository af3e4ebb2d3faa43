import { useEffect, useState } from 'hono/jsx/dom';
import type { ApiRecord, ContentCollection, ContentSession } from './collections.tsx';
import { RuleTrial, SourceSide } from './detail-panel.tsx';
import { Propose } from './edit/propose.tsx';
import { NewestArticles, TagRail } from './edit/tag-rail.tsx';
import { Head, Single } from './single.tsx';

type Parts = Pick<Parameters<typeof Single>[0], 'aside' | 'rail' | 'live'>;

/** Parts next to and below the form of a topic or company. */
const tagParts = (kind: 'topic' | 'company'): Parts => ({
  rail: (row) => (row ? <TagRail kind={kind} id={String(row.id)} /> : null),
  aside: ({ id }) => <NewestArticles kind={kind} id={String(id)} />,
});

const KIND_PARTS: Record<string, Parts> = {
  topics: tagParts('topic'),
  companies: tagParts('company'),
  sources: { aside: (row) => <SourceSide domain={String(row.domain)} version={JSON.stringify(row.feeds)} /> },
  rules: { live: (body) => <RuleTrial body={body} /> },
};

export interface ItemProps {
  kind: ContentCollection;
  session: ContentSession;
}

/** The form of one item. A new article or source can be filled in from a proposal. */
export function ItemView({ kind, session, ...parts }: ItemProps & Parts) {
  const tab = kind.name;
  const { id } = session.view;
  const [proposed, propose] = useState<{ id: string; row: ApiRecord } | undefined>(undefined);
  useEffect(() => propose((before) => (before?.id === id ? before : undefined)), [tab, id]);
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
        {...KIND_PARTS[tab]}
        {...parts}
      />
    </>
  );
}
