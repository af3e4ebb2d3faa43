import { htmlPage, type Page } from '../../delivery/html-page.tsx';

/** A shared view as a page: lists in the order of the answer, without scripts. */

interface Item {
  title: string | null;
  url: string | null;
  source: string | null;
}
interface Topic {
  name: string;
  growthPercent?: number | null;
}
interface Level {
  slug: string;
  index: number | null;
}

/** The lists that answers of analytics hold. */
export interface ViewData {
  items?: Item[];
  topics?: Topic[];
  coTopics?: Topic[];
  groups?: { group: string; items: Item[] }[];
  days?: { date: string; index: number | null }[];
  annotations?: { date: string; text: string }[];
  companyTypes?: Level[];
  regions?: Level[];
  seniorities?: Level[];
}

const LOOK = { theme: 'auto', accent: undefined } as const;

const Items = ({ items }: { items: Item[] }) => (
  <ol>
    {items.map(({ title, url, source }) => (
      <li>
        {url ? (
          <a href={url} target="_blank" rel="noopener noreferrer">
            {title}
          </a>
        ) : (
          title
        )}{' '}
        <small>{source}</small>
      </li>
    ))}
  </ol>
);

const growth = (percent: number | null | undefined) => {
  if (percent === undefined) return '';
  return percent === null ? 'new' : `${percent > 0 ? '+' : ''}${percent}%`;
};

const Topics = ({ topics }: { topics: Topic[] }) => (
  <ol>
    {topics.map(({ name, growthPercent }) => (
      <li>
        {name} <small>{growth(growthPercent)}</small>
      </li>
    ))}
  </ol>
);

const Rows = ({ rows }: { rows: [name: string, value: string | number | null][] }) => (
  <table>
    {rows.map(([name, value]) => (
      <tr>
        <th scope="row">{name}</th>
        <td>{value ?? '–'}</td>
      </tr>
    ))}
  </table>
);

export const sharePage = (name: string, data: ViewData, until: string): Promise<Page> => {
  const levels = [...(data.companyTypes ?? []), ...(data.regions ?? []), ...(data.seniorities ?? [])];
  return htmlPage(
    name,
    LOOK,
    <div>
      <h1>{name}</h1>
      {data.items ? <Items items={data.items} /> : null}
      {data.topics ? <Topics topics={data.topics} /> : null}
      {data.coTopics ? <Topics topics={data.coTopics} /> : null}
      {data.groups?.map(({ group, items }) => (
        <section>
          <h2>{group}</h2>
          <Items items={items} />
        </section>
      ))}
      {data.days ? <Rows rows={data.days.map(({ date, index }) => [date, index])} /> : null}
      {data.annotations ? <Rows rows={data.annotations.map(({ date, text }) => [date, text])} /> : null}
      {levels.length > 0 ? <Rows rows={levels.map(({ slug, index }) => [slug, index])} /> : null}
      <p>
        <small>Shared until {until}</small>
      </p>
    </div>,
  );
};

/** In place of a share that has ended, or never was. */
export const endedPage = (): Promise<Page> =>
  htmlPage(
    'Link not valid',
    LOOK,
    <div class="notice">
      <h1>This link is not valid</h1>
      <p>It may have expired or been revoked. Ask the person who sent it for a new one.</p>
    </div>,
  );
