import { InsightsTabs } from './insights/bar/tabs.tsx';
import { LAST_WEEK, WeekView } from './insights/week-view.tsx';
import { useView } from './lib/page.ts';
import { mountSignedInPage } from './ui/mount-page.tsx';

function WeekPage() {
  const [view, change] = useView(LAST_WEEK);
  return (
    <InsightsTabs current="week" defaults={LAST_WEEK} change={change}>
      <WeekView view={view} change={change} />
    </InsightsTabs>
  );
}

mountSignedInPage(WeekPage);
