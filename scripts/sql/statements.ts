import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';

const HOLE = '\u0024{}';

/** An SQL text: an `sql` template, or an argument of `sql.raw`. */
export interface SqlText {
  file: string;
  /** Text with a placeholder for each interpolated value. */
  text: string;
}

export interface FoundStatements {
  texts: SqlText[];
  /** Number of query builder calls that begin a statement. */
  builder: number;
}

type Node = Record<string, unknown> & { type?: string };

const BEGINNINGS = new Set(['select', 'selectDistinct', 'insert', 'update', 'delete']);
/** Names of database handles. They are needed because maps also have a method `delete`. */
const DATABASES = new Set(['db', 'database', 'tx']);
/** Files without any of these words contain no SQL. Most browser files are therefore not parsed. */
const SPEAKING = new RegExp(`\\b(sql|openDb|${[...DATABASES].join('|')})\\b`);

export function statementsIn(folder: string): FoundStatements {
  const found: FoundStatements = { texts: [], builder: 0 };
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  for (const file of files.filter((name) => /(?<![.]d)[.]tsx?$/.test(name))) {
    const code = readFileSync(join(folder, file), 'utf8');
    if (SPEAKING.test(code)) visit(parse(code, file), file, found);
  }
  return found;
}

export function statementsOf(code: string, file = 'code.ts'): FoundStatements {
  const found: FoundStatements = { texts: [], builder: 0 };
  visit(parse(code, file), file, found);
  return found;
}

const parse = (code: string, file: string): Node =>
  parseSync(code, { syntax: 'typescript', tsx: file.endsWith('x') }) as unknown as Node;

function visit(node: unknown, file: string, found: FoundStatements): void {
  if (Array.isArray(node)) for (const each of node) visit(each, file, found);
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
  const one = node as Node;
  if (one.type === 'TaggedTemplateExpression' && nameOf(one.tag) === 'sql')
    found.texts.push({ file, text: textOf(one.template as Node) });
  if (one.type === 'CallExpression') {
    const { object, property } = one.callee as { object?: unknown; property?: unknown };
    const [method, on] = [nameOf(property), nameOf(object)];
    if (on === 'sql' && method === 'raw')
      for (const text of templatesIn(one.arguments)) found.texts.push({ file, text });
    const isDatabase = DATABASES.has(on) || nameOf((object as Node)?.callee) === 'openDb';
    if (isDatabase && BEGINNINGS.has(method)) found.builder++;
  }
  for (const value of Object.values(one)) visit(value, file, found);
}

const nameOf = (node: unknown): string => ((node as Node)?.type === 'Identifier' ? String((node as Node).value) : '');

const textOf = ({ quasis }: Node): string =>
  (quasis as { cooked?: string; raw: string }[]).map(({ cooked, raw }) => cooked ?? raw).join(HOLE);

function templatesIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(templatesIn);
  if (typeof node !== 'object' || node === null) return [];
  const one = node as Node;
  if (one.type === 'TaggedTemplateExpression') return [];
  if (one.type === 'TemplateLiteral') return [textOf(one), ...templatesIn(one.expressions)];
  if (one.type === 'StringLiteral') return [String(one.value)];
  return Object.values(one).flatMap(templatesIn);
}
