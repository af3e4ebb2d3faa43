import type { Random } from '../../../src/demo/random.ts';
import type { Editor } from './editor.ts';
import { type Content, type ContentRecord, KINDS, type Kind } from './newsroom.ts';

/** One editor’s action that changes content. */
export interface Step {
  /** Description for the report, such as `delete topics 3`. */
  name: string;
  /** Whether the pages must ask before the action, because it removes records. */
  isAsked: boolean;
  /** Presses the buttons up to the question if there is one, otherwise up to the change. */
  act(editor: Editor): Promise<void>;
  /** Confirms the question. */
  confirm?(editor: Editor): Promise<void>;
  /** Keys of the records that may change besides names in other records. `null` if the action may change any. */
  changes: readonly string[] | null;
}

export interface Choice {
  content: Content;
  random: Random;
  /** Number of the step, which makes new names unique. */
  count: number;
}

const WORDS = [
  'Quake',
  'storm',
  'Łódź',
  '“quoted”',
  'a & b <i>',
  'حريق',
  '保険',
  'treaty',
  'renewal',
  '  spaced  ',
  '100%',
  "o'clock",
];
const MERGED: readonly Kind[] = ['topics', 'companies', 'sources'];
const TITLES: Record<Kind, string> = {
  ...{ articles: 'Headline', topics: 'Name', companies: 'Name', sources: 'Name' },
  ...{ 'geo-groups': 'Name', rules: 'Words' },
};
const MORE_FIELDS: Partial<Record<Kind, readonly string[]>> = {
  articles: ['Introduction', 'Section', 'Client', 'Authors'],
  topics: ['Description'],
  sources: ['Client'],
  rules: ['Exceptions'],
};
/** Lists with a name that is one word on buttons: `New topic`. */
const ONE: Partial<Record<Kind, string>> = { topics: 'topic', companies: 'company', articles: 'article' };

const text = (random: Random): string =>
  Array.from({ length: random.int(1, 4) }, () => random.pick(WORDS))
    .join(' ')
    .trim();

function pickRecord({ content, random }: Choice, kinds: readonly Kind[]): [Kind, ContentRecord] | null {
  const kind = random.pick(kinds);
  const records = content[kind];
  return records.length > 0 ? [kind, random.pick(records)] : null;
}

type MakeStep = (choice: Choice) => Step | null;

const editText: MakeStep = (choice) => {
  const picked = pickRecord(choice, KINDS);
  if (!picked) return null;
  const [kind, { key }] = picked;
  const { random, count } = choice;
  const label = random.pick([TITLES[kind], TITLES[kind], ...(MORE_FIELDS[kind] ?? [])]);
  const typed = `${text(random)} ${count}`;
  return {
    name: `edit ${kind} ${key}: ${label} = ${typed}`,
    isAsked: false,
    changes: [`${kind} ${key}`],
    act: async (editor) => {
      await editor.open(kind, key);
      await editor.page.locator('.form').getByLabel(label, { exact: true }).fill(typed);
      await editor.press(editor.button('Save'));
    },
  };
};

const retagArticle: MakeStep = ({ content, random }) => {
  const article = content.articles.length > 0 ? random.pick(content.articles) : null;
  const names = (article?.topicNames ?? []) as string[];
  const others = content.topics.map(({ name }) => String(name)).filter((name) => !names.includes(name));
  if (!article) return null;
  const [removed, added] = [random.chance(0.5) ? names[0] : undefined, random.chance(0.6) ? others.at(-1) : undefined];
  if (!removed && !added) return null;
  return {
    name: `retag articles ${article.key}: without ${removed}, with ${added}`,
    isAsked: false,
    changes: [`articles ${article.key}`, `tags ${article.key}`],
    act: async (editor) => {
      await editor.open('articles', article.key);
      const form = editor.page.locator('.form');
      if (removed) await editor.press(form.getByRole('button', { name: `Remove ${removed}`, exact: true }));
      if (added) await editor.choose(form.getByRole('combobox', { name: 'Topics', exact: true }), added);
      await editor.press(editor.button('Save'));
    },
  };
};

const create: MakeStep = ({ random, count }) => {
  const kind = random.pick(['topics', 'companies', 'articles'] as const);
  const name = `${text(random)} ${count}`;
  return {
    name: `create ${kind}: ${name}`,
    isAsked: false,
    changes: [],
    act: async (editor) => {
      await editor.openTab(kind);
      await editor.press(editor.page.getByRole('link', { name: `New ${ONE[kind]}`, exact: true }));
      const form = editor.page.locator('.form');
      if (kind === 'articles')
        await form
          .getByLabel('Address', { exact: true })
          .fill(`https://source-1.example/new/${encodeURIComponent(name)}`);
      await form.getByLabel(TITLES[kind], { exact: true }).fill(name);
      if (kind === 'companies') await form.getByLabel('Kind', { exact: true }).fill('Broker');
      if (kind === 'topics') await form.getByLabel('Slug', { exact: true }).fill(`new-${count}`);
      if (kind === 'articles') await form.getByLabel('Published', { exact: true }).fill('2026-11-02T10:15');
      await editor.press(editor.button('Save'));
    },
  };
};

