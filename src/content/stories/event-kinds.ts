import { stemsOf } from '../index/language-words.ts';

/** Finds kinds of events (English only) and figures. Both distinguish events that involve the same names. */

const KINDS: Readonly<Record<string, string>> = {
  buy: 'acquire acquires acquired acquirer acquiring acquisition bid bidder bidders buy buyer buys buying bought buyout clinches combination combine combines combining deal divest divests megamerger merge merges merger merging offer offload offloads purchase purchases sell sells selling snaps sold suitor suitors swallow swoop swoops takeover tie-up',
  hire: 'appoint appoints appointed appointment chief elevate elevates handed head hire hires hired hiring join joins lead leads name names named officer poach poaches promote promotes promoted recruit recruits replaces select selects successor',
  leave:
    'depart departs departure depart exit exits leave leaves ousted quit quits resign resigns resignation retire retires retirement step steps successor',
  result:
    'beat beats combined-ratio earn earning earnings earns first-half half-year income interim nine-month pat posts profit profits quarter quarterly q1 q2 q3 q4 h1 h2 result results six-month',
  rating:
    'affirm affirms affirmed downgrade downgrades downgraded grade outlook rating ratings upgrade upgrades upgraded',
  fine: 'fine fines fined penalty penalties sanction sanctions',
  court:
    'appeal appeals class-action complaint court judge judges judgment jury justices lawsuit litigation ruling settle settlement settles sue sued sues suit tribunal verdict',
  storm:
    'cyclone gale gales hurricane landfall storm storms supercell typhoon windstorm tornado tornadoes twister twisters',
  quake: 'aftershock aftershocks earthquake quake shakes temblor tremor tremors magnitude',
  flood: 'deluge flood flooded flooding floods inundation inundated torrent torrents',
  fire: 'ablaze blaze blazes burn burning burns fire fires flames inferno wildfire wildfires explosion blast',
  hail: 'hail hailstones hailstorm',
  hack: 'breach cyberattack cyber-attack downtime hack hacked hackers hackers outage outages ransom ransomware stolen',
  jobs: 'axed job jobs layoff layoffs redundancies redundancy roles staff union workers',
  bond: 'bond bonds cat-bond ils notes sidecar tranche tranches',
  fund: 'bags funding raise raises round series',
  rates: 'hike hikes homeowners premium premiums rate rates',
  float: 'debut filing float flotation ipo listing listed lists prospectus priced',
  ban: 'approve approved approval approves ban bans clears cleared cap caps ceilings consultation decree licence licences regulator rule rules supervisor watchdog',
  fail: 'administration collapse collapses failed failure insolvency insolvent liquidation receivership rehabilitation',
  crash: 'aground capsized collides collision crash crashed derailed derailment sank sinks sinking stricken wreck',
  buyback: 'buyback buybacks dividend repurchase',
};

const kindOf = new Map<string, string[]>();
for (const [kind, words] of Object.entries(KINDS))
  for (const { stem } of stemsOf(words, 'en')) kindOf.set(stem, [...(kindOf.get(stem) ?? []), `~${kind}`]);

/** Returns terms such as `~buy` for the kinds of event that the stems indicate. */
export const kindsIn = (stems: readonly string[]): string[] => stems.flatMap((stem) => kindOf.get(stem) ?? []);

/** Words of industry headlines that do not identify an event. They never count as rare, even with few articles. */
const COMMONPLACE = `advance agency agent agents aon america american analyst analysts announce announces annual april asia asset assets
  august back bank bermuda best billion board boost broker brokers business businesses california canada capacity capital carrier carriers carpenter casualty cat catastrophe ceo cfo
  china claim claims climb climbs combined commercial community companies company corelogic cotality cover coverage credit customers cut cuts cyber cybercube data day dbrs december demand demotech director
  division drop drops ends estimate estimates europe european executive expands expect expects exposure face faces fall falls february financial firm firms first fitch five florida four
  france friday from fund further germany global gross group growth half health higher home house impact increase india industry insurance insured insurer insurers international
  investment investors italy january japan july june large largest launch launches law life liability limit line lines lloyd london loss losses low lower major management manager march marine market markets
  may mga million model moody modeller modellers monday month months motor mutual national net new news nine north november october official officials operating over parametrix partner people perils plan plans policies policyholders policy
  posts president price prices pricing private product programme program property public quarter re rebound record reduce reforms region regulator regulators reinsurance reinsurer reinsurers renewal renewals
  report reports reserve reserves retail return review rise rms rises risk risks russia sale say says search second sector sees seek seeks seen september services set shareholder shareholders share shares slip solution south
  specialty start state states statement stock strong sunday syndicate target third three thursday times top total trade trading transaction tuesday two uk underwriting unit united update
  up us value verisk war warn warns wednesday week weekend west work world year years york zurich`;
const commonplace = new Set([
  ...stemsOf(COMMONPLACE, 'en').map(({ stem }) => stem),
  ...kindOf.keys(),
  ...Object.keys(KINDS).map((kind) => `~${kind}`),
]);
export const isCommonplace = (term: string): boolean => commonplace.has(term);

const AMOUNT_PATTERN =
  /(?<![\p{L}\d.])(?:[A-Z]{0,3}[$£€¥₹]?|[A-Z]{3}|[Pp])\s?(\d[\d,]*(?:\.\d+)?)[\s-]?(bn|billion|b|mn|m|million|tn|trillion|k|%|percent|per cent|mph|mb)?(?![\p{L}\d])/gu;
const FACTORS: Readonly<Record<string, number>> = { b: 1e9, m: 1e6, t: 1e12, k: 1e3 };
const isYear = (number: number) => number > 1900 && number < 2100;
/** Smallest plain number that counts as a figure. Smaller numbers often count days or people and prove little. */
const MIN_NUMBER = 100;

/** Returns figures as terms, whatever their notation: `$3.9bn` and `3.9 billion` become `#3900000000`. */
export function figuresIn(text: string): string[] {
  if (!/\d/.test(text)) return [];
  return Array.from(text.matchAll(AMOUNT_PATTERN)).flatMap(([, digits = '', unit = '']) => {
    const number = Number(digits.replaceAll(',', ''));
    if (/^(?:%|per)/.test(unit)) return [`#${number}%`];
    if (unit === 'mph' || unit === 'mb') return [`#${number}${unit}`];
    const value = number * (FACTORS[unit.charAt(0)] ?? 1);
    if (!unit && (value < MIN_NUMBER || isYear(value))) return [];
    return [`#${Number(value.toPrecision(2))}`];
  });
}
