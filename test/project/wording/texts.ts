import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ts } from '@ts-morph/common';
import { MIN_MESSAGE_WORDS, type TextKind } from './rules.ts';

export interface CheckedText {
  file: string;
  line: number;
  kind: TextKind;
  text: string;
}

/** Files that contain word lists of languages, which are data. */
const WORD_LISTS = /^src\/(tagging|content\/(language|index|stories))/;

const squeeze = (text: string): string => text.replace(/\s+/g, ' ').trim();

function commentsOf(source: ts.SourceFile, node: ts.Node, known: Set<number>): [at: number, text: string][] {
  const text = source.text;
  const ranges = [
    ...(ts.getLeadingCommentRanges(text, node.pos) ?? []),
    ...(ts.getTrailingCommentRanges(text, node.end) ?? []),
  ].filter(({ pos }) => !known.has(pos));
  return ranges.map(({ pos, end }) => {
    known.add(pos);
    const comment = text
      .slice(pos, end)
      .replace(/^\/\*\*?|\*\/$|^\/\//g, '')
      .replace(/\n\s*\*/g, ' ');
    return [pos, squeeze(comment.replace(/`[^`]*`/g, 'x'))];
  });
}

/** Returns the text of a literal that is long enough to be a message; undefined for SQL and other nodes. */
function messageOf(node: ts.Node): string | undefined {
  if (!ts.isStringLiteralLike(node) && !ts.isTemplateExpression(node)) return undefined;
  if (ts.isTaggedTemplateExpression(node.parent) || ts.isImportDeclaration(node.parent)) return undefined;
  const text = squeeze(
    node
      .getText()
      .slice(1, -1)
      .replace(/\$\{[^}]*\}/g, 'x')
      .replace(/`[^`]*`/g, 'x'),
  );
  return text.split(' ').length < MIN_MESSAGE_WORDS || /\b(SELECT|INSERT|UPDATE|WHERE)\b/.test(text) ? undefined : text;
}

export function textsOfSource(root: string, file: string): CheckedText[] {
  const isTsx = file.endsWith('x');
  const text = readFileSync(join(root, file), 'utf8');
  const kind = isTsx ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const known = new Set<number>();
  const found: CheckedText[] = [];
  const add = (at: number, of: TextKind, words: string) =>
    found.push({ file, line: source.getLineAndCharacterOfPosition(at).line + 1, kind: of, text: words });
  const visit = (node: ts.Node): void => {
    for (const [at, comment] of commentsOf(source, node, known)) add(at, 'comment', comment);
    const message = file.startsWith('src/web/') || WORD_LISTS.test(file) ? undefined : messageOf(node);
    if (message) add(node.getStart(), 'message', message);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Sentences of a Markdown file, without code. Each row of a table is one text. */
export function textsOfDocument(root: string, file: string): CheckedText[] {
  const text = readFileSync(join(root, file), 'utf8').replace(/```[\s\S]*?```/g, (code) => code.replace(/[^\n]/g, ''));
  const found: CheckedText[] = [];
  let line = 1;
  for (const paragraph of text.split(/(?<=\n)(?=\n|[-*|#\d>] ?)/)) {
    const words = squeeze(
      paragraph
        .replace(/<[^>]*>/g, '')
        .replace(/`[^`]*`/g, 'x')
        .replace(/\]\([^)]*\)/g, ']')
        .replace(/^\s*(?:[-*#>]+|\d+\.)\s/, ''),
    );
    const sentences = words.startsWith('|') ? [words] : words.split(/(?<=[.!?:])\s+(?=[A-Z“"[*])/);
    for (const sentence of sentences) if (sentence) found.push({ file, line, kind: 'document', text: sentence });
    line += paragraph.split('\n').length - 1;
  }
  return found;
}

export const sourceFiles = (root: string): string[] =>
  globSync('src/**/*.{ts,tsx}', { cwd: root }).filter((file) => !/\.d\.ts$|\.generated\./.test(file));

export const documentFiles = (root: string): string[] =>
  globSync('{*.md,docs/**/*.md}', { cwd: root }).filter((file) => !/^(CHANGELOG|docs\/measured)/.test(file));
