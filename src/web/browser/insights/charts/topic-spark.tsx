import { useData } from '../../lib/query.ts';
import { Sparkline } from './sparkline.tsx';

/** The last four weeks of a topic. */
export function TopicSpark({ id, name, paused = false }: { id: number; name: string; paused?: boolean }) {
  const { value } = useData('/api/v2/insights/topics/{id}/history/', { at: { id }, query: { days: 28 }, paused });
  return <Sparkline days={value?.days ?? null} name={name} />;
}
