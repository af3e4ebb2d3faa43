import PARTS from './documents.generated.ts';

export interface DocumentSection {
  id: string;
  heading: string;
}

interface Props {
  /** Path of the current document below `/docs/`. */
  current?: string;
  sections?: readonly DocumentSection[];
}

export const DocumentList = ({ current, sections = [] }: Props) =>
  PARTS.map(({ title, documents }) => (
    <details class="documents" open={documents.some(({ path }) => path === current)}>
      <summary>{title}</summary>
      <ul>
        {documents.map(({ path, title: name }) => (
          <li>
            <a href={`/docs/${path}`} aria-current={path === current ? 'page' : undefined}>
              {name}
            </a>
            {path === current && sections.length > 1 ? <Sections sections={sections} /> : null}
          </li>
        ))}
      </ul>
    </details>
  ));

const Sections = ({ sections }: { sections: readonly DocumentSection[] }) => (
  <ul class="inside">
    {sections.map(({ id, heading }) => (
      <li>
        <a href={`#${id}`}>{heading}</a>
      </li>
    ))}
  </ul>
);

/** Returns the title of a document. Throws if the index of the documents does not list it. */
export function documentTitle(path: string): string {
  const known = PARTS.flatMap(({ documents }) => documents).find((document) => document.path === path);
  if (!known) throw new Error(`docs/README.md does not list ${path}.md`);
  return known.title;
}
