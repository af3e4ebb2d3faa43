import { CONTENT_TYPES, TYPE_NAMES } from '../../../db/values.ts';
import { Combobox } from '../ui/form/combobox.tsx';
import { Segments, Switch } from '../ui/form/controls.tsx';
import { type Names, useGeography, useServiceNames } from '../ui/form/names.ts';
import { AccentField, type Form, TextField } from './fields.tsx';
import { SaveSearch } from './save-search.tsx';
import { SearchField } from './search-field.tsx';
import { type BuilderView, CONTENTS, contentOf, listOf } from './view.ts';

const TYPES = CONTENT_TYPES.map((type) => [type, TYPE_NAMES[type][1]] as const);

const LAYOUTS = [
  ['auto', 'Fits the space'],
  ['cards', 'Cards'],
  ['list', 'List'],
  ['headlines', 'Headlines'],
  ['ticker', 'One line'],
] as const;

const PERIODS = [
  ['week', 'This week'],
  ['now', 'Last 24 hours'],
] as const;

const LANGUAGES = [
  ['en', 'English'],
  ['de', 'Deutsch'],
  ['fr', 'Français'],
  ['es', 'Español'],
  ['it', 'Italiano'],
  ['nl', 'Nederlands'],
  ['pt', 'Português'],
] as const;

const THEMES = [
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['auto', 'As the reader’s system'],
] as const;

/** All filters of the feed, and how it looks. */
export function BuilderForm(form: Form) {
  const { view, change, faults } = form;
  const topics = useServiceNames('topics', listOf(view.includeTopics));
  const companies = useServiceNames('companies', [...listOf(view.includeCompanies), ...listOf(view.excludeCompanies)]);
  const { countries, groups } = useGeography();
  const box = (name: keyof BuilderView, label: string, names: Names) => (
    <Combobox
      key={name}
      {...names}
      label={label}
      values={listOf(view[name])}
      change={(values) => change({ [name]: values.join(',') })}
      fault={faults[name]}
    />
  );
  const bit = (name: keyof BuilderView, label: string, on: '0' | '1') => (
    <Switch
      label={label}
      on={view[name] === on}
      change={(isOn) => change({ [name]: isOn ? on : on === '1' ? '0' : '1' })}
    />
  );
  const content = contentOf(view);
  return (
    <form class="builder" onSubmit={(event: Event) => event.preventDefault()}>
      <Segments
        label="Show"
        name="content"
        value={content}
        options={CONTENTS}
        choose={(chosen) => change({ content: chosen })}
      />
      {content === 'feed' ? (
        <>
          <fieldset>
            <legend>Include</legend>
            {box('includeTopics', 'Topics', topics)}
            {box('includeCompanies', 'Companies', companies)}
            {box('includeCountries', 'Countries', countries)}
            {box('includeGeoGroups', 'Regions and groups', groups)}
            <TextField {...form} name="searchTerms" label="Words" hint="Words or phrases, separated by commas" />
            <Types view={view} change={change} />
          </fieldset>
          <fieldset>
            <legend>Leave out</legend>
            {box('excludeCompanies', 'Not these companies', companies)}
            {box('excludeCountries', 'Not these countries', countries)}
            <TextField
              {...form}
              name="additionalSources"
              label="Not these sites"
              hint="Such as example.com or example.com/blog, separated by commas"
            />
            {bit('includePaywalled', 'Articles that need a subscription', '0')}
            {bit('includeRegistration', 'Articles that need a registration', '0')}
            {bit('excludeNonIframeableSources', 'Sites that forbid iframes', '1')}
            {bit('excludeNonHttpsSources', 'Sites without HTTPS', '1')}
          </fieldset>
          <SaveSearch view={view} change={change} />
        </>
      ) : null}
      {content === 'search' ? <SearchField {...form} /> : null}
      {content === 'trending' ? (
        <fieldset>
          <legend>Topics</legend>
          <Segments
            label="Period"
            name="period"
            value={view.period}
            options={PERIODS}
            choose={(period) => change({ period })}
          />
          <TextField
            {...form}
            name="link"
            label="Where a topic leads"
            hint="On your site, such as https://www.example.com/topics/{slug}; {id} works, too"
          />
        </fieldset>
      ) : null}
      <fieldset>
        <legend>Look</legend>
        <TextField {...form} name="heading" label="Heading" fault="title" hint="Shown above; leave empty for none" />
        {content === 'trending' ? null : (
          <>
            <Segments
              label="Layout"
              name="layout"
              value={view.layout}
              options={LAYOUTS}
              choose={(layout) => change({ layout })}
            />
            {bit('images', 'Without pictures', '0')}
          </>
        )}
        <Segments
          label="Colours"
          name="look"
          value={view.theme}
          options={THEMES}
          choose={(theme) => change({ theme })}
        />
        <AccentField {...form} />
        <label class="text">
          Language
          <select
            value={view.language}
            onChange={(event) => change({ language: (event.target as HTMLSelectElement).value })}
          >
            {LANGUAGES.map(([code, name]) => (
              <option key={code} value={code} lang={code} selected={code === view.language}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <div class="pair">
          {content === 'recommended' ? null : (
            <TextField
              {...form}
              name="limit"
              label={content === 'trending' ? 'Topics' : 'Articles'}
              type="number"
              min={1}
              max={content === 'trending' ? 50 : 100}
              hint={`From 1 to ${content === 'trending' ? 50 : 100}`}
            />
          )}
          <TextField {...form} name="height" label="Height" type="number" min={100} max={20000} hint="In pixels" />
        </div>
        {bit('grows', 'As high as its content, with a small script', '1')}
        <TextField {...form} name="title" label="Name of the frame" fault="" hint="Read aloud by screen readers" />
      </fieldset>
    </form>
  );
}

const Types = ({ view, change }: Pick<Form, 'view' | 'change'>) => {
  const chosen = listOf(view.articleTypes);
  const toggle = (type: string) =>
    change({
      articleTypes: (chosen.includes(type) ? chosen.filter((one) => one !== type) : [...chosen, type]).join(','),
    });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a field set in a field set would read as two groups
    <div class="types" role="group" aria-labelledby="types">
      <span id="types">Kinds</span>
      <div>
        {TYPES.map(([type, label]) => (
          <label key={type}>
            <input type="checkbox" checked={chosen.includes(type)} onChange={() => toggle(type)} /> {label}
          </label>
        ))}
      </div>
      <p class="hint">{chosen.length === 0 ? 'All kinds' : 'Only these kinds'}</p>
    </div>
  );
};
