import type { PagePath } from '../base/navigation.ts';

const PLACES: { path: PagePath; name: string; text: string; key: string }[] = [
  {
    path: '/insights',
    name: 'Insights',
    text: 'What readers engage with: trending topics, growth and what drives it, popular content.',
    key: 'secret key',
  },
  {
    path: '/content',
    name: 'Content',
    text: 'Articles, sources, topics and rules: find, change, import, restore.',
    key: 'operator key',
  },
  {
    path: '/embed',
    name: 'Embed',
    text: 'Pick filters, see the feed as it will look on a page, and copy the snippet.',
    key: 'publishable key',
  },
  {
    path: '/desk',
    name: 'Desk',
    text: 'The editors’ selection: order, preview, schedule, publish.',
    key: 'operator key',
  },
  {
    path: '/operate',
    name: 'Operate',
    text: 'Health of sources, queue, rankings and keys, in words.',
    key: 'operator key',
  },
  {
    path: '/docs',
    name: 'API',
    text: 'Every endpoint with its parameters and answers, to be tried in place.',
    key: 'no key',
  },
];

/** Where to go from here, and what it takes. */
export const LinksSection = () => (
  <section aria-labelledby="pages">
    <h2 id="pages">Pages</h2>
    <ul class="places">
      {PLACES.map(({ path, name, text, key }) => (
        <li>
          <h3>
            <a href={path}>{name}</a>
          </h3>
          <p>{text}</p>
          <span class="badge">{key}</span>
        </li>
      ))}
    </ul>
  </section>
);
