import { COLLECTION_DEFAULTS, CONTENT_COLLECTIONS, type ContentSession, collectionOf } from './content/collections.tsx';
import type { ItemProps } from './content/item-view.tsx';
import { hrefOf, useView } from './lib/page.ts';
import { lazily } from './ui/lazily.tsx';
import { mountSignedInPage } from './ui/mount-page.tsx';
import { Views } from './ui/parts.tsx';

const CompanyReview = lazily(
  'company review',
  async () => (await import('./content/company-review.tsx')).CompanyReview,
);
const history = () => import('./content/history.tsx');
const History = lazily('history', async () => (await history()).History);
const DeletedList = lazily('deleted list', async () => (await history()).DeletedList);
const Import = lazily('import', async () => (await import('./content/import.tsx')).Import);
const List = lazily('list', async () => (await import('./content/list.tsx')).List);
const itemView = () => import('./content/item-view.tsx');
const ItemView = lazily('item', async () => (await itemView()).ItemView);
const ArticleView = lazily('article', async () => {
  const [{ ItemView: View }, { ARTICLE_PARTS }] = await Promise.all([
    itemView(),
    import('./content/edit/article-parts.tsx'),
  ]);
  return (props: ItemProps) => <View {...props} {...ARTICLE_PARTS} />;
});

const TABS = [
  ...CONTENT_COLLECTIONS.map(({ name, tab }) => [name, tab] as const),
  ['meant', 'Ambiguous names'],
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

function TabContent({ tab, session }: { tab: string; session: ContentSession }) {
  const kind = collectionOf(tab);
  const { id } = session.view;
  if (tab === 'meant') return <CompanyReview href={session.href} />;
  if (!kind) return tab === 'import' ? <Import href={session.href} /> : <History session={session} />;
  const View = tab === 'articles' ? ArticleView : ItemView;
  if (id) return <View kind={kind} session={session} />;
  if (session.view.deleted) return <DeletedList key={tab} kind={kind} session={session} />;
  return <List key={tab} kind={kind} session={session} />;
}

mountSignedInPage(Content);
