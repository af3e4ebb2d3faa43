import { type Child, useRef } from 'hono/jsx/dom';
import { LANGUAGES } from '../../../delivery/labels.ts';
import { useData } from '../lib/query.ts';
import { ApiError, forgetAnswers, may, request, useSession } from '../lib/request.ts';
import { capitalize, latinSlugOf, optionsOf, sentence } from '../lib/words.ts';
import { Button } from '../ui/actions.tsx';
import { Segments } from '../ui/form/field.tsx';
import { Form, openForm } from '../ui/form/form.tsx';
import { type InputField, LIST_TYPES, type Values } from '../ui/form/values.ts';
import { Hint } from '../ui/parts.tsx';
import { LAYOUT_NAMES, ReportingLists } from '../ui/reporting.tsx';
import { ArticleField } from './article.tsx';
import FILTERS from './filters.generated.ts';
import {
  type BuilderView,
  CONTENTS,
  CORNERS,
  EMBED_DEFAULTS,
  FONTS,
  type FrameContent,
  frameContentOf,
  frameTitle,
  isDark,
  savedFilter,
  splitList,
} from './view.ts';

const fieldsFor = ({ name }: Values): InputField[] => {
  const slug = latinSlugOf(String(name));
  return [{ name: 'name', label: 'Name', type: 'text', hint: slug ? `Its feed: /feeds/${slug}/` : '' }];
};

function SaveSearch({ view, change }: Omit<Props, 'faults'>) {
  const { session } = useSession();
  if (!may(session, 'edit')) return null;
  const save = () =>
    openForm({
      title: 'Save as a search',
      about: 'The search gets its own feed. Webhooks and the desk can also use it.',
      act: 'Save',
      fields: fieldsFor,
      initial: { name: '' },
      send: async ({ name = '' }) => {
        const slug = latinSlugOf(String(name));
        const body = { name, filter: savedFilter(view) };
        const headers = { 'If-None-Match': '*' };
        await request(`/manage/searches/${slug || '-'}`, { method: 'PUT', body, headers }).catch(inName);
        return slug;
      },
      done: (search) => {
        forgetAnswers();
        change({ content: 'search', search });
      },
    });
  return (
    <p>
      <Button text="Save as a search" press={save} />
    </p>
  );
}

/** Shows errors of the slug at the name field, because the slug is derived from the name. */
function inName(error: unknown): never {
  if (!(error instanceof ApiError)) throw error;
  const { status, faults, retryAfter } = error;
  if (status === 412) throw new ApiError(400, { name: 'another search has this name' });
  throw faults.slug ? new ApiError(status, { name: faults.slug, ...faults }, retryAfter) : error;
}

interface Props {
  view: BuilderView;
  change: (part: Partial<BuilderView>) => void;
  faults: Record<string, string>;
}

interface ViewField extends InputField {
  name: keyof BuilderView;
  on?: '0' | '1';
}

interface FilterField extends ViewField {
  isExclusion: boolean;
}

const filterFields = (isExclusion: boolean): ViewField[] =>
  (FILTERS.fields as readonly FilterField[]).filter((field) => field.isExclusion === isExclusion);

const TRENDING: ViewField[] = [
  {
    name: 'period',
    label: 'Period',
    type: 'segments',
    options: optionsOf({ week: 'This week', now: 'Last 24 hours' }),
  },
  {
    name: 'link',
    label: 'Topic link',
    type: 'text',
    hint: 'An address on your site, such as https://www.example.com/topics/{slug} or …/{id}',
  },
];

