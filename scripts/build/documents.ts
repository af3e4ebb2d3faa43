import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, posix } from 'node:path';
import { Marked, Renderer, type Tokens } from 'marked';
import type { SearchedSection } from '../../src/web/browser/docs/search-documents.ts';
import { isName } from '../../src/web/reference/names.ts';
import { evaluate } from './evaluate.ts';

const ROOT = join(import.meta.dirname, '../..');
const INDEX = 'docs/README.md';
const ROOT_DOCUMENTS = ['CHANGELOG.md', 'CONTRIBUTING.md', 'README.md', 'SECURITY.md'];
const PICTURES = ['docs/diagrams', 'docs/screenshots'];
const EXAMPLES = 'docs/guides/examples';
/** Address of the local server in documents, which the pages replace by their own. */
const LOCAL = /^http:\/\/localhost:8787(?=\/|$)/;

type Files = Map<string, string | Uint8Array>;

/** A part of the index with its documents. */
interface DocumentPart {
  title: string;
  documents: { path: string; title: string; description: string }[];
}

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** Returns the path of a document's page below `/docs/`, such as `guides/feeds`. */
export function pathOfDocument(file: string): string {
  if (file === INDEX) return 'manual';
  return file.startsWith('docs/')
    ? file.slice('docs/'.length, -'.md'.length)
    : file.slice(0, -'.md'.length).toLowerCase();
}

/** Files of all documents that have a page. */
export const DOCUMENT_FILES: readonly string[] = [
  ...ROOT_DOCUMENTS,
  ...globSync('docs/**/*.md', { cwd: ROOT }).map((file) => file.replaceAll('\\', '/')),
].sort();

/** Returns the parts of the documentation index: its headings of the second level, with the links in lists and tables. */
export function documentParts(): DocumentPart[] {
  const [, ...parts] = read(INDEX).split(/^## /m);
  return parts.map((part) => ({
    title: part.split('\n', 1)[0] ?? '',
    documents: Array.from(
      part.matchAll(/^[-|] \[([^\]]+)\]\(([^)]+)\.md\)(?: \||:) (.*?)(?: \|)?$/gm),
      ([, title = '', path = '', text = '']) => ({
        path: pathOfDocument(posix.join('docs', `${path}.md`)),
        title,
        description: sentenceOf(text),
      }),
    ),
  }));
}

const sentenceOf = (text: string): string => {
  const plain = text.replaceAll(/\[([^\]]*)\]\([^)]*\)|`/g, '$1');
  return `${plain.charAt(0).toUpperCase()}${plain.slice(1).replace(/\.$/, '')}.`;
};

/** Returns the module with the list of documents, which pages of the Worker link to. */
export function bundleDocumentList(): Files {
  const parts = documentParts().map(({ title, documents }) => ({
    title,
    documents: documents.map(({ path, title: name }) => ({ path, title: name })),
  }));
  const text = `// Written by \`npm run build\` from ${INDEX}.\nexport default ${JSON.stringify(parts)};\n`;
  return new Map([['src/web/shells/base/documents.generated.ts', text]]);
}

