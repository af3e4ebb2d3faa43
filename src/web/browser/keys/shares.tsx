import type { Query } from '../lib/query.ts';
import type { Schemas } from '../lib/request.ts';
import { fromNow } from '../lib/time.ts';
import { EndableLine } from '../ui/endable-line.tsx';
import { Loaded, Section } from '../ui/parts.tsx';
import { pageOf, viewInWords } from './view-words.ts';

interface ShareLinksProps {
  of: Query<{ shares: Schemas['ListedShare'][] }>;
  look?: string;
}

export const ShareLinks = ({ of: shares, look = '' }: ShareLinksProps) => (
  <Section id="shares" class={`card ${look}`} title="Shared links" note="anyone with the link can see the view">
    <Loaded of={shares} what="the shared links" lines={1}>
      {({ shares: all }) => {
        const living = all.filter(({ state }) => state === 'living');
        return living.length === 0 ? (
          <p class="hint">No shared views. Open a view under Insights and choose “Share”.</p>
        ) : (
          <ul class="plain-list shares">
            <li class="row between endable head" aria-hidden="true">
              <span>
                <small>View</small>
                <small>
                  <span>For</span>
                  <span>By</span>
                  <span>Expires</span>
                </small>
              </span>
            </li>
            {living.map(({ id, name, view, names, actor, expires }) => (
              <EndableLine
                key={id}
                name={viewInWords(view, names)}
                {...(names.includes(null) ? {} : { href: pageOf(view) })}
                about={
                  <>
                    <span>
                      <i>for </i>
                      {name}
                    </span>{' '}
                    <span>
                      <i>by </i>
                      {actor}
                    </span>{' '}
                    <span>
                      <i>expires </i>
                      {fromNow(expires)}
                    </span>
                  </>
                }
                act="Stop sharing"
                label={`Stop sharing ${name}`}
                path={`/manage/shares/${id}`}
                done={`“${name}” is no longer shared.`}
                reload={shares.reload}
              />
            ))}
          </ul>
        );
      }}
    </Loaded>
  </Section>
);
