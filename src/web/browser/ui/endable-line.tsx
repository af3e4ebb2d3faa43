import type { Child } from 'hono/jsx/dom';
import { request } from '../lib/request.ts';
import { ask, Button, showToast } from './actions.tsx';

interface Props {
  name: string;
  href?: string;
  about: Child;
  act: string;
  /** Reason why the entry cannot be ended. It is shown instead of the button. */
  keepReason?: string | false;
  path: string;
  done: string;
  label?: string;
  reload: () => void;
  warning?: string;
  more?: Child;
}

export function EndableLine({ name, href, about, act, keepReason, path, done, label, reload, warning, more }: Props) {
  const run = () => request(path, { method: 'DELETE' });
  const ended = () => {
    showToast(done);
    reload();
  };
  const end = () =>
    warning ? ask({ title: `${act} “${name}”?`, about: warning, act, run, done: ended }) : run().then(ended);
  return (
    <li class="row between endable">
      <span>
        <strong>{href ? <a href={href}>{name}</a> : name}</strong> <small>{about}</small>
      </span>
      {keepReason ? (
        <span class="badge good">{keepReason}</span>
      ) : (
        <span class="row">
          {more}
          <Button text={act} look="danger" label={label ?? `${act} ${name}`} press={end} />
        </span>
      )}
    </li>
  );
}
