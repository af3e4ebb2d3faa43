import { Icon, type IconName } from '../base/icons.tsx';
import type { PagePath } from '../base/navigation.ts';

const PLACES: { path: PagePath; name: string; text: string; key: string; icon: IconName }[] = [
  {
    path: '/insights',
    name: 'Insights',
    icon: 'insights',
    text: 'What is rising and why, trending topics, growth, and popular content.',
    key: 'With a secret or operator key',
  },
  {
    path: '/content',
    name: 'Content',
    icon: 'content',
    text: 'Articles, sources, topics, companies and rules: find, edit, import, restore.',
    key: 'With an operator key',
  },
  {
    path: '/desk',
    name: 'Desk',
    icon: 'desk',
    text: 'The editors’ choice of each day: pick, order, preview, schedule.',
    key: 'With an operator key',
  },
  {
    path: '/embed',
    name: 'Embed',
    icon: 'embed',
    text: 'Choose filters and a look, see the feed live, and copy the code for a page.',
    key: 'With any key',
  },
  {
    path: '/alerts',
    name: 'Alerts',
    icon: 'alerts',
    text: 'Messages to a chat or a service when a topic or a story stands out.',
    key: 'With an operator key',
  },
  {
    path: '/operate',
    name: 'Operate',
    icon: 'operate',
    text: 'Whether everything works, in words, and what to do where it does not.',
    key: 'With an operator key',
  },
  {
    path: '/keys',
    name: 'Keys',
    icon: 'person',
    text: 'Who may read, publish and manage; shared views; who is signed in.',
    key: 'With an operator key',
  },
  {
    path: '/docs',
    name: 'API',
    icon: 'api',
    text: 'Every endpoint with its parameters and answers, to try on the page.',
    key: 'No key needed to read',
  },
];

/** Where to go from here, and what it takes. */
export const LinksSection = () => (
  <section aria-labelledby="pages">
    <h2 id="pages" class="quiet">
      Pages
    </h2>
    <ul class="places">
      {PLACES.map(({ path, name, text, key, icon }) => (
        <li>
          <Icon name={icon} />
          <h3>
            <a href={path}>{name}</a>
          </h3>
          <p>{text}</p>
          <small>{key}</small>
        </li>
      ))}
    </ul>
  </section>
);
