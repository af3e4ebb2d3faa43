import type { Child } from 'hono/jsx/dom';
import { request } from '../lib/request.ts';
import { Button, showToast } from './actions.tsx';

interface Props {
  name: string;
  about: Child;
  /** What its button does. */
  act: string;
  /** Why it cannot be ended, in place of the button. */
  kept?: string | false;
  path: string;
  /** What is said of it after it was ended. */
  done: string;
  reload: () => void;
  /** Further buttons. */
  more?: Child;
}

/** Something that can be ended, in a list. */
export function EndableLine({ name, about, act, kept, path, done, reload, more }: Props) {
  const end = async () => {
    await request(path, { method: 'DELETE' });
    showToast(`“${name}” ${done}.`);
    reload();
  };
  return (
    <li class="row between">
      <span>
        <strong>{name}</strong> <small>{about}</small>
      </span>
      {kept ? (
        <span class="badge good">{kept}</span>
      ) : (
        <span class="row">
          {more}
          <Button text={act} label={`${act} ${name}`} look="danger" press={end} />
        </span>
      )}
    </li>
  );
}
