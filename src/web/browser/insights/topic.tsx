import { useQuery } from '../lib/request/query.ts';
import { SelectField } from '../ui/form/field.tsx';
import { Empty } from '../ui/states.tsx';
import { PeriodSegments, RiskSwitch, ViewBar } from './bar/bar.tsx';
import { loadTopics, TopicDetails, topicTable, useTopic } from './topic-details.tsx';
import type { Session } from './view.ts';

/** One topic on a page of its own. */
export function OneTopic(session: Session) {
  const { view, change } = session;
  const topics = useQuery((signal) => loadTopics(Number(view.topic), signal), {
    queryKey: `topics ${view.topic}`,
    paused: session.paused,
  });
  const id = Number(view.topic) || (topics.value?.[0]?.id ?? 0);
  const about = useTopic(id, session);
  const topic = topics.value?.find((one) => one.id === id);
  if (!view.topic && topics.value?.length === 0) {
    return <Empty title="Nothing has been read yet">As soon as readers click, topics appear here.</Empty>;
  }
  return (
    <>
      <div class="row tools">
        <SelectField
          label="Topic"
          value={String(id)}
          options={[
            ...(topic ? [] : [[String(id), id ? `Topic ${id}` : '…'] as const]),
            ...(topics.value ?? []).map((one) => [String(one.id), one.name] as const),
          ]}
          change={(chosen) => change({ topic: chosen })}
        />
        <PeriodSegments {...session} />
        <RiskSwitch {...session} />
        <ViewBar
          of={about}
          session={session}
          table={about.value && topicTable(about.value, topic?.slug ?? String(id))}
          share={`insights/topics/${id}/content/`}
        />
      </div>
      <TopicDetails id={id} of={about} session={session} />
    </>
  );
}