const HEADING: ViewField = {
  name: 'heading',
  label: 'Heading',
  type: 'text',
  hint: 'Shown above the list. Leave empty for none',
};
const LAYOUT: ViewField = {
  name: 'layout',
  label: 'Layout',
  type: 'segments',
  options: optionsOf(LAYOUT_NAMES).filter(([layout]) => layout !== 'page'),
};
const PICTURES: ViewField = { name: 'images', label: 'Without pictures', type: 'switch', on: '0' };
const STORIES: ViewField = {
  name: 'stories',
  label: 'Show each story once, without duplicate reports',
  type: 'switch',
  on: '1',
};
const ORDER: ViewField = {
  name: 'order',
  label: 'Order',
  type: 'segments',
  options: optionsOf({ newest: 'Newest first', engaging: 'Most engaging first' }),
  hint: 'Most engaging: learns from seen positions which of the newest articles readers click. Changes every minute',
};
const RELATED_ORDER: ViewField = {
  ...ORDER,
  options: optionsOf({ newest: 'Closest first', engaging: 'Most engaging first' }),
  hint: 'Most engaging: orders the closest articles by what readers click at their positions. Changes every minute',
};
const VIEWS: ViewField = {
  name: 'views',
  label: 'Report seen positions',
  type: 'switch',
  on: '1',
  hint: 'Shows which articles get more clicks than is normal for their position. Uses no cookies and stores nothing about readers',
};
const THEME: ViewField = {
  name: 'theme',
  label: 'Colours',
  type: 'segments',
  options: optionsOf({ light: 'Light', dark: 'Dark', auto: 'As the reader’s system' }),
};
const FONT: ViewField = { name: 'font', label: 'Font', type: 'select', options: FONTS };
const RADIUS: ViewField = { name: 'radius', label: 'Corners of pictures', type: 'segments', options: CORNERS };
const LANGUAGE: ViewField = {
  name: 'language',
  label: 'Language',
  type: 'select',
  options: [
    ...LANGUAGES.map(
      (code) => [code, capitalize(new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code)] as const,
    ),
    ['auto', 'The reader’s'],
  ],
};
const limit = (label: string, most: number): ViewField => ({
  name: 'limit',
  label,
  type: 'number',
  range: [1, most],
  hint: `From 1 to ${most}`,
});
const frameFields = (view: BuilderView): ViewField[] => [
  { name: 'height', label: 'Height', type: 'number', range: [100, 20_000], hint: 'In pixels' },
  { name: 'grows', label: 'Fit the height to the content (adds a small script)', type: 'switch', on: '1' },
  {
    name: 'title',
    label: 'Title for screen readers',
    type: 'text',
    hint: `Screen readers announce the frame by it. Leave empty for “${frameTitle({ ...view, title: '' })}”`,
  },
];

function orderOf(content: FrameContent): ViewField[] {
  if (content === 'recommended') return [];
  return content === 'related' ? [RELATED_ORDER] : [ORDER];
}

const LOOK_NAMES = ['heading', 'stories', 'layout', 'images', 'theme', 'accent', 'paper', 'font', 'radius'] as const;
/** Windows in which the preview is below the settings, so that the look is folded. */
const NARROW = '(max-width: 59.9375rem)';

/** Row of the choices that come before all others: the kind of content and its number of articles or topics. */
export function ContentChoice({ children, ...props }: Props & { children: Child }) {
  const { view, change } = props;
  const content = frameContentOf(view);
  return (
    <div class="row content-choice">
      <Segments
        label="Show"
        name="content"
        value={content}
        options={CONTENTS}
        choose={(to) => change({ content: to })}
      />
      {content === 'recommended' ? null : (
        <Fields
          {...props}
          fields={[content === 'trending' ? limit('Number of topics', 50) : limit('Number of articles', 100)]}
        />
      )}
      {children}
    </div>
  );
}

export function BuilderForm(props: Props) {
  const { view, change } = props;
  const content = frameContentOf(view);
  const isTrending = content === 'trending';
  const isLookFolded = useRef(
    matchMedia(NARROW).matches && LOOK_NAMES.every((name) => view[name] === EMBED_DEFAULTS[name]),
  );
  return (
    <form class="card stack gap-5 builder" onSubmit={(event: Event) => event.preventDefault()}>
      {content === 'related' ? (
        <fieldset class="stack">
          <legend>Article</legend>
          <ArticleField
            value={view.article}
            change={(article) => change({ article })}
            fault={props.faults.url ?? props.faults.id}
          />
        </fieldset>
      ) : null}
      {content === 'feed' || content === 'related' ? (
        <>
          <Part {...props} title="Include" fields={filterFields(false)} />
          <Part {...props} title="Leave out" isFolded fields={filterFields(true)} />
          {content === 'feed' ? <SaveSearch view={view} change={change} /> : null}
        </>
      ) : null}
      {content === 'search' ? <SearchPart {...props} /> : null}
      {isTrending ? <Part {...props} title="Topics" fields={TRENDING} /> : null}
      <Part
        {...props}
        title="Look"
        isFolded={isLookFolded.current ?? false}
        fields={[
          HEADING,
          ...(isTrending ? [] : [...(content === 'related' ? [] : [STORIES]), LAYOUT, PICTURES]),
          THEME,
        ]}
      >
        <div class="stack form">
          <ColourField
            {...props}
            name="accent"
            label="Accent"
            standard={DEFAULT_ACCENT}
            hint="Adjusted where needed to keep text readable."
          />
          <ColourField
            {...props}
            name="paper"
            label="Background"
            standard={view.theme === 'dark' ? DARK_PAPER : LIGHT_PAPER}
            hint="Choose a very light or a very dark colour. The text colours follow it."
            also={(hex) => ({ theme: isDark(hex) ? 'dark' : 'light' })}
          />
        </div>
        <Fields {...props} fields={[FONT, ...(isTrending ? [] : [RADIUS])]} />
      </Part>
      <Part {...props} title="Language and size" isFolded fields={[LANGUAGE, ...frameFields(view)]} />
      {isTrending ? null : (
        <Part {...props} title="Order and positions" isFolded fields={[...orderOf(content), VIEWS]}>
          <ReportingLists />
        </Part>
      )}
    </form>
  );
}

