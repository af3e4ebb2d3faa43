import { useData } from '../../lib/query.ts';
import { Sparkline } from './sparkline.tsx';

interface Props {
  id: number;
  name: string;
  paused?: boolean;
}

/** The last four weeks of a topic. */
export function TopicSpark({ id, name, paused = false }: Props) {
  const { value } = useData('/api/v2/insights/topics/{id}/history/', { at: { id }, query: { days: 28 }, paused });
  return <Sparkline days={value?.days ?? null} name={name} />;
}

/** The last two weeks of an article: few live longer. */
export function ArticleSpark({ id, name, isRisk = false, paused = false }: Props & { isRisk?: boolean }) {
  const { value } = useData('/api/v2/insights/content/{id}/history/', {
    at: { id },
    query: { days: 14, riskManagement: isRisk },
    paused,
  });
  return <Sparkline days={value?.days ?? null} name={name} />;
}
