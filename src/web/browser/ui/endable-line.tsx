import type { Child } from 'hono/jsx/dom';
import { request } from '../lib/request.ts';
import { ask, Button, showToast } from './actions.tsx';

interface Props {
  name: string;
  /** Where it is to be seen. */
  href?: string;
  about: Child;
  /** What its button does. */
  act: string;
  /** Why it cannot be ended, in place of the button. */
  kept?: string | false;
  path: string;
  /** The sentence that is said after it was ended. */
  done: string;
  /** Name of the button for those who do not see the line; left out: what it does, and the name. */
  label?: string;
  reload: () => void;
  /** What comes of it, said before it is ended, where it cannot be had back. */
  warning?: string;
  /** Further buttons. */
  more?: Child;
}

/** Something that can be ended, in a list. */
export function EndableLine({ name, href, about, act, kept, path, done, label, reload, warning, more }: Props) {
  const run = () => request(path, { method: 'DELETE' });
  const ended = () => {
    showToast(done);
    reload();
  };
  const end = () =>
    warning ? ask({ title: `${act} “${name}”?`, about: warning, act, run, done: ended }) : run().then(ended);
  return (
    <li class="row between">
      <span>
        <strong>{href ? <a href={href}>{name}</a> : name}</strong> <small>{about}</small>
      </span>
      {kept ? (
        <span class="badge good">{kept}</span>
      ) : (
        <span class="row">
          {more}
          <Button text={act} label={label ?? `${act} ${name}`} look="danger" press={end} />
        </span>
      )}
    </li>
  );
}
