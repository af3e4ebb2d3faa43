import type { OrganisationType } from '../content/types.ts';
import people from './data/people.json' with { type: 'json' };
import { COMPANIES, type Craft, type DemoCompany } from './demo-companies.ts';
import { type Country, DEMO_COUNTRIES, EMERGING, REGIONS } from './demo-geography.ts';
import { type DemoStory, LINES, type LineWords } from './demo-stories.ts';
import type { Random } from './random.ts';

export interface FilledStory {
  title: string;
  intro: string;
  companies: number[];
  countries: string[];
  geoGroups: string[];
}

export interface FillContext {
  mainTopic: string;
  own?: DemoCompany | undefined;
}

interface Tags {
  companies: Set<number>;
  countries: Set<string>;
  geoGroups: Set<string>;
}

const MILLIONS = [8, 12, 15, 18, 20, 25, 30, 35, 40, 45, 60, 75, 80, 90, 110, 120, 140, 150];
const THOUSANDS = ['250,000', '400,000', '500,000', '750,000', '1m', '1.5m', '2m', '3m'];
const LANDLOCKED = ['CH'];

/** Fills three kinds of placeholders: names (`{carrier}`), choices (`{up|down}`) and named choices (`{x=up|down}`). */
export function fillStory(story: DemoStory, context: FillContext, random: Random): FilledStory {
  const tags: Tags = { companies: new Set(), countries: new Set(), geoGroups: new Set() };
  const slotValue = slotValues(context, random, tags);
  // The country determines the currency, so it must be chosen before the first amount.
  if (/\{(country|adj)\}/.test(story.title + story.intro)) slotValue('country');
  const fill = (text: string) => polish(text.replace(/\{([^{}]+)\}/g, (_, slot: string) => slotValue(slot)));
  return {
    title: fill(story.title),
    intro: fill(story.intro),
    companies: [...tags.companies],
    countries: [...tags.countries],
    geoGroups: [...tags.geoGroups],
  };
}

function slotValues(context: FillContext, random: Random, tags: Tags): (slot: string) => string {
  const known = new Map<string, string>();
  const once = (name: string, make: () => string): string => {
    const value = known.get(name) ?? make();
    known.set(name, value);
    return value;
  };

  const company = (type: OrganisationType, craft?: Craft): string => {
    const candidates = COMPANIES.filter(
      (one) => one.organisationType === type && suits(one, context) && (!craft || one.crafts?.includes(craft)),
    );
    const chosen = random.pick(candidates);
    tags.companies.add(chosen.id);
    return chosen.name;
  };

  let country: Country | undefined;
  const theCountry = (): Country => {
    if (country) return country;
    country = random.weighted(countriesFor(context.mainTopic), ({ weight }) => weight);
    tags.countries.add(country.code);
    if (random.chance(0.3)) tags.geoGroups.add(country.group);
    return country;
  };

  const emerging = (): string => {
    country ??= random.pick(DEMO_COUNTRIES.filter(({ code }) => EMERGING.includes(code)));
    tags.countries.add(country.code);
    return country.name;
  };

  const region = (): string => {
    const near = REGIONS.filter(({ continent }) => !country || continent === country.continent);
    const chosen = random.weighted(near, ({ weight }) => weight);
    tags.geoGroups.add(chosen.group);
    return chosen.name;
  };

  const own = (): string => {
    if (!context.own) throw new Error('a story about its own publisher needs a newsroom');
    tags.companies.add(context.own.id);
    return context.own.name;
  };

  const person = () => `${random.pick(people.first)} ${once('surname', () => random.pick(people.last))}`;
  const currency = () => country?.currency ?? '$';
  const oneOf = (key: Exclude<keyof LineWords, 'line'>) => random.pick(lineWords(context.mainTopic)[key]);

  const makers: Record<string, () => string> = {
    carrier: () => company('Carrier'),
    broker: () => company('Broker'),
    provider: () => company('Service Provider'),
    adjuster: () => company('Service Provider', 'adjuster'),
    modeller: () => company('Service Provider', 'modeller'),
    venture: () => company('Service Provider', 'venture'),
    consultant: () => company('Service Provider', 'consultant'),
    responder: () => company('Service Provider', 'responder'),
    own,
    person,
    country: () => theCountry().name,
    adj: () => theCountry().adjective,
    emerging,
    region,
    pct: () => String(random.int(11, 38)),
    pct2: () => String(random.int(3, 9)),
    pctS: () => String(random.int(2, 9)),
    count: () =>
      random
        .int(12, 190)
        .toString()
        .concat('0')
        .replace(/(\d)(\d{3})$/, '$1,$2'),
    money: () => `${currency()}${random.pick(MILLIONS)}m`,
    small: () => `${currency()}${random.pick(THOUSANDS)}`,
    bn: () => `${currency()}${random.int(1, 8)}.${random.int(1, 9)}bn`,
    line: () => lineWords(context.mainTopic).line,
    cover: () => oneOf('cover'),
    insureds: () => oneOf('insureds'),
    risks: () => oneOf('risks'),
    losses: () => oneOf('losses'),
  };

  return (slot) => {
    const choice = /^(?:(\w+)=)?(.*\|.*)$/.exec(slot);
    if (choice) {
      const pick = () => random.pick((choice[2] ?? '').split('|'));
      return choice[1] ? once(choice[1], pick) : pick();
    }
    return once(slot, () => {
      const make = makers[slot];
      if (!make) throw new Error(`unknown slot {${slot}}`);
      return make();
    });
  };
}

function suits(company: DemoCompany, { mainTopic, own }: FillContext): boolean {
  return company.id !== own?.id && (!company.focus || company.focus.includes(mainTopic));
}

function countriesFor(mainTopic: string): readonly Country[] {
  if (mainTopic === 'political-risk') return DEMO_COUNTRIES.filter(({ code }) => EMERGING.includes(code));
  if (mainTopic.startsWith('marine')) return DEMO_COUNTRIES.filter(({ code }) => !LANDLOCKED.includes(code));
  return DEMO_COUNTRIES;
}

function lineWords(topic: string): LineWords {
  const words = LINES[topic];
  if (!words) throw new Error(`topic ${topic} has no words of its own`);
  return words;
}

/** Capitalises the first word of each sentence, and writes "an" before a vowel sound. */
function polish(text: string): string {
  return text
    .replace(/\b([Aa]) (?=(?:[aei]|o(?!ne\b)|8|11\b|18\b|u(?!ni|s|ti|k)|[AEIO]|Ukr))/g, '$1n ')
    .replace(/(^|[.?!] )(\p{Ll})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());
}