/** Renders all documents as static pages with their pictures, examples and the index of the search. */
export async function bundleDocuments(): Promise<Files> {
  const { renderDocument } =
    await evaluate<typeof import('../../src/web/documents/page.tsx')>('src/web/documents/page.tsx');
  const files: Files = new Map();
  const known = new Map(
    documentParts().flatMap(({ documents }) => documents.map((each) => [each.path, each] as const)),
  );
  const searched: SearchedSection[] = [];
  for (const file of DOCUMENT_FILES) {
    const path = pathOfDocument(file);
    const { title, html, sections, texts } = renderMarkdown(file);
    const { title: name = title, description = `${title}.` } = known.get(path) ?? {};
    const { body } = await renderDocument({ path, title: name, description, html, sections });
    files.set(`public/docs/${path}.html`, body);
    if (!known.has(path)) continue;
    for (const { id, heading, words } of texts)
      searched.push({ url: `/docs/${path}${id ? `#${id}` : ''}`, title: name, heading, words });
  }
  for (const file of filesIn(EXAMPLES)) {
    const path = file.slice('docs/'.length);
    const html = `<pre tabindex="0"><code>${escapeHtml(read(file))}</code></pre>`;
    const title = posix.basename(file);
    const { body } = await renderDocument({ path, title, description: `Example file ${title}.`, html, sections: [] });
    files.set(`public/docs/${path}.html`, body);
  }
  for (const file of PICTURES.flatMap(filesIn)) files.set(`public/${file}`, readFileSync(join(ROOT, file)));
  files.set('public/docs/search.json', JSON.stringify(searched));
  return files;
}

const filesIn = (folder: string): string[] =>
  existsSync(join(ROOT, folder))
    ? readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => posix.join(posix.relative(ROOT, parentPath), name))
    : [];

/** Head of a table without titles, such as a table of pictures. */
const EMPTY_HEAD = /<thead>\s*<tr>\s*(?:<th[^>]*><\/th>\s*)+<\/tr>\s*<\/thead>/g;

/** Returns the size of a diagram as attributes, so that the text below it does not move when it is loaded. */
function sizeOf(file: string, href: string): string {
  if (!/^[\w./-]+\.svg$/.test(href)) return '';
  const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(read(posix.join(posix.dirname(file), href))) ?? [];
  return width ? ` width="${width}" height="${height}"` : '';
}

interface RenderedMarkdown {
  title: string;
  html: string;
  sections: { id: string; heading: string }[];
  texts: { id: string; heading: string; words: string }[];
}

/** Renders a Markdown file, with links to the pages of other documents. */
function renderMarkdown(file: string): RenderedMarkdown {
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth, text }) {
        const id = anchorOf(text);
        const inside = this.parser.parseInline(tokens);
        return `<h${depth} id="${id}">${inside.includes('<a ') ? inside : `<a href="#${id}">${inside}</a>`}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const inside = this.parser.parseInline(tokens);
        const address = addressOf(file, href);
        return address === undefined ? inside : `<a href="${escapeHtml(address)}">${inside}</a>`;
      },
      image: ({ href, text }) =>
        `<img src="${escapeHtml(addressOf(file, href) ?? href)}" alt="${escapeHtml(text)}"${sizeOf(file, href)} loading="lazy">`,
      codespan: ({ text }) => `<code${isName(text) ? ' class="name"' : ''}>${escapeHtml(text)}</code>`,
      code: ({ text }) => `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`,
      table(table) {
        const html = Renderer.prototype.table.call(this, table);
        const heads = table.header.map(({ text }) => escapeHtml(plainOf(text)));
        let column = 0;
        return html.replaceAll(/<(tr|td)(?=[ >])/g, (tag: string, name: string) => {
          if (name === 'tr') column = 0;
          const head = name === 'td' && column++ > 0 ? heads[column - 1] : '';
          return head ? `${tag} data-head="${head}"` : tag;
        });
      },
      html: ({ text }) => text.replaceAll(/<!--[\s\S]*?-->/g, ''),
    },
  });
  const tokens = marked.lexer(read(file));
  const first = tokens.findIndex((token) => token.type === 'heading');
  const title = (tokens[first] as Tokens.Heading | undefined)?.text ?? file;
  tokens.splice(first, 1);
  const headings = tokens.filter((token): token is Tokens.Heading => token.type === 'heading');
  const texts = [{ id: '', heading: '', words: '' }];
  for (const token of tokens)
    if (token.type === 'heading') texts.push({ id: anchorOf(token.text), heading: plainOf(token.text), words: '' });
    else {
      const last = texts.at(-1);
      if (last) last.words += ` ${token.raw}`;
    }
  return {
    title: plainOf(title),
    html: marked.parser(tokens).replaceAll(EMPTY_HEAD, ''),
    sections: headings
      .filter(({ depth }) => depth === 2)
      .map(({ text }) => ({ id: anchorOf(text), heading: plainOf(text) })),
    texts: texts.map((each) => ({ ...each, words: distinctWords(each.words) })),
  };
}

/** Returns the anchor of a heading, as on GitHub. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

const plainOf = (markdown: string): string =>
  markdown.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[`*]/g, '');

const distinctWords = (markdown: string): string =>
  [
    ...new Set(
      markdown
        .replaceAll(/\]\([^)]*\)|<[^>]*>/g, ' ')
        .normalize('NFKD')
        .toLowerCase()
        .match(/[\p{L}\p{N}_]{2,}/gu) ?? [],
    ),
  ].join(' ');

/** Returns the address of a link on a page. Undefined for files without a page, such as source code. */
function addressOf(file: string, href: string): string | undefined {
  if (href.startsWith('#')) return href;
  if (LOCAL.test(href)) return href.replace(LOCAL, '') || '/';
  if (/^[a-z]+:/.test(href)) return href;
  const [path = '', anchor] = href.split('#');
  const target = posix.join(posix.dirname(file), path);
  const hash = anchor === undefined ? '' : `#${anchor}`;
  if (PICTURES.some((folder) => target.startsWith(`${folder}/`))) return `/${target}`;
  if (target.startsWith(`${EXAMPLES}/`) && extname(target)) return `/${target}`;
  return DOCUMENT_FILES.includes(target) ? `/docs/${pathOfDocument(target)}${hash}` : undefined;
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
