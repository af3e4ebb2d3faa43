import { lazy } from '../../lib/lazy.ts';
import type { OwnNames } from '../phrase.ts';

/** Finds the industry of a company in longer forms of its name (`Southwest Airlines`), and the industries in a text. */

interface Trade {
  names: string;
  kinds: string;
  matters: string;
}

const TRADES: Readonly<Record<string, Trade>> = {
  airlines: {
    names: 'airline airlines airways aviation lines',
    kinds: 'airlines?|carriers?',
    matters:
      'aircraft|Airbus|airports?|Boeing|cabin|crews?|FAA|flights?|flyers?|fares?|jets?|midair|passengers?|pilots?|planes?|runway|seats?|seating|takeoff',
  },
  banks: {
    names: 'bancorp bancshares bank banking banks society',
    kinds: 'banks?|building society|lenders?|fintechs?',
    matters:
      'accounts?|ATMs?|banking|branch(?:es)?|cards?|deposits?|house prices?|interest|loans?|mortgages?|overdrafts?|savers?|savings',
  },
  carmakers: {
    names: 'automotive cars motor motors',
    kinds: 'auto ?makers?|carmakers?',
    matters: 'batter(?:y|ies)|cars?|dealers?|EVs?|models?|pickups?|plants?|recalls?|SUVs?|trucks?|UAW|vehicles?',
  },
  cruises: {
    names: 'cruise cruises',
    kinds: 'cruise (?:lines?|operators?|compan(?:y|ies))',
    matters: 'cabins?|cruises?|liners?|passengers?|ports?|sail(?:s|ed|ing)?|ships?|voyages?',
  },
  energy: {
    names: 'electric energy gas grid oil petroleum power utilities',
    kinds: 'energy (?:groups?|suppliers?|compan(?:y|ies))|oil majors?|utilit(?:y|ies)|refiners?',
    matters:
      'barrels?|boilers?|crude|drill(?:s|ed|ing)?|electricity|energy|fuels?|gas|heat pumps?|household bills|LNG|oil|petrol|pipelines?|power|refiner(?:y|ies)|solar|substations?|tariffs?|wind',
  },
  food: {
    names: 'beverage brewing burger coffee food foods grill pizza restaurants',
    kinds: 'restaurants?|restaurant chains?|fast[- ]food|supermarkets?|food (?:groups?|compan(?:y|ies))',
    matters:
      'burgers?|coffee|diners?|drinks?|foods?|meals?|menus?|pizzas?|restaurants?|sandwich(?:es)?|shoppers?|stores?',
  },
  funds: {
    names: 'asset investment investments management partners',
    kinds: 'asset managers?|buyout firms?|fund managers?|hedge funds?|private equity',
    matters: 'assets|buyouts?|credit|funds?|investors?|pensions?|portfolio|private|stakes?',
  },
  health: {
    names: 'blue cross health healthcare medical shield',
    kinds: 'health insurers?|insurers?',
    matters:
      'ACA|doctors?|drugs?|health(?:care)?|hospitals?|Medicaid|medical|Medicare|Obamacare|patients?|plans?|premiums?|subsidies',
  },
  insurers: {
    names:
      'assurance casualty indemnity insurance insurers life mutual property re reinsurance specialty surety underwriting',
    kinds: '(?:re)?insurers?|insurtechs?|underwriters?|(?:insurance|reinsurance) brokers?',
    matters:
      "actuar\\w+|annuit\\w+|bonds?|catastrophe|claims?|combined ratio|cover|coverage|(?:re)?insurance|insured|Lloyd[’']s|losses|pensions?|polic(?:y|ies)|policyholders?|premiums?|reserves?|underwriting",
  },
  medicines: {
    names: 'biosciences biotech laboratories pharma pharmaceutical pharmaceuticals therapeutics',
    kinds: 'biotechs?|drug ?makers?',
    matters: 'clinical|doses?|drugs?|medicines?|patients?|pills?|trials?|vaccines?',
  },
  shops: {
    names: 'clothing com fashion retail shops stores supermarkets',
    kinds: 'chains?|grocers?|retailers?|supermarkets?',
    matters: 'clothes|clothing|fashion|sales|shelves|shoppers?|stores?|shops?|tills?',
  },
  software: {
    names: 'com online platforms semiconductor software systems technologies technology',
    kinds:
      'chip ?(?:makers?|designers?)|start-?ups?|software (?:makers?|groups?|compan(?:y|ies))|tech (?:giants?|groups?|compan(?:y|ies))',
    matters: 'AI|apps?|chips?|cloud|cyber\\w*|data|developers?|devices?|online|software|tech|users?',
  },
  telecoms: {
    names: 'broadband communications mobile telecom telecommunications wireless',
    kinds: 'telecoms? (?:groups?|compan(?:y|ies))|operators?',
    matters: '[45]G|broadband|calls?|fibre|masts?|mobile|networks?|roaming|subscribers?|telecoms?',
  },
};

const tradesByName = lazy(() => {
  const trades = new Map<string, string[]>();
  for (const [trade, { names }] of Object.entries(TRADES))
    for (const name of names.split(' ')) trades.set(name, [...(trades.get(name) ?? []), trade]);
  return trades;
});

/** Returns the industries and further words from a company's names, or `null` if each name is a single word. */
export function ownNames(phrases: readonly { forms: readonly string[] }[]): OwnNames | null {
  const longer = phrases.filter(({ forms }) => forms.length > 1);
  if (longer.length === 0) return null;
  const continuations = new Set(longer.flatMap(({ forms }) => forms.slice(1)));
  const trades = new Set([...continuations].flatMap((form) => tradesByName().get(form) ?? []));
  return { continuations, trades: [...trades] };
}

const wholeWords = (alternatives: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}-])(?:${alternatives})(?![\\p{L}\\p{N}])`, 'iu');
const patterns = lazy(() =>
  Object.entries(TRADES).map(([trade, { kinds, matters }]) => ({
    trade,
    kinds: wholeWords(kinds),
    matters: wholeWords(matters),
  })),
);

export const isOfTrade = ({ trades }: Pick<OwnNames, 'trades'>, text: string): boolean =>
  patterns().some(({ trade, kinds, matters }) => trades.includes(trade) && (kinds.test(text) || matters.test(text)));

export const isOfOtherTrade = ({ trades }: Pick<OwnNames, 'trades'>, text: string): boolean =>
  trades.length > 0 &&
  patterns().some(({ trade, kinds }) => !trades.includes(trade) && kinds.test(text)) &&
  !isOfTrade({ trades }, text);

/** Returns true if a word after a name fits the company's industry, such as `Insurance` for an insurer. */
export const ownNamesTrade = ({ trades }: OwnNames, form: string): boolean =>
  tradesByName()
    .get(form)
    ?.some((trade) => trades.includes(trade)) ?? false;

/** Returns true for an insurer. A company of unknown industry counts as a possible insurer. */
export const mayInsure = (own: OwnNames | null | undefined): boolean =>
  !own || own.trades.length === 0 || own.trades.some((trade) => trade === 'insurers' || trade === 'health');
