import { sql } from 'drizzle-orm';
import * as z from 'zod';
import { removeRule, restoreRule } from '../content/removal/remove-rule.ts';
import { ruleFields, ruleInput } from '../content/rules/rule-input.ts';
import { saveRules } from '../content/rules/rules.ts';
import { RESOURCE_ROWS, ruleIs } from '../content/things.ts';
import { tagRules as table } from '../db/schema.ts';
import { equals } from '../db/sql.ts';
import { parameterInvalid } from '../http/errors.ts';
import { choice } from '../lib/formats/params.ts';
import { orderByKey, orderByPair } from '../search/listing.ts';
import { RULE_KINDS } from '../tagging/rule-kinds.ts';
import { collection } from './core/collection.ts';
import { makeField } from './core/field.ts';
import { direction, longText } from './core/list.ts';
import { ANY_CHOICE, type ChoiceOption } from './core/look.ts';

const KIND_OPTIONS: readonly ChoiceOption[] = [
  ['topic', 'Topic'],
  ['company', 'Company'],
  ['country', 'Country'],
  ['geoGroup', 'Region'],
];

const CLAIMS = {
  kind: 'topic',
  ref: '41',
  words: ['claim', 'loss adjust*'],
  exclusions: ['claims to fame'],
  language: 'en',
};

const SYNTAX = `Rules find words and phrases as whole words in the title and the introduction. They ignore accents, and they ignore capitals except in
abbreviations of up to four letters (\`US\`, \`D&O\`). The last word also matches its English plural. With a \`*\` at its end it matches every
word that begins with it.

An exclusion that overlaps a word of its rule cancels the match there (*New Mexico* is not Mexico). An exclusion elsewhere in the
text prevents the rule from tagging that text. Words inside a longer name of a company, country or geo group do not count.

Companies, countries and geo groups are recognised by their names without a rule, and countries also by their demonyms. A rule adds to
these. Topics are recognised only by their rules. A rule with a language tags only articles in that language. A rule without words and
exclusions is removed.`;

const path = z.object({
  kind: z.enum(RULE_KINDS),
  ref: z.string().min(1).max(100).describe('Topic or company id, country code or geo group slug'),
});

const capitals = (kind: unknown, ref: unknown) => (kind === 'country' ? String(ref).toUpperCase() : String(ref));

const { shape } = ruleFields;

export const rules = collection({
  name: 'rules',
  one: 'rule',
  many: 'rules',
  kind: 'rule',
  schemas: { line: 'RuleInput', shown: 'Rule' },
  table,
  key: 'ref',
  fields: {
    kind: makeField('select', z.enum(RULE_KINDS), shape.kind, {
      label: 'Kind of tag',
      options: KIND_OPTIONS,
      isIdentity: true,
    }),
    ref: makeField('ref', z.string(), shape.ref, {
      label: 'Tag',
      isRequired: true,
      isIdentity: true,
      column: { isWide: true },
    }),
    words: makeField('lines', z.array(z.string()), shape.words, {
      label: 'Words',
      hint: 'Words or phrases, one per line. Any of them tags an article. A * at the end matches any ending',
      isWhole: true,
    }),
    exclusions: makeField('lines', z.array(z.string()), shape.exclusions, {
      label: 'Exceptions',
      hint: 'Phrases in which the words do not count, or that prevent the tag; one per line',
      isWhole: true,
      column: { isWide: true },
    }),
    language: makeField('text', z.string().nullable(), shape.language, {
      label: 'Language',
      hint: 'Such as de. The rule then tags only articles in this language. Leave empty for any language',
      maxLength: 3,
      column: {},
    }),
  },
  line: ruleInput,
  where: (ref) => ruleIs(ref.slice(0, ref.indexOf('/')), ref.slice(ref.indexOf('/') + 1)),
  refOf: ({ kind, ref }) => `${kind}/${capitals(kind, ref)}`,
  addresses: [
    {
      name: 'Rule',
      words: 'a rule',
      path,
      keyOf: ({ kind, ref }) => ({ kind, ref: capitals(kind, ref) }),
      example: CLAIMS,
    },
  ],
  example: CLAIMS,
  inputExample: { words: CLAIMS.words, exclusions: CLAIMS.exclusions, language: CLAIMS.language },
  put: { summary: 'Add, change or remove rules that tag articles', description: SYNTAX },
  list: {
    operationId: 'getRules',
    summary: 'List tagging rules by kind',
    search: 'Text that a word of the rule or the name of its tag must contain',
    filters: { kind: choice(RULE_KINDS, undefined).describe('Only rules for tags of this kind') },
    sorts: ['kind', '-kind'],
    most: 1000,
    listing: async (_, { search, kind, sort }) => ({
      ...RESOURCE_ROWS.rule,
      ...direction(sort),
      sort: `${sort} ${kind ?? ''}`,
      from: RESOURCE_ROWS.rule.table,
      where: equals([table.kind], [kind]),
      search:
        search === undefined
          ? undefined
          : {
              kind: 'rule',
              text: String(search),
              // The name lists identify a rule by its kind and `ref`, joined by a slash.
              isWanted: sql`(${table.kind}, ${table.ref}) = (substr(wanted.value, 1, instr(wanted.value, '/') - 1), substr(wanted.value, instr(wanted.value, '/') + 1))`,
              filters: [kind === undefined ? undefined : String(kind)],
              placeOf: ({ words: [ref = ''], filters: [own] }) => (kind === undefined ? [String(own), ref] : [ref]),
            },
      order:
        kind === undefined
          ? orderByPair(sql`${table.kind}`, sql`${table.ref}`, z.tuple([longText, longText]))
          : orderByKey(sql`${table.ref}`, longText),
    }),
  },
  page: {
    tab: 'Rules',
    search: 'Word or tag',
    title: 'words',
    columns: ['exclusions'],
    filters: [{ name: 'of', parameter: 'kind', label: 'Kind of tag', options: [ANY_CHOICE, ...KIND_OPTIONS] }],
    sorts: [
      ['kind', 'By tag'],
      ['-kind', 'Reverse order'],
    ],
    form: ['kind', 'ref', 'words', 'exclusions', 'language'],
  },
  printed: ['kind', 'ref', 'words', 'exclusions', 'language'],

  save: async ({ db, author }, lines, guard) => ({ refusals: await saveRules(db, lines, author, guard) }),
  async edit({ db, author }, value, guard) {
    if (value.words.length + value.exclusions.length === 0)
      throw parameterInvalid({ words: 'must contain a word unless exclusions does; use DELETE to remove a rule' });
    return { refusals: await saveRules(db, [{ line: 1, value }], author, guard) };
  },
  remove: ({ db, author }, rule, guard) => removeRule(db, rule, author, guard),
  restore: ({ db, author }, trashEntry) => restoreRule(db, trashEntry, author),
});
