import { parseSync } from '@swc/core';

/** What the source code of a page says to people. */

type Node = Record<string, unknown> & { type?: string };

/** What is filled in. */
const FILLED = '{…}';
/** Elements that are a part of the sentence around them. */
const INLINE = new Set([
  'a',
  'b',
  'strong',
  'em',
  'i',
  'small',
  'code',
  'kbd',
  'span',
  'del',
  'ins',
  'time',
  'q',
  'abbr',
]);
/** Attributes that nobody reads. */
const SILENT =
  /^(class|id|for|href|src|rel|target|type|name|role|key|value|d|viewBox|fill|stroke.*|transform|preserveAspectRatio|method|action|scope|lang|dir|autocomplete|inputmode|enctype|loading|decoding|sizes|crossorigin|as|media|spellcheck|http-equiv|charset|data-.*|aria-(?!label$|description$|valuetext$|roledescription$).*|style|pattern|accept|wrap|property|path|content|referrerpolicy|script|needs|kind|sort|queryKey|interval|tabindex)$/;

/** The texts of a file in their order, each once. `isJsx`: the file may hold elements. Pure. */
export function textsOf(code: string, isJsx: boolean): string[] {
  const found: string[] = [];
  visit(parseSync(code, { syntax: 'typescript', tsx: isJsx }) as unknown as Node, found, false);
  return [...new Set(found.map((text) => text.replace(/\s+/g, ' ').trim()))].filter(isText);
}

/** Words, not only what is filled in and signs between. */
const isText = (text: string) => /\p{L}/u.test(text.replaceAll(FILLED, ''));

/** Strings that look like words, and are names of headers, keys, options and events. */
const NAMES = new Set(
  `Accept Authorization Bearer Content-Type ETag ArrowDown ArrowUp Backspace BroadcastChannel Delete Enter Escape Home End Tab UTC
  AbortError Element auto off medium short long numeric no-referrer light dark json click keydown`.split(/\s+/),
);

