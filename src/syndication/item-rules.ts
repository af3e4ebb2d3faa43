import * as z from 'zod';
import { phraseInput } from '../content/rules/rule-input.ts';
import { HOST_PATTERN, likePattern } from '../lib/hosts/host.ts';
import { parseSourcePrefix, urlKey } from '../lib/url.ts';
import { rulePhrases } from '../tagging/phrase.ts';
import { Trie } from '../tagging/trie.ts';
import { wordsOf } from '../tagging/words.ts';

/** This module applies a source's rules for feed items, such as `drop category: Sport`. (docs/decisions.md#S17) */

const ITEM_RULE =
  /^(?<action>drop|keep)\s+(?<field>words|category|author|address)\s*:\s*(?<value>.+?)(?:\s+in\s+(?<feed>https?:\/\/\S+))?$/i;
export const MAX_ITEM_RULES = 100;

interface ItemRule {
  action: 'drop' | 'keep';
  field: 'words' | 'category' | 'author' | 'address';
  value: string;
  feed: string | null;
}

function parseItemRule(line: string): ItemRule | null {
  const { action, field, value = '', feed } = ITEM_RULE.exec(line.trim())?.groups ?? {};
  if (!action || !field) return null;
  const address = feed === undefined ? null : (URL.parse(feed)?.href ?? null);
  return {
    action: action.toLowerCase() as ItemRule['action'],
    field: field.toLowerCase() as ItemRule['field'],
    value,
    feed: address,
  };
}

const written = ({ action, field, value, feed }: ItemRule): string =>
  `${action} ${field}: ${value}${feed === null ? '' : ` in ${feed}`}`;

export const itemRuleInput = z
  .string()
  .max(2500)
  .transform((line, ctx) => {
    const rule = parseItemRule(line);
    const fault = rule ? faultOf(rule) : 'must have the form of “drop category: Sport” or “keep words: insur*”';
    if (rule && fault === null) return written(rule);
    ctx.addIssue({ code: 'custom', message: fault ?? '' });
    return z.NEVER;
  })
  .meta(
    likePattern(`(drop|keep) ((words|category|author): [A-Za-z]{3,30}\\*?|address: ${HOST_PATTERN}(/[a-z]{1,20})?)`),
  );

function faultOf({ field, value }: ItemRule): string | null {
  if (field === 'address')
    return parseSourcePrefix(value) ? null : 'must be a host, with or without a path, such as example.com/sport';
  return phraseInput.safeParse(value).error?.issues[0]?.message ?? null;
}

export interface RuledItem {
  title: string;
  introduction: string;
  categories: readonly string[];
  authors: readonly string[];
  url: string;
}

/** Returns true if no `drop` rule matches the item. If there are `keep` rules, at least one of them must match. */
export type ItemFilter = (item: RuledItem) => boolean;

export function compileItemRules(lines: readonly string[], names: readonly string[]): ItemFilter {
  const rules = lines
    .flatMap((line) => parseItemRule(line) ?? [])
    .filter(({ feed }) => feed === null || names.includes(feed))
    .map((rule) => ({ ...rule, isMet: conditionOf(rule) }));
  const [drops, keeps] = (['drop', 'keep'] as const).map((wanted) => rules.filter(({ action }) => action === wanted));
  return (item) =>
    !drops?.some(({ isMet }) => isMet(item)) && (!keeps?.length || keeps.some(({ isMet }) => isMet(item)));
}

function conditionOf({ field, value }: ItemRule): (item: RuledItem) => boolean {
  if (field === 'address') {
    const prefix = parseSourcePrefix(value);
    const [host, start] = [`${prefix?.domain}/`, `${prefix?.domain}${prefix?.path}`];
    return ({ url }) => urlKey(url).startsWith(host) && urlKey(url).startsWith(start);
  }
  if (field === 'category') {
    const wanted = formsOf(value);
    const isOpen = value.trim().endsWith('*');
    return ({ categories }) =>
      categories.some((category) => (isOpen ? formsOf(category).startsWith(wanted) : formsOf(category) === wanted));
  }
  const trie = new Trie<true>();
  for (const phrase of rulePhrases(value)) trie.add(phrase, true);
  const isIn = (text: string) => trie.find(wordsOf(text)).length > 0;
  return field === 'author'
    ? ({ authors }) => authors.some(isIn)
    : ({ title, introduction }) => isIn(title) || isIn(introduction);
}

const formsOf = (text: string): string =>
  wordsOf(text)
    .map(({ form }) => form)
    .join(' ');
