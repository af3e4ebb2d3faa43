import { useState } from 'hono/jsx/dom';
import { useData } from '../lib/query.ts';
import { may, request, useSession } from '../lib/request.ts';
import { ask, Button } from './actions.tsx';

/** Cache time of the API's responses about readers. */
const CACHE_MS = 3000;
const REMOVALS_PER_REQUEST = 50;

export function DemoNotice() {
  const isOperator = may(useSession().session, 'operate');
  const demo = useData('/manage/demo', { paused: !isOperator });
  const [left, setLeft] = useState<number | null>(null);
  if (!demo.value?.isHere) return null;
  const remove = async () => {
    try {
      for (let rest = 1; rest > 0; ) {
        const done = await request<{ left: number }>('/manage/demo', {
          method: 'DELETE',
          query: { limit: REMOVALS_PER_REQUEST },
        });
        rest = done.left;
        setLeft(rest);
      }
      await request('/manage/rebuild', { method: 'POST' });
      await new Promise((resolve) => setTimeout(resolve, CACHE_MS));
    } catch (error) {
      setLeft(null);
      throw error;
    }
    location.assign('/');
  };
  const press = () =>
    ask({
      title: 'Remove the demo?',
      about:
        'This deletes the demo’s stories, topics, companies and sources, and the clicks on its stories. Your own additions, your changes and all keys remain. You can restore deleted items under Content, Deleted.',
      act: 'Remove demo',
      run: remove,
    });
  return (
    <div class="row small demo-note" role="status">
      <span>
        {left === null ? 'This is demo data of a fictional newsroom.' : `Removing the demo: ${left} items are left.`}
      </span>
      {left === null ? <Button text="Remove the demo" press={press} look="link" /> : null}
    </div>
  );
}