function SearchPart(props: Props) {
  const { search } = props.view;
  const { value } = useData('/embed/choices/searches');
  const searches = (value?.searches ?? []).map(({ slug, name }) => [slug, name] as const);
  const isKnown = search === '' || searches.some(([slug]) => slug === search);
  const field: ViewField = {
    name: 'search',
    label: 'Saved search',
    type: 'select',
    options: [['', 'Choose one'], ...(isKnown ? [] : [[search, search] as const]), ...searches],
    hint:
      value && searches.length === 0
        ? 'There are no saved searches yet'
        : 'You can change its filters later without changing the snippet',
  };
  return <Part {...props} title="Articles" fields={[field]} />;
}

interface PartProps extends Props {
  title: string;
  fields: readonly ViewField[];
  /** Whether the part is closed until someone opens it, unless one of its fields is set. */
  isFolded?: boolean;
  children?: Child;
}

const isSet = ({ fields, view, faults }: PartProps): boolean =>
  fields.some(({ name }) => view[name] !== EMBED_DEFAULTS[name] || name in faults);

function Part({ title, children, isFolded = false, ...props }: PartProps) {
  const wasSet = useRef(isSet({ title, ...props }));
  if (!isFolded)
    return (
      <fieldset class="stack gap-4">
        <legend>{title}</legend>
        <Fields {...props} />
        {children}
      </fieldset>
    );
  return (
    <details class="part" open={wasSet.current ?? false}>
      <summary>{title}</summary>
      <fieldset class="stack gap-4" aria-label={title}>
        <Fields {...props} />
        {children}
      </fieldset>
    </details>
  );
}

function Fields({ fields, view, change, faults }: Omit<PartProps, 'title' | 'children'>) {
  const set = ([name, value]: [string, Values[string]]): [string, string] => {
    if (Array.isArray(value)) return [name, value.join(',')];
    if (typeof value === 'string') return [name, value.trim()];
    const on = fields.find((field) => field.name === name)?.on ?? '1';
    return [name, value ? on : on === '1' ? '0' : '1'];
  };
  const values = fields.map(({ name, type, on }) => [
    name,
    type === 'switch' ? view[name] === on : LIST_TYPES.includes(type) ? splitList(view[name]) : view[name],
  ]);
  // The API's `title` is the field for the heading. The builder's own `title` only names the iframe.
  const { title: heading, slug: search, ...own } = faults;
  return (
    <Form
      fields={fields}
      values={Object.fromEntries(values)}
      faults={{ ...own, ...(heading ? { heading } : {}), ...(search ? { search } : {}) }}
      change={(part) => change(Object.fromEntries(Object.entries(part).map(set)))}
    />
  );
}

const DEFAULT_ACCENT = '#1b58b8';
const [LIGHT_PAPER, DARK_PAPER] = ['#ffffff', '#14161a'];

interface ColourProps extends Props {
  name: 'accent' | 'paper';
  label: string;
  standard: string;
  hint: string;
  /** Other fields that a new colour changes. */
  also?: (hex: string) => Partial<BuilderView>;
}

function ColourField({ name, label, standard, hint, also, view, change, faults }: ColourProps) {
  const value = view[name];
  const hex = /^#?[0-9a-f]{6}$/i.test(value) ? `#${value.replace('#', '')}` : standard;
  const choose = ({ target }: Event) => {
    const chosen = (target as HTMLInputElement).value.replace('#', '');
    change({ [name]: chosen, ...also?.(chosen) });
  };
  return (
    <div class="text accent">
      <label for={name}>{label}</label>
      <div class="row">
        <input id={name} type="color" value={hex} onInput={choose} />
        <code>{value || 'Standard'}</code>
        {value ? <Button text="Reset to the default" look="link" press={() => change({ [name]: '' })} /> : null}
      </div>
      <Hint fault={faults[name] && sentence(faults[name])}>{hint}</Hint>
    </div>
  );
}
