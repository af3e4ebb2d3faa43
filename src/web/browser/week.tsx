import { LAST_WEEK, WeekView } from './insights/week-view.tsx';
import { useView } from './lib/page.ts';
import { mountSignedInPage } from './ui/mount-page.tsx';

function WeekPage() {
  const [view, change] = useView(LAST_WEEK);
  return <WeekView view={view} change={change} />;
}

mountSignedInPage(WeekPage);
