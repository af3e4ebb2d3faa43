import type { Child } from 'hono/jsx/dom';
import { useQuery } from '../lib/query.ts';
import { Loaded } from './parts.tsx';

export const lazily =
  <P extends object>(name: string, load: () => Promise<(props: P) => Child>) =>
  (props: P) => {
    const view = useQuery<(props: P) => Child>(['script of', name], load);
    return (
      <Loaded of={view} what="this view" lines={24}>
        {(Shown) => <Shown {...props} />}
      </Loaded>
    );
  };
