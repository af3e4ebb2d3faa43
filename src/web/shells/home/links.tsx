import { Icon, type IconName } from '../base/icons.tsx';
import { NAVIGATION, type PagePath } from '../base/navigation.ts';

const OPERATOR = 'With an operator key';

/** What each page is for, and what it takes. */
const ABOUT: Partial<Record<PagePath, readonly [text: string, key: string]>> = {
  '/insights': [
    'What is rising and why, trending topics, growth, and popular content.',
    'With a secret or operator key',
  ],
  '/content': ['Articles, sources, topics, companies and rules: find, edit, import, restore.', OPERATOR],
  '/desk': ['The editors’ choice of each day: pick, order, preview, schedule.', OPERATOR],
  '/embed': ['Choose filters and a look, see the feed live, and copy the code for a page.', 'With any key'],
  '/alerts': ['Messages to a chat or a service when a topic or a story stands out.', OPERATOR],
  '/operate': ['Whether everything works, in words, and what to do where it does not.', OPERATOR],
  '/keys': ['Who may read, publish and manage; shared views; who is signed in.', OPERATOR],
  '/docs': ['Every endpoint with its parameters and answers, to try on the page.', 'No key needed to read'],
};

/** Those of the navigation, and the keys before the reference. */
const LINKS: { path: PagePath; name: string; icon: IconName }[] = NAVIGATION.slice(1);
LINKS.splice(-1, 0, { path: '/keys', name: 'Keys', icon: 'person' });

/** Where to go from here. */
export const LinksSection = () => (
  <section aria-labelledby="pages">
    <h2 id="pages" class="quiet">
      Pages
    </h2>
    <ul class="places">
      {LINKS.map(({ path, name, icon }) => (
        <li>
          <Icon name={icon} />
          <h3>
            <a href={path}>{name}</a>
          </h3>
          <p>{ABOUT[path]?.[0]}</p>
          <small>{ABOUT[path]?.[1]}</small>
        </li>
      ))}
    </ul>
  </section>
);
