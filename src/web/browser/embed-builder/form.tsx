import { Segments, Switch } from '../ui/controls.tsx';
import { Combobox } from './combobox.tsx';
import { AccentField, type Form, TextField } from './fields.tsx';
import { type Names, useGeography, useServiceNames } from './names.ts';
import { type BuilderView, listOf } from './view.ts';

const TYPES = [
  ['article', 'Articles'],
  ['video', 'Videos'],
  ['gallery', 'Galleries'],
  ['report', 'Reports'],
  ['pressrelease', 'Press releases'],
  ['podcast', 'Podcasts'],
] as const;

const THEMES = [
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['auto', 'Reader’s system'],
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
  return (
    <form class="builder" onSubmit={(event: Event) => event.preventDefault()}>
      <fieldset>
        <legend>What it shows</legend>
        {box('includeTopics', 'Topics', topics)}
        {box('includeCompanies', 'Companies', companies)}
        <TextField {...form} name="searchTerms" label="Words" hint="Words or phrases, parted by commas; any of them" />
        <Types view={view} change={change} />
      </fieldset>
      <fieldset>
        <legend>Where it happens</legend>
        {box('includeCountries', 'Countries', countries)}
        {box('includeGeoGroups', 'Regions and groups', groups)}
      </fieldset>
      <fieldset>
        <legend>What it leaves out</legend>
        {box('excludeCompanies', 'Not these companies', companies)}
        {box('excludeCountries', 'Not these countries', countries)}
        <TextField
          {...form}
          name="additionalSources"
          label="Not these sites"
          hint="Such as example.com or example.com/blog, parted by commas"
        />
        {bit('includePaywalled', 'Leave out what needs a subscription', '0')}
        {bit('includeRegistration', 'Leave out what needs a registration', '0')}
        {bit('excludeNonIframeableSources', 'Leave out sites that forbid iframes', '1')}
        {bit('excludeNonHttpsSources', 'Leave out sites without HTTPS', '1')}
      </fieldset>
      <fieldset>
        <legend>How it looks</legend>
        <Segments
          label="Colours"
          name="look"
          value={view.theme}
          options={THEMES}
          choose={(theme) => change({ theme })}
        />
        <AccentField {...form} />
        <div class="pair">
          <TextField {...form} name="limit" label="Articles" type="number" min={1} max={100} hint="From 1 to 100" />
          <TextField {...form} name="height" label="Height" type="number" min={100} max={20000} hint="In pixels" />
        </div>
        {bit('grows', 'As high as its content, by a small script', '1')}
        <TextField {...form} name="title" label="Title" hint="Read aloud to those who cannot see the page" />
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
