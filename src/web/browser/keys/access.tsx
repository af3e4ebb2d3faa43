import type { Child } from 'hono/jsx/dom';
import type { Query } from '../lib/request/query.ts';
import { request, type Schemas } from '../lib/request/request.ts';
import { fromNow } from '../lib/time.ts';
import { Button } from '../ui/button.tsx';
import { Section } from '../ui/section.tsx';
import { Loaded } from '../ui/states.tsx';
import { showToast } from '../ui/toast.tsx';
import { viewInWords } from './view-words.ts';

/** Links that show one view to people without a key. They are made where the view is, in Insights. */
export const Shares = ({ of: shares }: { of: Query<{ shares: Schemas['ListedShare'][] }> }) => (
  <Section id="shares" title="Shared views">
    <Loaded of={shares} lines={3}>
      {({ shares: all }) => {
        const living = all.filter(({ state }) => state === 'living');
        return living.length === 0 ? (
          <p class="hint">No view is shared. Open one under Insights and choose “Share”.</p>
        ) : (
          <ul class="plain-list">
            {living.map(({ id, name, view, actor, expires }) => (
              <Line
                key={id}
                name={name}
                about={
                  <>
                    <span title={view}>{viewInWords(view)}</span> · by {actor} · ends {fromNow(expires)}
                  </>
                }
                act="Stop sharing"
                path={`/manage/shares/${id}`}
                done="is no longer shared"
                reload={shares.reload}
              />
            ))}
          </ul>
        );
      }}
    </Loaded>
  </Section>
);

/** Who is signed in on pages. */
export const Sessions = ({ of: sessions }: { of: Query<{ sessions: Schemas['ListedSession'][] }> }) => (
  <Section id="sessions" title="Signed in">
    <Loaded of={sessions} lines={3}>
      {({ sessions: all }) => (
        <ul class="plain-list">
          {all.map(({ id, name, kind, created, expires, isOwn }) => (
            <Line
              key={id}
              name={name}
              about={`${kind} · signed in ${fromNow(created)} · ends ${fromNow(expires)}`}
              act={isOwn ? null : 'Sign out'}
              path={`/manage/sessions/${id}`}
              done="signed out"
              reload={sessions.reload}
            />
          ))}
        </ul>
      )}
    </Loaded>
  </Section>
);

interface LineProps {
  name: string;
  about: Child;
  /** What its button does; null: it is the session of this browser. */
  act: string | null;
  path: string;
  /** What is said of it after it was ended. */
  done: string;
  reload: () => void;
}

/** Something that can be ended. */
function Line({ name, about, act, path, done, reload }: LineProps) {
  const end = async () => {
    await request(path, { method: 'DELETE' });
    showToast(`“${name}” ${done}.`);
    reload();
  };
  return (
    <li class="row">
      <span>
        <strong>{name}</strong> <small>{about}</small>
      </span>
      {act ? (
        <Button text={act} label={`${act} ${name}`} look="danger" press={end} />
      ) : (
        <span class="badge good">This browser</span>
      )}
    </li>
  );
}