/** A string that is meant for people, as far as its shape says so. */
function isForPeople(text: string): boolean {
  const words = text.replaceAll(FILLED, 'x');
  if (NAMES.has(text)) return false;
  return (
    (/^[“‘]?\p{Lu}\p{Ll}/u.test(words) || /\p{L}[”’,.]* \p{L}/u.test(words) || /^, \p{L}/u.test(words)) &&
    !/[;={}]|^[./#]|\b(var|calc|repeat)\(|^[a-z]+\/[a-z]|^(https?|light) |^If-/.test(words)
  );
}

function visit(node: unknown, found: string[], isTable: boolean): void {
  if (Array.isArray(node)) {
    for (const each of node) visit(each, found, isTable);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  const one = node as Node;
  if (one.type === 'JSXElement' || one.type === 'JSXFragment') {
    element(one, found, isTable);
    return;
  }
  if (one.type === 'ImportDeclaration' || String(one.type).startsWith('Ts')) {
    // Types say nothing, but casts and `satisfies` hold expressions.
    if ('expression' in one) visit(one.expression, found, isTable);
    return;
  }
  if (one.type === 'StringLiteral' || one.type === 'TemplateLiteral') {
    const text = inline(one);
    if (isForPeople(text)) found.push(text);
    visit(one.expressions, found, isTable);
    return;
  }
  if (one.type === 'ConditionalExpression' && isWords(one)) {
    found.push(inline(one));
    return;
  }
  if (one.type === 'VariableDeclarator') {
    const name = (one.id as Node)?.value;
    visit(one.init, found, isTable || (typeof name === 'string' && /^[A-Z][A-Z_]+$/.test(name)));
    return;
  }
  // Tables of words have lower-case ones, too.
  if (one.type === 'KeyValueProperty' && isTable && (one.value as Node).type === 'StringLiteral') {
    const text = inline(one.value as Node);
    if ((/^\p{L}[\p{L} ’-]+$/u.test(text) || isForPeople(text)) && !NAMES.has(text)) found.push(text);
    return;
  }
  for (const value of Object.values(one)) visit(value, found, isTable);
}

/** An element: its attributes, what its children say together, and what blocks among them say. */
function element(one: Node, found: string[], isTable: boolean): void {
  const opening = one.opening as Node & { attributes?: Node[] };
  for (const attribute of opening?.attributes ?? []) {
    const name = String((attribute.name as Node)?.value ?? '');
    if (SILENT.test(name)) continue;
    const value = attribute.value as Node | undefined;
    if (value?.type === 'StringLiteral' && !NAMES.has(inline(value))) found.push(inline(value));
    else visit(value ?? attribute, found, isTable);
  }
  let sentence = '';
  const end = () => {
    if (isText(sentence)) found.push(sentence);
    sentence = '';
  };
  for (const child of one.children as Node[]) {
    if (isBlock(child)) {
      end();
      visit(child, found, isTable);
    } else {
      sentence += inline(child);
      inside(child, found, isTable);
    }
  }
  end();
}

const isBlock = (node: Node): boolean => {
  if (node.type === 'JSXExpressionContainer') return !isWords(node.expression as Node) && holdsElement(node.expression);
  return node.type === 'JSXFragment' || (node.type === 'JSXElement' && !INLINE.has(nameOf(node)));
};

const nameOf = ({ opening }: Node): string => String(((opening as Node)?.name as Node)?.value ?? '');

/** What an inline element, or an expression beside text, says besides the sentence: its attributes, and strings within calls. */
function inside(node: Node, found: string[], isTable: boolean): void {
  if (node.type === 'JSXElement')
    for (const attribute of (node.opening as Node & { attributes: Node[] }).attributes) {
      const name = String((attribute.name as Node)?.value ?? '');
      const value = attribute.value as Node | undefined;
      if (!SILENT.test(name) && value?.type === 'StringLiteral') found.push(inline(value));
    }
  else if (node.type === 'JSXExpressionContainer' && inline(node) === FILLED) visit(node.expression, found, isTable);
}

/** A choice between words. */
function isWords(node: Node): boolean {
  if (node.type === 'ParenthesisExpression') return isWords(node.expression as Node);
  if (node.type === 'StringLiteral' || node.type === 'TemplateLiteral') return true;
  if (node.type === 'ConditionalExpression') {
    const sides = [node.consequent as Node, node.alternate as Node];
    return (
      sides.some((side) => isWords(side) && isText(inline(side)) && / |^\p{Lu}\p{Ll}/u.test(inline(side))) &&
      sides.every(isWordsOrNothing)
    );
  }
  return node.type === 'NullLiteral';
}

const isWordsOrNothing = (node: Node): boolean =>
  isWords(node) ||
  node.type === 'NullLiteral' ||
  node.type === 'Identifier' ||
  node.type === 'MemberExpression' ||
  node.type === 'CallExpression';

const holdsElement = (node: unknown): boolean => {
  if (Array.isArray(node)) return node.some(holdsElement);
  if (typeof node !== 'object' || node === null) return false;
  const one = node as Node;
  return one.type === 'JSXElement' || one.type === 'JSXFragment' || Object.values(one).some(holdsElement);
};

/** What a part of a sentence says. */
function inline(node: Node): string {
  switch (node.type) {
    case 'JSXText':
      return String(node.value)
        .replace(/\s*\n\s*/g, '\n')
        .replace(/^\n|\n$/g, '')
        .replaceAll('\n', ' ');
    case 'StringLiteral':
      return String(node.value);
    case 'TemplateLiteral': {
      const expressions = node.expressions as Node[];
      return (node.quasis as { cooked?: string; raw: string }[])
        .map(({ cooked, raw }, i) => (cooked ?? raw) + (expressions[i] ? inline(expressions[i]) : ''))
        .join('');
    }
    case 'ConditionalExpression':
      return isWords(node)
        ? `[${[node.consequent, node.alternate].map((side) => inline(side as Node)).join(' | ')}]`
        : FILLED;
    case 'NullLiteral':
      return '';
    case 'ParenthesisExpression':
    case 'JSXExpressionContainer':
      return inline(node.expression as Node);
    case 'JSXEmptyExpression':
      return '';
    case 'JSXElement':
      return INLINE.has(nameOf(node)) ? (node.children as Node[]).map(inline).join('') : FILLED;
    default:
      return FILLED;
  }
}
