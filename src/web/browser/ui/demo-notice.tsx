import { useState } from 'hono/jsx/dom';
import { useData } from '../lib/query.ts';
import { may, request, useSession } from '../lib/request.ts';
import { ask, Button } from './actions.tsx';

/** Cache time of the API's responses about readers, in milliseconds. */
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
        'Its stories, topics, companies and sources go, and with them the clicks on its stories. What you have added or changed stays, and so do keys. You can restore what is gone under Content, Deleted.',
      act: 'Remove it',
      run: remove,
    });
  return (
    <div class="notice row between" role="status">
      <span>
        {left === null
          ? 'These are the stories and readers of an invented newsroom.'
          : `Removing the demo: ${left} things are left.`}
      </span>
      {left === null ? <Button text="Remove the demo" press={press} /> : null}
    </div>
  );
}
