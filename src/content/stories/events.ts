import { stemsOf } from '../index/language-words.ts';

/** Kinds of event and figures, which tell events apart besides names. Kinds are read in English only. */

/** Words for one kind of event each. */
const KINDS: Readonly<Record<string, string>> = {
  buy: 'acquire acquires acquired acquiring acquisition bid buy buys buying bought buyout deal merge merges merger offer purchase purchases snaps sold swoops takeover',
  hire: 'appoint appoints appointed appointment chief elevate elevates head hire hires hired hiring join joins lead leads name names named officer poach poaches promote promotes promoted recruit recruits successor',
  leave:
    'depart departs departure exit exits leave leaves quit quits resign resigns resignation retire retires retirement successor',
  result: 'earn earning earnings earns income nine-month profit profits quarter quarterly result results',
  rating: 'affirm affirms downgrade downgrades downgraded outlook rating ratings upgrade upgrades upgraded',
  fine: 'fine fines fined penalty penalties sanction sanctions',
  court:
    'appeal court judge judgment justices lawsuit litigation ruling settle settlement settles sue sued sues suit verdict',
  storm: 'cyclone hurricane landfall storm typhoon windstorm tornado tornadoes',
  quake: 'aftershock earthquake quake temblor tremor magnitude',
  flood: 'deluge flood flooded flooding floods inundation',
  fire: 'blaze burn burns fire fires inferno wildfire wildfires',
  hail: 'hail hailstones hailstorm',
  hack: 'breach cyberattack hack hacked hackers outage ransomware',
  jobs: 'job jobs layoff layoffs redundancies roles staff workers',
  bond: 'bond bonds ils notes tranche tranches',
  fund: 'bags funding raise raises round series',
  rates: 'hike hikes homeowners premium premiums rate rates',
  float: 'float ipo listing debut priced',
  buyback: 'buyback buybacks dividend repurchase',
};

const kindOf = new Map<string, string[]>();
for (const [kind, words] of Object.entries(KINDS))
  for (const { stem } of stemsOf(words, 'en')) kindOf.set(stem, [...(kindOf.get(stem) ?? []), `~${kind}`]);

/** The kinds of events that stems say, as terms: `~buy`. */
export const kindsIn = (stems: readonly string[]): string[] => stems.flatMap((stem) => kindOf.get(stem) ?? []);

/** Words that every other headline of the trade has, which make no event: none of them is rare, however new a service is. */
const COMMONPLACE = `advance agency agent agents america american analyst analysts announce announces annual april asia asset assets
  august back bank bermuda billion board boost broker brokers business businesses california canada capacity capital carrier carriers casualty cat catastrophe ceo cfo
  china claim claims climb climbs combined commercial community companies company cover coverage credit customers cut cuts cyber data day december demand director
  division drop drops ends estimate estimates europe european executive expands expect expects exposure face faces fall falls february financial firm firms first five florida four
  france friday from fund further germany global gross group growth half health higher home house increase india industry insurance insured insurer insurers international
  investment investors italy january japan july june large largest launch launches law life liability limit line lines lloyd loss losses low lower major management manager march marine market markets
  may mga million model monday month months motor mutual national net new news nine north november october official officials operating over partner people plan plans policies policyholders policy
  posts president price prices pricing private product programme program property public quarter re rebound record reduce reforms region regulator regulators reinsurance reinsurer reinsurers renewal renewals
  report reports reserve reserves retail return review rise rises risk risks russia sale say says search second sector sees seek seeks seen september services set shareholder shareholders share shares slip solution south
  specialty start state states statement stock strong sunday syndicate target third three thursday times top total trade trading transaction tuesday two uk underwriting unit united update
  up us value war warn warns wednesday week weekend west work world year years york zurich`;
const commonplace = new Set([
  ...stemsOf(COMMONPLACE, 'en').map(({ stem }) => stem),
  ...kindOf.keys(),
  ...Object.keys(KINDS).map((kind) => `~${kind}`),
]);
export const isCommonplace = (term: string): boolean => commonplace.has(term);

const AMOUNT =
  /(?<![\p{L}\d.])(?:[A-Z]{0,3}[$£€¥₹]?|[A-Z]{3}|[Pp])\s?(\d[\d,]*(?:\.\d+)?)[\s-]?(bn|billion|b|mn|m|million|tn|trillion|k|%|percent|per cent|mph|mb)?(?![\p{L}\d])/gu;
const FACTORS: Readonly<Record<string, number>> = { b: 1e9, m: 1e6, t: 1e12, k: 1e3 };
const isYear = (number: number) => number > 1900 && number < 2100;
/** Smaller whole numbers without a unit count days, people or places, and come again everywhere. */
const LEAST_NUMBER = 100;

/** Figures of a text as terms, alike however they are written: `$3.9bn` and `3.9 billion` are `#3900000000`. */
export function figuresIn(text: string): string[] {
  return Array.from(text.matchAll(AMOUNT)).flatMap(([, digits = '', unit = '']) => {
    const number = Number(digits.replaceAll(',', ''));
    if (/^(?:%|per)/.test(unit)) return [`#${number}%`];
    if (unit === 'mph' || unit === 'mb') return [`#${number}${unit}`];
    const value = number * (FACTORS[unit.charAt(0)] ?? 1);
    if (!unit && (value < LEAST_NUMBER || isYear(value))) return [];
    return [`#${Number(value.toPrecision(2))}`];
  });
}
