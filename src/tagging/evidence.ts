import type { Name } from './phrase.ts';
import type { Span } from './trie.ts';
import type { Word } from './words.ts';

/**
 * Whether a name that is also a word, a place or a person means the company: each sign in its text counts for or against it by a
 * weight, and their sum is the logarithm of the odds. The weights were fitted on labelled headlines by logistic regression
 * (`test/tagging/outside`); what is kept aside there judges them.
 */

/** A text in which companies are named. */
export interface Named {
  words: readonly Word[];
  text: string;
  /** Where companies are named, each of them. */
  names: readonly Span[];
}

/** A sign: true where it is there. */
interface Sign {
  weight: number;
  isThere(named: Named, span: Span, name: Name): boolean;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const ORGANISATION = words(
  'insurance group financial re reinsurance indemnity mutual plc inc ltd limited holdings corp corporation co company companies life assurance specialty sa ag se belgium uk',
);
const ELSEWHERE = words(
  'airport alert arena avenue bay beach blossom bridge bowl cars center centre championship championships city classic club council county court cup daily district dealers field fire flu garden golf growers hardware harbour headquarters harbor heights hills hospital hotel hotels house island islands juice lake lease leisure library line marathon mayor mercury mile motor mountains museum office open orchard park pie police poisoning public river road school schools square stadium stand state street streets suns symphony tower tunnel tutorial university valley village voters zoo film opera theatre',
);
const ACTS = words(
  'accused acquires adds affirms agree agrees aims appoints asks backs beats becomes bets boosts bulks buys chase circle closes completes cut cuts drops ends enters exits expands expects eye eyes faces falls files fined gains gets grows hires holds hopes inks invests joins jumps keeps launches leads lifts loses lowers makes merges misses moves mulls must names nears nets offers opens ordered owes partners pays plans posts prices pull pulls pushes raises reaches reports restructures returns reveals rises says secures seek seeks sees sells set settles ships shuts signs sinks slashes slips slumps soars spins sponsors stakes starts stops sued sues surge surges swaps swings takes taps teams to told trims turns unveils upgrades vie wants warns weighs wins writes',
);
const FINANCE = words(
  'ad adjusters ads agents annuities app bid board bonds boss brokerage ceo cfo chair chairman chief claims client clients customers deal deputy dividend earnings executive executives forecast guidance investors lawsuit losses margins merger notes policies policy policyholders premium premiums price prices profit profits q1 q2 q3 q4 quarter quarterly rating report results revenue sales share shareholders shares stake stock stores study subsidiary suit survey talks underwriters unit',
);
const BEFORE_PLACE = words(
  'across around central downtown east from greater in near north northern of outside south southern through to visit west',
);
const BEFORE_COMPANY = words(
  'against and at broker brokers by downgrades for insurer joins leaves on quits rates reinsurer retailer rival sues upgrades versus vs with',
);
const DETERMINERS = words('a an any each every her his its my no our some the their this your');
const OF_WORDS = words('between of that');
const STRUCK = words('battered braces flooded hit reels residents shaken swelters');
const BASED = words('area based born era listed raised');
const VENUES = words('arena bowl championship championships classic field marathon open park stadium theatre');
const PERSONS = words(
  'appointed arrested charged convicted died dies elected jailed named promoted re-elected recalls ruled sentenced who',
);
const PLURAL_VERBS = words(
  'are beware brace can face flee flock line must scramble should stranded stuck urged wait were who',
);

const INSURANCE =
  /\b(re)?insur(ers?|ance|tech)\b|\bunderwrit|\bpolicyholders?\b|\bpremiums?\b|\bannuit|\bbrok(er|ers|ing|erage)\b|\bactuar|\bLloyd[’']s\b|\bcatastrophe|\breserv(es|ing)\b|\bclaims?\b|\bcombined ratio\b|\bpolic(y|ies)\b|\bsurety\b|\bmutual\b|\binsured\b|\bpensions?\b|\bliabilit|\b401\(k\)|\blife (unit|book|company|block)|\bcaptives?\b|\bworkers[’'] comp|\bAM Best\b|\bmotor cover\b|\bAIG\b|\bAllstate\b|\bAXA\b|\bAon\b/i;
const BUSINESS =
  /\b(shares?|stocks?|shareholders?|investors?|earnings|profits?|profitab\w+|revenues?|sales|dividends?|IPO|CEO|CFO|COO|executives?|chair(man|woman)|acqui(res?|red|ring|sition)|takeover|buyout|merge[rs]?|stake|subsidiar(y|ies)|retailers?|chain|operator|telecoms?|oil major|venture|refinery|lawsuit|sue[sd]?|spokes(man|woman|person)|customers?|analysts?|Moody[’']s|S&P|Inc|plc|Ltd|Corp|bonds?|quarter(ly)?|antitrust|regulators?|patents?|deal|funds?|fintech|credit card|market share|AT&T|chipmaker|Goldman|Meta|Google|Microsoft|chair|deputy)\b/i;
const MONEY = /[$€£¥]\s?\d|\b\d[\d.,]*\s?(?:%|(?:per ?cent|mln|bln|million|billion|bn|m)\b)/i;
const SPORT =
  /\b(coach|pitcher|season|playoffs?|games?|league|stadium|goals?|scor(e|ed|ing)|teams?|tournament|match(es)?|innings?|hat-trick|final|wickets?|striker|midfielder|quarterback|linebacker|touchdowns?|century|overtime|buzzer|homer|shutout|title|batting|hundred|stumps|cricket(ers)?|bowled|sprint|medal|hockey|series|golf|club|squad)\b/i;
const TOWN =
  /\b(police|mayor|council|residents?|schools?|neighbou?rs?|downtown|degrees|airport|tram|traffic|firefighters?|homes?|streets?|voters|suburb|canton|desert|metro)\b/i;
const PERSON =
  /\b(dies at|died|singer|actor|actress|president|historian|author|wife|husband|son|daughter|minister|senator|governor|judge|born|starring|star|guitarist|role|film|album|biopic|Mr|Mrs|Ms|Dr|Sir)\b/;
const NATURE =
  /\b(fruit|juice|trees?|harvest|orchards?|species|bird|egg|planet|rubble|ash(es)?|peel|zest|recipe|seeds?|drought|crop|farm(ers)?|dogs?|turtle|tortoise|crab|ceasefire|missiles?|troops|raids?|protests?|strikes?|curfew|blackout)\b/i;

const right = ({ words }: Named, { to }: Span, by = 0) => words[to + by];
const left = ({ words }: Named, { from }: Span) => words[from - 1];
const isIn = (set: ReadonlySet<string>, word: Word | undefined) => word !== undefined && set.has(word.form);
/** Whether another company is named within two words, as in “Zurich and Allianz”. */
const hasNeighbour = ({ names }: Named, span: Span) =>
  names.some((other) => other !== span && (Math.abs(other.from - span.to) <= 1 || Math.abs(span.from - other.to) <= 1));
const isFollowed = (named: Named, span: Span) => named.names.some(({ to }) => to === span.from);

const isAfterCapital = (named: Named, span: Span) =>
  named.words[span.from]?.joined === true &&
  left(named, span)?.capital === true &&
  left(named, span)?.form !== 'the' &&
  !isIn(BEFORE_COMPANY, left(named, span)) &&
  !isFollowed(named, span);

export const SIGNS: Readonly<Record<string, Sign>> = {
  isRare: { weight: 1, isThere: (_, __, { isWord, isName, isPlace }) => !isWord && !isName && !isPlace },
  isWord: { weight: -0, isThere: (_, __, { isWord }) => isWord },
  isName: { weight: -1.5, isThere: (_, __, { isName }) => isName },
  isPlace: { weight: -1.1, isThere: (_, __, { isPlace }) => isPlace },
  organisation: { weight: 1, isThere: (named, span) => isIn(ORGANISATION, right(named, span)) },
  elsewhere: {
    weight: -3.9,
    isThere: (named, span) => isIn(ELSEWHERE, right(named, span)) && right(named, span)?.joined === true,
  },
  acts: { weight: 2.2, isThere: (named, span) => isIn(ACTS, right(named, span)) },
  finance: { weight: 1.3, isThere: (named, span) => isIn(FINANCE, right(named, span)) },
  beforePlace: { weight: -0.8, isThere: (named, span) => isIn(BEFORE_PLACE, left(named, span)) },
  beforeCompany: { weight: 0.8, isThere: (named, span) => isIn(BEFORE_COMPANY, left(named, span)) },
  the: { weight: 0.3, isThere: (named, span, { isWord }) => !isWord && left(named, span)?.form === 'the' },
  // A word's capital says nothing after an article, at the beginning, and where every word has one.
  atBeginning: { weight: -0.9, isThere: ({ words }, { from }, { isWord }) => isWord && words[from]?.proper === false },
  asWord: {
    weight: -2.5,
    isThere: (named, span, { isWord }) =>
      isWord && (isIn(DETERMINERS, left(named, span)) || isIn(OF_WORDS, right(named, span))),
  },
  afterName: {
    weight: -2.5,
    isThere: (named, span) => isAfterCapital(named, span) && left(named, span)?.proper === true,
  },
  afterFirst: {
    weight: -3.9,
    isThere: (named, span) => isAfterCapital(named, span) && left(named, span)?.proper === false,
  },
  event: { weight: -2.8, isThere: (named, span) => [0, 1, 2].some((by) => isIn(VENUES, right(named, span, by))) },
  appointed: { weight: -3, isThere: (named, span) => isIn(PERSONS, right(named, span)) },
  people: { weight: -1.2, isThere: (named, span) => isIn(PLURAL_VERBS, right(named, span)) },
  alsoPerson: {
    weight: -3.5,
    isThere: ({ words, names }, { from, to }) =>
      words.some(
        ({ form, joined }, i) =>
          joined &&
          form === words[from]?.form &&
          to - from === 1 &&
          words[i - 1]?.capital === true &&
          words[i - 1]?.form !== 'the' &&
          i !== from &&
          !names.some((other) => other.to === i),
      ),
  },
  state: {
    weight: -2,
    isThere: (named, span) =>
      right(named, span)?.joined === false &&
      /^(ala|ariz|ark|calif|colo|conn|fla|ill|ind|kan|ky|la|mass|md|mich|minn|miss|neb|nev|ohio|ont|ore|pa|tenn|tex|va|wash|wis)$/.test(
        right(named, span)?.form ?? '',
      ),
  },
  neighbour: { weight: 2.5, isThere: hasNeighbour },
  insurance: { weight: 3.4, isThere: ({ text }) => INSURANCE.test(text) },
  business: { weight: 2.2, isThere: ({ text }) => BUSINESS.test(text) },
  money: { weight: 1.1, isThere: ({ text }) => MONEY.test(text) },
  court: {
    weight: 1.3,
    isThere: ({ text }) =>
      /\b(court|judge|(law)?suits?|ruling|trial|settle(s|ment)?|fined?|antitrust|probe|breach)\b/i.test(text),
  },
  based: { weight: -4, isThere: (named, span) => isIn(BASED, right(named, span)) },
  struck: { weight: -2.1, isThere: (named, span) => isIn(STRUCK, right(named, span)) },
  sport: { weight: -2.6, isThere: ({ text }) => SPORT.test(text) },
  town: { weight: -1.2, isThere: ({ text }) => TOWN.test(text) },
  person: { weight: -2.3, isThere: ({ text }) => PERSON.test(text) },
  nature: { weight: -1.3, isThere: ({ text }) => NATURE.test(text) },
};

/** The chance (0 to 1) that a name in a text means the company. */
export function chanceOfCompany(named: Named, span: Span, name: Name): number {
  const odds = Object.values(SIGNS).reduce(
    (sum, { weight, isThere }) => sum + (isThere(named, span, name) ? weight : 0),
    0,
  );
  return 1 / (1 + Math.exp(-odds));
}
