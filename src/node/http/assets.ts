import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';

interface Asset {
  body: Buffer<ArrayBuffer>;
  headers: [name: string, value: string][];
  etag: string;
}

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/vnd.microsoft.icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

const HTML = /\.html$/;
const OTHER_FORM = /(\.html|\/)$/;

interface HeaderRule {
  pattern: RegExp;
  headers: [name: string, value: string][];
}

/** Serves the static files of a folder without calling the Worker. Adds the headers from the file `_headers`. */
export class Assets {
  readonly #folder: string;
  /** Paths of the files by URL path. HTML files have no extension in the URL, as on Cloudflare. */
  readonly #paths: ReadonlyMap<string, string>;
  readonly #rules: HeaderRule[];
  readonly #loaded = new Map<string, Asset>();

  constructor(folder: string) {
    this.#folder = folder;
    this.#paths = new Map((existsSync(folder) ? pathsOf(folder) : []).map((path) => [path.replace(HTML, ''), path]));
    this.#rules = existsSync(join(folder, '_headers'))
      ? parseRules(readFileSync(join(folder, '_headers'), 'utf8'))
      : [];
  }

  answer({ method, url, headers: requestHeaders }: Pick<Request, 'method' | 'url' | 'headers'>): Response | null {
    if (method !== 'GET' && method !== 'HEAD') return null;
    const path = pathOf(url);
    const file = this.#paths.get(path);
    if (!file) return this.#redirect(path);
    const { body, headers, etag } = this.#load(path, file);
    const ifNoneMatch = requestHeaders.get('If-None-Match');
    const isKnown = ifNoneMatch?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) ?? false;
    if (isKnown)
      return new Response(null, { status: 304, headers: headers.filter(([name]) => name !== 'Content-Type') });
    return new Response(method === 'HEAD' ? null : body, { headers });
  }

  /** Redirects `/docs/faq.html` and `/docs/faq/` to `/docs/faq`. */
  #redirect(path: string): Response | null {
    const target = path.replace(OTHER_FORM, '');
    if (target === path || !this.#paths.get(target)?.endsWith('.html')) return null;
    return new Response(null, { status: 307, headers: { Location: target } });
  }

  #load(path: string, file: string): Asset {
    const known = this.#loaded.get(path);
    if (known) return known;
    const body = readFileSync(join(this.#folder, file));
    const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"`;
    const headers = new Headers({
      'Cache-Control': 'public, max-age=0, must-revalidate',
      'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
      ETag: etag,
    });
    for (const rule of this.#rules)
      if (rule.pattern.test(path)) for (const [name, value] of rule.headers) headers.set(name, value);
    const asset = { body, headers: [...headers], etag };
    this.#loaded.set(path, asset);
    return asset;
  }
}

function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  const end = url.slice(start).search(/[?#]/);
  return end < 0 ? url.slice(start) : url.slice(start, start + end);
}

const pathsOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `/${relative(folder, join(parentPath, name)).replaceAll(sep, '/')}`)
    .filter((path) => path !== '/_headers');

/** Parses a `_headers` file: a path, followed by one indented header per line. */
function parseRules(text: string): HeaderRule[] {
  const rules: HeaderRule[] = [];
  for (const line of text.split('\n').filter((each) => each.trim() !== '')) {
    const [, name = '', value = ''] = /^\s+([\w-]+):\s*(.*)$/.exec(line) ?? [];
    if (name) rules.at(-1)?.headers.push([name, value]);
    else rules.push({ pattern: patternOf(line.trim()), headers: [] });
  }
  return rules;
}

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`);