const remove: MakeStep = (choice) => {
  const picked = pickRecord(choice, KINDS);
  if (!picked) return null;
  const [kind, { key }] = picked;
  return {
    name: `delete ${kind} ${key}`,
    isAsked: true,
    changes: null,
    act: async (editor) => {
      await editor.open(kind, key);
      await editor.press(editor.button('Delete'));
    },
    confirm: (editor) => editor.press(editor.button('Delete', editor.dialog)),
  };
};

const merge: MakeStep = (choice) => {
  const picked = pickRecord(choice, MERGED);
  if (!picked) return null;
  const [kind, record] = picked;
  const others = choice.content[kind].filter(({ key }) => key !== record.key);
  if (others.length === 0) return null;
  const into = choice.random.pick(others);
  return {
    name: `merge ${kind} ${record.key} into ${into.key}`,
    isAsked: true,
    changes: null,
    act: async (editor) => {
      await editor.open(kind, record.key);
      await editor.press(editor.button('Merge'));
      const name = String(into.name);
      await editor.choose(
        editor.dialog.getByRole('combobox'),
        name,
        kind === 'sources' ? `${name} (${into.domain})` : name,
      );
    },
    confirm: async (editor) => {
      await editor.dialog.locator('.moves-to, .fault').first().waitFor();
      await editor.press(editor.button('Merge', editor.dialog));
    },
  };
};

async function select(editor: Editor, kind: Kind, keys: readonly string[]): Promise<void> {
  await editor.openTab(kind);
  for (const key of keys) {
    const row = editor.page
      .locator('.things tbody tr')
      .filter({ has: editor.page.locator(`th a[href$="id=${encodeURIComponent(key)}"]`) });
    editor.presses += 1;
    await row.getByRole('checkbox').check();
  }
}

function some({ content, random }: Choice, kind: Kind): string[] {
  const records = random.shuffle(content[kind]).slice(0, random.int(2, 3));
  return records.map(({ key }) => key);
}

const removeSeveral: MakeStep = (choice) => {
  const kind = choice.random.pick(KINDS);
  const keys = some(choice, kind);
  if (keys.length < 2) return null;
  return {
    name: `delete ${kind} ${keys}`,
    isAsked: true,
    changes: null,
    act: async (editor) => {
      await select(editor, kind, keys);
      await editor.press(editor.button('Delete'));
    },
    confirm: (editor) => editor.press(editor.button(/^Delete \d/, editor.dialog)),
  };
};

const retagSeveral: MakeStep = (choice) => {
  const keys = some(choice, 'articles');
  const { content, random } = choice;
  if (keys.length < 2 || content.topics.length === 0) return null;
  const name = String(random.pick(content.topics).name);
  const [button, act] = random.chance(0.5) ? ['Add topics', 'Add'] : ['Remove topics', 'Remove'];
  return {
    name: `${button} ${name}: articles ${keys}`,
    isAsked: false,
    changes: keys.flatMap((key) => [`articles ${key}`, `tags ${key}`]),
    act: async (editor) => {
      await select(editor, 'articles', keys);
      await editor.press(editor.button(button));
      await editor.choose(editor.dialog.getByRole('combobox', { name: 'Topics' }), name);
      await editor.press(editor.button(act, editor.dialog));
    },
  };
};

const retypeSeveral: MakeStep = (choice) => {
  const keys = some(choice, 'articles');
  if (keys.length < 2) return null;
  const type = choice.random.pick(['video', 'report', 'podcast', 'article']);
  return {
    name: `type ${type}: articles ${keys}`,
    isAsked: false,
    changes: keys.flatMap((key) => [`articles ${key}`, `tags ${key}`]),
    act: async (editor) => {
      await select(editor, 'articles', keys);
      editor.presses += 1;
      await editor.page.getByLabel('Change type to').selectOption(type);
    },
  };
};

const STEPS: readonly [weight: number, make: MakeStep][] = [
  [5, editText],
  [2, retagArticle],
  [2, create],
  [3, remove],
  [4, merge],
  [2, removeSeveral],
  [2, retagSeveral],
  [1, retypeSeveral],
];

export function drawStep(choice: Choice): Step {
  for (;;) {
    const [, make] = choice.random.weighted(STEPS, ([weight]) => weight);
    const step = make(choice);
    if (step) return step;
  }
}
