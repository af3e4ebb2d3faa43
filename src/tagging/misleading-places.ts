import { lazy } from '../lib/lazy.ts';
import { frequentWords } from './reference/frequent.ts';
import givenNames from './reference/given-names.json' with { type: 'json' };
import type { RuleUse } from './rule.ts';
import type { FoundPhrase } from './trie.ts';
import { plainForm, type TextWord } from './words.ts';

/** Detects place names that mean a person, an animal, a landmark, a product or a town in another country. */

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const TITLES = words(
  'coach detective dr judge justice lady lord miss mr mrs ms mx officer pastor prof professor rabbi rep rev sen sgt sir',
);
const ANIMALS = words(
  'bear bird camel cat chimp cow dog dolphin donkey elephant giraffe gorilla hippo horse kitten leopard lion monkey orangutan panda parrot penguin polar pony puppy rhino seal sheep tiger tortoise walrus whale',
);
const STATE =
  /^(?:ala|alta|ariz|ark|bc|calif|colo|conn|del|fla|ga|ida|idaho|ill|ind|iowa|kan|ky|la|mass|md|mich|minn|miss|mo|mont|nb|neb|nev|nh|nj|nm|ns|nsw|ny|ohio|okla|ont|ore|pa|qld|que|ri|sask|sc|sd|tenn|tex|texas|utah|va|vt|wash|wis|wva|wyo)$/;
const GIVEN_NAMES = lazy(() => words(plainForm(givenNames.names)));
/** Words before a first name that show that the next word is not a surname: `Hurricane Melissa Jamaica landfall`. */
const NOT_OF_PEOPLE = words(
  'cyclone emperor hurricane king pope prince princess queen saint san santa st storm sultan typhoon',
);
/** Landmarks and institutions that are named after a country or city but located elsewhere. */
const LANDMARKS = words(
  'avenue boulevard creek dam grove heights hill hills hospital junction lake lane medical mills plain plains ridge springs street township',
);
const THINGS: Readonly<Record<string, RegExp>> = {
  burgundy: /^(?:colou?r|dress|lipstick|velvet|paint|wine)$/,
  champagne: /^(?:bottle|toast|wine)s?$/,
  cologne: /^(?:aftershave|cologne|deodorant|fragrances?|men|perfumes?|scents?|spray)$/,
  java: /^(?:code|coffee|developers?|javascript|oracle|programmers?|programming|software)$/,
  munster: /^cheese$/,
  parma: /^ham$/,
  siena: /^(?:colou?r|paint)$/,
};
/** Pattern of demonyms that are adjectives only. In the possessive, they are brand names: `French’s`. */
const ADJECTIVE =
  /^(?:british|danish|dutch|english|finnish|french|irish|polish|scottish|spanish|swedish|swiss|turkish|welsh)$/;
const FAMILIES = words('english french german ireland irish israel london scotland wales welsh brazil chad cuba');

/** Place names that are often first names if a surname follows them. */
const ALSO_GIVEN = words('berlin brittany india ireland kenya london memphis verona vienna');
/** Pattern of abbreviations of states that mean something else in capitals: `Jane Roe, MD`. */
const TITLES_BEHIND = /^(?:la|md|mo|pa|va)$/;

interface WordsAround {
  before: TextWord | undefined;
  after: TextWord | undefined;
  second: TextWord | undefined;
}

const isCommonWord = (form: string): boolean => frequentWords().has(form);

function isPerson(
  { from, value }: FoundPhrase<RuleUse>,
  all: readonly TextWord[],
  { before, after }: WordsAround,
): boolean {
  const [first, earlier] = [all[from], all[from - 2]];
  const isGiven = before?.capital === true && !before.owner && GIVEN_NAMES().has(before.form);
  if (first?.joined && isGiven && !NOT_OF_PEOPLE.has(earlier?.form ?? '')) {
    const isHeadline = !first.proper;
    // Headlines may capitalise every word (`Maria Puerto Rico losses`), so only known surnames count there.
    if (!isHeadline || value.part === 'small' || FAMILIES.has(first.form)) return true;
  }
  if (value.part !== 'small' && !ALSO_GIVEN.has(first?.form ?? '')) return false;
  const isSurname = first?.joined === true && before?.proper === true && !isCommonWord(before.form);
  const hasSurname = after?.joined === true && after.proper && !isCommonWord(after.form) && !all[from]?.owner;
  return isSurname || hasSurname;
}

/** Returns true for a state's abbreviation after a place and a comma, as in `Rome, N.Y.` */
function isAbbreviation(use: FoundPhrase<RuleUse>, all: readonly TextWord[]): boolean {
  const [before, own, after] = [all[use.from - 1], all[use.from], all[use.to]];
  const isBehindName = before?.capital === true && own?.joined === false;
  return isBehindName && (own.upper ? !TITLES_BEHIND.test(own.form) : !after?.joined);
}

/** Returns true if the name of a country or city does not mean that place. */
export function isElsewhere(
  use: FoundPhrase<RuleUse>,
  found: readonly FoundPhrase<RuleUse>[],
  all: readonly TextWord[],
): boolean {
  const { rule, part } = use.value;
  if (rule?.kind !== 'countries' || use.value.excludes) return false;
  if (part === 'abbreviation') return !isAbbreviation(use, all);
  const [before, after, second] = [all[use.from - 1], all[use.to], all[use.to + 1]];
  const last = all[use.to - 1];
  if (before?.capital && !before.upper && TITLES.has(before.form)) return true;
  if (after?.form === 'the' && !after.capital && after.joined && ANIMALS.has(second?.form ?? '')) return true;
  if (isPerson(use, all, { before, after, second })) return true;
  if (use.to - use.from === 1 && last?.owner && ADJECTIVE.test(last.form)) return true;
  const thing = THINGS[last?.form ?? ''];
  if (thing && all.some(({ form }, i) => i !== use.to - 1 && thing.test(form))) return true;
  if (rule.ref !== 'US' && after?.joined && after.proper && LANDMARKS.has(after.form)) return true;
  if (!after?.capital || after.joined) return false;
  const next = found.find(({ from, value }) => from === use.to && /^(?:state|abbreviation)$/.test(value.part ?? ''));
  if (next?.value.part === 'abbreviation') return next.value.rule?.ref !== rule.ref && isAbbreviation(next, all);
  if (part !== 'town' && part !== 'namesake' && part !== 'small') return false;
  return next ? next.value.rule?.ref !== rule.ref : rule.ref !== 'US' && rule.ref !== 'CA' && STATE.test(after.form);
}
