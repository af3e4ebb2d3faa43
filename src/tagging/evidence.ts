import { lazy } from '../lib/lazy.ts';
import type { Name } from './phrase.ts';
import companyContexts from './reference/company-contexts.json' with { type: 'json' };
import { frequentWords } from './reference/frequent.ts';
import type { Span } from './trie.ts';
import type { Word } from './words.ts';

/**
 * Whether a name that is also a word, a place or a person means the company: each sign in its text counts for or against it by a
 * weight, and their sum is the logarithm of the odds. The weights were fitted on labelled headlines by logistic regression
 * (`test/tagging/outside`); what is kept aside there judges them. What editors answer about a company adds to them.
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
  /** Hardly anything but a company has it beside its name. */
  isDeal?: boolean;
  isThere(named: Named, span: Span, name: Name): boolean;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const ORGANISATION = words(
  'advisers advisors ag america asia asset assicurazioni assurance bank belgium bermuda canada capital chemicals co corp corporation energy europe financial france germany group holdings inc indemnity insurance international investment investments life limited ltd management mutual national north pacific partners pay pensions plc re reinsurance sa se services solutions spain specialty syndicate tech technologies tv uk us usa watch',
);
const ELSEWHERE = words(
  'academy airport airshow alderman alert arena avenue ballpark barracks basin bay beach beer biennale bishop blossom blues boulevard bowl brewery bridge bridges bus campus canal cars cathedral center centre championship championships chapel church cider city classic climbers club colony commuters confederacy council county court courthouse cove creek cup daily dealers derby diocese district duck estate exhibition falls festival field fields fighter film fire flag flu forest gallery garden golf gorge grove growers hall harbor harbour hardware headquarters heights highway hills holiday hospital hotel hotels house innings island islands jail jersey jockey juice kids lake landmarks lease leisure library line lodge mall marathon market mayor mayoral memorial mercury metro mile monument motor motors mountain mountains museum notebooks office open opening opera orchard orchestra palace parade parish park peel penguins pie pier plant players plaza poisoning police primary prison property province public rail rangers residents resort ridge river road roads rocket rower scent school schools shop shrine sketch skies skyline slough speedway square stadium stand state street streets suburb suns symphony tennis theater theatre tigers tower town towns townships trail trails tram trees trial trophy tunnel tutorial university valley village villagers vineyard voters walk wars weather wharf women zoo',
);
const ACTS = words(
  'absorbs accelerates accepts accused acquires adds adopts advances affirms agree agrees aims aligns allocates amends announces answers apologises apologizes appeals appoints approves argues asks asserts attacks attempts attracts avoids awards axes backs backtracks bags balks bars beats becomes begins benefits bets bids blames blocks boasts bolsters books boosts bounces breaks brings builds bulks bundles buys calls campaigns cancels caps caves cedes centralises certifies challenges charges chase chooses clarifies clears climbs clinches closes collects combines commissions commits compensates complains completes complies concedes condemns confirms considers consolidates contests continues converts counts courts covers creates crosses crushes cut cuts debuts declares declines deepens defends delays delists delivers demands denies dents deploys deposits designs detects develops dips disappoints discloses discontinues dismisses disputes distributes diversifies divests donates doubles downgrades drafts drags drills drives drops dumps earns eases edges elevates embeds emerges employs enables endorses ends enhances enlists enters entices equips establishes estimates evacuates examines exceeds exits expands expects expedites explores exports extends extinguishes eye eyes faces fails falls favours fetches fights files finalises finalizes finances finds fined fixes flags flips floats flogs folds follows forces forecasts forges forgoes forms freezes funds funnels gains garners gets gives goes grants grows halts handles harnesses heads helps hikes hires hiring hits holds hopes idles ignores imposes improves incorporates increases indicates inherits inks insures integrates intends introduces invests invites issues jettisons joins jumps keeps kicks lags lands launches leads leans leases lends licenses lifts liquidates listens lists loans lobbies locates lodges logs looks loses lowers lures maintains makes matches merges migrates misses mobilises modernises modifies monitors moves mulls must nabs names narrows nears needs negotiates nets notches notes notifies nudges obtains offers offloads oks opens operates opposes opts ordered orders outlines outperforms outsources overhauls overtakes owes participates partners passes patents pauses pays petitions picks pilots pivots places plans pledges plots poaches pockets ponders pools positions posts pours powers predicts prepares preps prevails probes processes procures projects prolongs promises promotes proposes proves provides prunes publishes pull pulls purchases pursues pushes puts quits raises rallies ramps rates reaches reaffirms realigns reassures rebounds rebrands rebuffs recalls recapitalises receives reclaims recommends recoups recovers recruits redeems redesigns redirects reduces refuses reiterates rejects relaunches releases relies relocates remains remediates removes renews reopens reorganises repays replaces reports reprices repurchases requests rescues reserves reshapes reshuffles resolves responds restores restructures resumes retains rethinks retreats returns revamps reveals reverses reviews revises revives rewards rides rises rolls runs safeguards satisfies saves says scales scoops scores scouts scraps secures seek seeks sees selects sells separates serves set settles shakes shares sheds shelves shields shifts ships shortens shrinks shrugs shuts shutters sidelines signals signs simplifies sinks skips slashes slides slips slows slumps snaps soars solicits sours speaks spends spins splits sponsors spots spurns squeezes stakes stands starts stays steers stems steps sticks stops streamlines strengthens stresses strikes strips stumbles submits subsidises succeeds sued sues suffers supplies supports surges surpasses surrenders suspends swaps sweetens swings switches tackles takes taps targets teams tells tempers tempts terminates tests threatens ties tightens told tops touts trails transfers transforms translates treads trebles trials tries trims triples triumphs trumps tumbles turns tweaks underwrites unites unloads unlocks unveils unwinds updates upgrades upsizes urges uses values vie voids volunteers vows wades waives walks wants warms warns weakens weathers weighs welcomes widens wields wins wipes withdraws withholds works wraps writes yields',
);
const FINANCE = words(
  'account ad adjusters ads agents analyst analysts annuities annuity app appoints arm banking bid board bonds book boss branch branches brand broker brokerage business campaign capital card cards catastrophe ceo cfo chair chairman chief claims client clients coo coverage customers data deal deputy dividend division earnings employee employees exec executive executives fee fees forecast fund funds gas guidance holders income insurer investors lawsuit loan loss losses margins merger mortgage mortgages motor network notes oil operating outlook pay pension pensions phone plan platform policies policy policyholders portfolio premium premiums president price prices products profit profits proposal q1 q2 q3 q4 quarter quarterly rates rating ratings reinsurer renewal report reserve reserves results retirement revenue risk rival sales savings service services settlement share shareholders shares shoppers software solvency spokesman spokeswoman staff stake stock store stores strategy study subsidiary suit survey syndicate takeover talks ticker trust underwriter underwriters underwriting union unions unit ventures warehouse workers',
);
const BEFORE_PLACE = words(
  'across along around beyond central downtown east from greater metropolitan north northern of off old over rural south southern through to upstate visit west',
);
const IN = words('in inside into near outside');
/** What one has in a company. */
const HELD = words(
  'holding interest investment investor investors position shareholder shareholders shares stake stakes',
);
const BEFORE_COMPANY = words(
  'acquire against and at backing broker brokers buy by cedes ceo cfo chair challenges chief customers downgrades for former giant hires insurer insurers joins leaves lender on ousts owner parent quits rates reinsurer reinsurers retailer retailers rival says sell sue sues trails underwriter upgrades versus via vs with',
);
const DETERMINERS = words('a an any each every her his its my no our some the their this your');
const OF_WORDS = words('between of that');
const STRUCK = words('battered braces flooded hit reels residents shaken swelters');
const BASED = words('area based born era listed raised');
const VENUES = words(
  '300 400 500 arena bowl championship championships classic cup derby field invitational marathon masters open park series stadium theatre tournament trophy',
);
const PERSONS = words(
  'aged appointed arrested charged convicted dead defends died dies elected hits jailed leads named nominated picked promoted re-elected recalled recalls recovers reflects retires returns ruled scored scores sentenced signs suspended testifies traded who wins won',
);
const PLURAL_VERBS = words(
  'are beware blame brace brave can demand face fear flee flock gather line march mourn must plant protest rally reap scramble should stranded stuck urged wait want were who',
);

const INSURANCE =
  /\b(re)?insur(ers?|ance|tech)\b|\bunderwrit|\bpolicyholders?\b|\bpremiums?\b|\bannuit|\bbrok(er|ers|ing|erage)\b|\bactuar|\bLloyd[’']s\b|\bcatastrophe|\breserv(es|ing)\b|\bclaims?\b|\bcombined ratio\b|\bpolic(y|ies)\b|\bsurety\b|\bmutual\b|\binsured\b|\bpensions?\b|\bliabilit|\b401\(k\)|\blife (unit|book|company|block)|\bcaptives?\b|\bworkers[’'] comp|\bAM Best\b|\bmotor cover\b|\b(AIG|Allstate|Allianz|AXA|Aon|Arch Capital|Aviva|Beazley|Chubb|Everest|Gallagher|Generali|Hiscox|Howden|Lockton|MAPFRE|Marsh|Munich|RenRe|SCOR|Standard Life|SunLife|WTW)\b|\bbuy-ins?\b|\bcat bonds?\b|\bcasualty\b|\bmarine\b|\bhelm\b|\basbestos\b|\brisk transfer\b|\bunderwrite[rs]?\b|\bindemnity\b|\bILS\b|\bretrocession|\bparametric\b|\bMGAs?\b|\brenewals?\b|\bSolvency\b|\bloss ratio\b|\bdeductibles?\b|\bhome ?owners?[’']? (cover|policy)|\bMetLife\b|\b(Munich|Swiss|Hannover) Re\b|\bBerkshire\b|\bGeico\b|\bState Farm\b|\bLiberty Mutual\b|\bflood losses\b|\bcover(age)?\b|\bexcess\b|\bD&O\b|\bwordings?\b|\bfacultative\b|\btreaty\b|\blossmaking\b|\binsurers\b/i;
const BUSINESS =
  /\b(shares?|stocks?|shareholders?|investors?|earnings|profits?|profitab\w+|revenues?|sales|dividends?|IPO|CEO|CFO|COO|executives?|chair(man|woman)|acqui(res?|red|ring|sition)|takeover|buyout|merge[rs]?|stake|subsidiar(y|ies)|retailers?|chain|operator|telecoms?|oil major|venture|refinery|lawsuit|sue[sd]?|spokes(man|woman|person)|customers?|analysts?|Moody[’']s|S&P|Inc|plc|Ltd|Corp|bonds?|quarter(ly)?|antitrust|regulators?|patents?|deal|funds?|fintech|credit card|market share|AT&T|chipmaker|Goldman|Meta|Google|Microsoft|chair|deputy|buybacks?|spin-?offs?|bids?|private equity|list(ed|ing)|Nasdaq|FTSE|Wall Street|downgrade[sd]?|upgrade[sd]?|forecasts?|outlook|guidance|business(es)?|unit|staff|layoffs|jobs?|workers|contract|suppliers?|brands?|app|iPhones?|iPad|cloud|stores?|shoppers|tariffs|loss(es)?|lapse|(book|facility|head) (for|of|to)|legacy book|asset management|net zero|satellite|cyberattack|sabotage|arbitration|Fitch|joint venture|LNG|oil|gas|barrels|North Sea|payments?|fees?|software|database|AI|data cent(er|re)s?|5G|broadband|mobile|network|boss|founder|firms?|company|companies|board|activist|rival|bank|lender|savings|mortgages?|branch(es)?|members|App Store|cards?|merchants?|fuel|platform|market|industry|tech|cost[- ]cutting|headcount|cash|costs?|capital|approvals?|onshore|offshore|boycotts?|data breach|hack(ed|ers)?|emissions|invest(s|ed|ing|ments?)?|launch(es)?|products?|hires|appoints|rename|rebrand\w*|valuation|hedge fund|partnerships?|owner|streaming|subscribers?|all-cash|suitors?|debt|notes|stakes?|Barclays|BP|Bain|BlackRock|Blackstone|Bouygues|Chevron|Costco|Deutsche Telekom|Eni|Exxon\w*|Foxconn|HSBC|Huawei|Iliad|Intel|JPMorgan|KKR|Kroger|Lloyds|Nvidia|OpenAI|Qualcomm|Samsung|Santander|SFR|Spotify|TotalEnergies|TSMC|Telef[oó]nica|Verizon|Vodafone|Walmart)\b/i;
const MONEY = /[$€£¥]\s?\d|\b\d[\d.,]*\s?(?:%|(?:per ?cent|mln|bln|million|billion|bn|m)\b)/i;
const SPORT =
  /\b(coach|pitcher|season|playoffs?|games?|league|stadium|goals?|scor(e|ed|ing)|teams?|tournament|match(es)?|innings?|hat-trick|final|wickets?|striker|midfielder|quarterback|linebacker|touchdowns?|century|overtime|buzzer|homer|shutout|title|batting|hundred|stumps|cricket(ers)?|bowled|sprint|medal|hockey|series|golf|club|squad|fans|cup|championship|quarter-?finals?|semi-?finals?|bullpen|rookie|roster|offen[cs]e|rebounds|guard|goalkeeper|penalty|NBA|NFL|WNBA|MLB|NHL|WBC|Premier League|umpire|strikeouts?|homers?|race|laps?|Grand Prix|birdie|putt|LPGA|PGA|fairway|green|victory|defeat|unbeaten|seed|trophy|captain|skipper|all-rounder|batter|batsman|bowler|wicketkeeper|spinner|Test|Ashes|County|over par|under par|round|jockey|Derby|stakes|furlongs|ace|aces|set|serves?|knockout|bout|transfer|loan|debut|fielder|reliever|RBI|outfielder|lineup|draft|trade[sd]?|sox|cubs|cardinals|mariners|dodgers|yankees)\b/i;
const TOWN =
  /\b(police|mayor|council|residents?|schools?|neighbou?rs?|downtown|degrees|airport|tram|traffic|firefighters?|homes?|streets?|voters|suburb|canton|desert|metro|commuters|county|sheriff|students?|university|bus(es)?|tourists?|festival|exhibition|museum|opera|zoo|heat(wave)?|storm|snow|temperatures|flights?|runway|passengers|light rail|ballot|referendum|housing|rents|tenants|restaurants?|shooting|stabbing|crash|suspects?|arrested|rail|station|trains?|city|cities|tour|concert|canal|lake|river|campus|teachers?|parents|church|bridge|theatre|library|mall|nightclub|district)\b/i;
const PERSON =
  /\b(dies at|died|singer|actor|actress|president|historian|author|wife|husband|son|daughter|minister|senator|governor|judge|born|starring|star|guitarist|role|film|album|biopic|Mr|Mrs|Ms|Dr|Sir|novelist|poet|professor|singers?|drummer|chef|Oscar|memoir|sitcom|actors|director|Netflix|sings|album|tour|widow|mother|father|brother|sister|senator|sen|rep|gov|congressman|lawmaker|democrat|republican|secretary|president[’']s|lawyer|attorney|aged|teen|Abraham|Bruce|Bob|Memorial|Gettysburg|Bridge)\b/;
const NATURE =
  /\b(fruit|juice|trees?|harvest|orchards?|species|bird|egg|planet|rubble|ash(es)?|peel|zest|recipe|seeds?|drought|crop|farm(ers)?|dogs?|turtle|tortoise|crab|ceasefire|missiles?|troops|raids?|protests?|strikes?|curfew|blackout|lemons?|oranges?|apples?|mercury|thermometer|toxic|soil|vegetables?|festival|blossoms?|frost|snails?|shells?|beach|sea|museum|archaeolog\w*|fossils?|myth|nest|orbit|NASA|space|spacecraft|probe|shelling|artillery|refugees|civilians|hostages|soldiers|army|militants|drones?|mortar|wounded|rebels)\b/i;

/** `$300` is no race of 300 miles. */
const isAmount = (text: string, word: Word | undefined): boolean =>
  /^\d+$/.test(word?.form ?? '') && new RegExp(`[$€£¥]\\s?${word?.form}`).test(text);

const right = ({ words }: Named, { to }: Span, by = 0) => words[to + by];
const left = ({ words }: Named, { from }: Span) => words[from - 1];
const isIn = (set: ReadonlySet<string>, word: Word | undefined) => word !== undefined && set.has(word.form);
/** Whether another company is named within two words, as in “Zurich and Allianz”. */
const hasNeighbour = ({ names }: Named, span: Span) =>
  names.some((other) => other !== span && (Math.abs(other.from - span.to) <= 1 || Math.abs(span.from - other.to) <= 1));
const isFollowed = (named: Named, span: Span) => named.names.some(({ to }) => to === span.from);

/** Whether what companies do stands behind the name: “says”, “to buy”, and not “to Miami”. */
const does = (named: Named, span: Span) =>
  isIn(ACTS, right(named, span)) ||
  (right(named, span)?.form === 'to' &&
    (right(named, span, 1)?.capital === false || BASE_ACTS.has(right(named, span, 1)?.form ?? '')) &&
    !isIn(IN, left(named, span)));

/** Verbs in the form that stands after “to” or after several names: `buy`, `buys`. */
const BASE_ACTS: ReadonlySet<string> = new Set(
  [...ACTS].flatMap((verb) => [
    verb.replace(/(?<=[^aeious]|[aeo])s$/, ''),
    ...(/ies$/.test(verb) ? [verb.replace(/ies$/, 'y')] : []),
    ...(/(?:ss|sh|ch|x)es$/.test(verb) ? [verb.slice(0, -2)] : []),
  ]),
);
/** What else begins with a word that is a company's name: `Next year`, `visa rules`. */
const EXPRESSIONS = words(
  'ancestor applicant applicants application applications backlog ban board break century chapter crossing date day days decade disease diseases door electorate engine fever generation generations glass gear holders hour hours income interest lens month months morning muscle night phase practice practices program programme rainforest round rules season shock shortage shot step steps stop stuff tax taxes time times tissue tribe tribes user users variant voices voters waiver waivers waters wave week weekend weeks word words year years',
);
const COMPANY_SPOKEN_OF =
  /\b(?:the|its|a|an|this|[A-Z]\w+[- ]based|[A-Z]\w+an|[A-Z]\w+ish|French|Swiss|Dutch)\s+(?:[\w-]+\s+){0,3}?(?:airline|automaker|bank|broker|brokerage|carmaker|carrier|chain|chipmaker|company|conglomerate|developer|drugmaker|firm|giant|grocer|group|insurer|insurtech|lender|maker|manufacturer|operator|producer|provider|reinsurer|retailer|start-?up|streamer|supplier|underwriter|utility)(?:['’]s)?\b/;
const TICKER = /\((?:NYSE|NASDAQ|Nasdaq|LSE|LON|AIM|TSX|ASX|EPA|ETR|SIX|TYO)\b|\$[A-Z]{2,5}\b/;
const PRODUCT = /\b(?:i[A-Z]\w+|IMac|IPod|IPhone|IPad)\b|\b[A-Z][a-z]+[A-Z]\w*\b/;
const FUNCTION_WORD = words(
  'a about after against ahead also amid among and are as at be before but by can could despite despite during for from had has have how if in into is may might must no not of off on or over says should since so than that the their then through to under until up via was were when while will with without would',
);
/** Whether a name of business stands beside it by “and” or a comma: a rare word with a capital. */
const isPaired = (named: Named, span: Span) => {
  const [after, second] = [right(named, span), right(named, span, 1)];
  const [before, first] = [left(named, span), named.words[span.from - 2]];
  const isRare = (word: Word | undefined) =>
    word?.capital === true && !FUNCTION_WORD.has(word.form) && (word.proper || word.upper || !frequentWord(word.form));
  return (
    (after?.form === 'and' && isRare(second)) ||
    (after?.joined === false && isRare(after)) ||
    (before?.form === 'and' && isRare(first)) ||
    (named.words[span.from]?.joined === false && isRare(before))
  );
};
const inSmallLetters = lazy(() => new Set(Array.from(frequentWords(), (word) => word.toLowerCase())));
const frequentWord = (form: string) => inSmallLetters().has(form);

/** Signs of well-known companies, by their name in small letters. */
interface Context {
  /** Products, leaders, rivals and trades of which its texts speak, as a pattern. */
  with?: string;
  /** Words behind the name, parted by `|`, which make it another name or expression. */
  not?: string;
  /** Matters of texts that mean something else, as a pattern. */
  against?: string;
}
interface Patterns {
  with: RegExp | null;
  not: ReadonlySet<string>;
  against: RegExp | null;
}
const CONTEXTS: Readonly<Record<string, Context>> = companyContexts;
const patterns = new Map<string, Patterns>();

function contextOf({ words: all }: Named, { from, to }: Span): Patterns | undefined {
  const form = all[all[from]?.form === 'the' ? from + 1 : from]?.form ?? '';
  const context = to - from <= 2 ? CONTEXTS[form] : undefined;
  if (!context) return undefined;
  const pattern = (text: string | undefined) =>
    text ? new RegExp(`(?<![\\p{L}\\p{N}])(?:${text})(?![\\p{L}\\p{N}])`, 'iu') : null;
  const known = patterns.get(form) ?? {
    with: pattern(context.with),
    not: new Set(context.not?.split('|')),
    against: pattern(context.against),
  };
  patterns.set(form, known);
  return known;
}

/** Parts behind a company’s name and a hyphen that leave it a company: `Ford-built`. */
const OF_COMPANIES = words(
  'backed based branded brokered built commissioned controlled developed financed funded insured led linked listed made managed operated owned run sponsored style supplied underwritten',
);
/** `Sky-High`: a word of several parts, of which the name is one. The text has lost the name, so that a hyphen begins what is left. */
const isPartOfWord = ({ words: all, text }: Named, { to }: Span): boolean => {
  const next = all[to];
  if (!next || next.joined || OF_COMPANIES.has(next.form)) return false;
  return new RegExp(`(?<![\\p{L}\\p{N}])-${next.form}(?![\\p{L}\\p{N}])`, 'iu').test(text);
};

/** Verbs and question words that a headline capitalises are no first names: `Hits Erie`, `Does Progressive`. */
const BEFORE_SUBJECT = words(
  'accuse accuses allege alleges approves are ask asks bars beat beats blames blocks can clears costs could cut cuts did do does drag drags drop drops fine fined fines had has have help helps hit hits hurt hurts if is lawsuit lift lifts like lose makes may must new not orders owns push pushes pressures probes prompts saves saw see sees should sinks still tells then warns was were when where which while whose why will would',
);
const isAfterCapital = (named: Named, span: Span) =>
  named.words[span.from]?.joined === true &&
  left(named, span)?.capital === true &&
  left(named, span)?.owner === false &&
  left(named, span)?.form !== 'the' &&
  !isIn(BEFORE_COMPANY, left(named, span)) &&
  !isIn(BEFORE_SUBJECT, left(named, span)) &&
  !isFollowed(named, span);

export const SIGNS: Readonly<Record<string, Sign>> = {
  'a rare name': { weight: -0.8, isThere: (_, __, { isWord, isName, isPlace }) => !isWord && !isName && !isPlace },
  'also a word': { weight: -0.2, isThere: (_, __, { isWord }) => isWord },
  'also the name of people': { weight: -2.1, isThere: (_, __, { isName }) => isName },
  'also a place': { weight: -1, isThere: (_, __, { isPlace }) => isPlace },
  'a kind of company after it': {
    isDeal: true,
    weight: 1.6,
    isThere: (named, span) => isIn(ORGANISATION, right(named, span)),
  },
  'a place or thing after it': {
    weight: -5,
    isThere: (named, span) => isIn(ELSEWHERE, right(named, span)) && right(named, span)?.joined === true,
  },
  'what companies do after it': { isDeal: true, weight: 2.8, isThere: (named, span) => does(named, span) },
  'a matter of business after it': {
    isDeal: true,
    weight: 1.8,
    isThere: (named, span) => isIn(FINANCE, right(named, span)),
  },
  'a direction before it': { weight: -0.5, isThere: (named, span) => isIn(BEFORE_PLACE, left(named, span)) },
  '“in” before it': {
    weight: -1.5,
    isThere: (named, span) => isIn(IN, left(named, span)) && !isIn(HELD, named.words[span.from - 2]),
  },
  'a stake in it': {
    isDeal: true,
    weight: 1,
    isThere: (named, span) => isIn(IN, left(named, span)) && isIn(HELD, named.words[span.from - 2]),
  },
  'a name after it': {
    weight: -1.2,
    isThere: (named, span) =>
      right(named, span)?.joined === true &&
      right(named, span)?.proper === true &&
      named.words[span.to - 1]?.owner === false &&
      !isIn(ORGANISATION, right(named, span)) &&
      !isIn(FINANCE, right(named, span)) &&
      !named.names.some(({ from }) => from === span.to),
  },
  'dealings before it': { weight: 0.9, isThere: (named, span) => isIn(BEFORE_COMPANY, left(named, span)) },
  '“the” before it': {
    weight: 0.6,
    isThere: (named, span, { isWord }) => !isWord && left(named, span)?.form === 'the',
  },
  // A word's capital says nothing after an article, at the beginning, and where every word has one.
  'the first word': {
    weight: -1.6,
    isThere: ({ words }, { from }, { isWord }) => isWord && words[from]?.proper === false,
  },
  'used as a word': {
    weight: -2.9,
    isThere: (named, span, { isWord }) =>
      isWord &&
      (isIn(DETERMINERS, left(named, span)) ||
        isIn(OF_WORDS, right(named, span)) ||
        named.words.some(({ form, capital }) => !capital && form === named.words[span.from]?.form)),
  },
  'the word itself': {
    weight: -6,
    isThere: (named, span, { isWord }) =>
      isWord && left(named, span)?.form === 'the' && named.words[span.from]?.proper === false,
  },
  'a name before it': {
    weight: -3.5,
    isThere: (named, span) => isAfterCapital(named, span) && left(named, span)?.proper === true,
  },
  'a first name before it': {
    weight: -5.5,
    isThere: (named, span) => isAfterCapital(named, span) && left(named, span)?.proper === false,
  },
  'an event or venue': {
    weight: -2.8,
    isThere: (named, span) =>
      [0, 1, 2].some((by) => isIn(VENUES, right(named, span, by)) && !isAmount(named.text, right(named, span, by))),
  },
  'what people do after it': {
    weight: -2.4,
    isThere: (named, span, { isWord }) =>
      !isWord && isIn(PERSONS, right(named, span)) && !isIn(ACTS, right(named, span)),
  },
  'what crowds do after it': { weight: -1.1, isThere: (named, span) => isIn(PLURAL_VERBS, right(named, span)) },
  'a person of that name': {
    weight: -3.6,
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
  'a state after it': {
    weight: -2,
    isThere: (named, span) =>
      right(named, span)?.joined === false &&
      /^(ala|ariz|ark|calif|colo|conn|fla|ill|ind|kan|ky|la|mass|md|mich|minn|miss|neb|nev|ohio|ont|ore|pa|tenn|tex|va|wash|wis)$/.test(
        right(named, span)?.form ?? '',
      ),
  },
  'a company beside it': { weight: 3.2, isThere: hasNeighbour },
  'a name paired with it': { weight: 2, isThere: isPaired },
  'the start of an expression': {
    weight: -3.1,
    isThere: (named, span, { isWord, isName }) =>
      (isWord || isName) && isIn(EXPRESSIONS, right(named, span)) && right(named, span)?.joined === true,
  },
  'a company that is spoken of': { weight: 0.7, isThere: ({ text }) => COMPANY_SPOKEN_OF.test(text) },
  'a ticker': { weight: 2.5, isThere: ({ text }) => TICKER.test(text) },
  'a name of a product': { weight: 0.7, isThere: ({ text }) => PRODUCT.test(text) },
  'the owner of something': { weight: 0.3, isThere: ({ words }, { to }) => words[to - 1]?.owner === true },
  'words of insurance': { weight: 3.4, isThere: ({ text }) => INSURANCE.test(text) },
  'words of business': { weight: 2.2, isThere: ({ text }) => BUSINESS.test(text) },
  'an amount': { weight: 1.3, isThere: ({ text }) => MONEY.test(text) },
  'words of the law': {
    weight: 1.2,
    isThere: ({ text }) =>
      /\b(court|judge|(law)?suits?|ruling|trial|settle(s|ment)?|fined?|antitrust|probe|breach)\b/i.test(text),
  },
  'its own business': {
    weight: 4.5,
    isThere: (named, span) => contextOf(named, span)?.with?.test(named.text) ?? false,
  },
  'another name or expression': {
    weight: -5,
    isThere: (named, span) => {
      const after = right(named, span);
      return after?.joined === true && (contextOf(named, span)?.not.has(after.form) ?? false);
    },
  },
  'matters of its namesake': {
    weight: -3.5,
    isThere: (named, span) => contextOf(named, span)?.against?.test(named.text) ?? false,
  },
  'part of a word': { weight: -6, isThere: isPartOfWord },
  '“based” after it': { weight: -4.5, isThere: (named, span) => isIn(BASED, right(named, span)) },
  'a disaster after it': {
    weight: -2.2,
    isThere: (named, span, { isWord }) => !isWord && isIn(STRUCK, right(named, span)),
  },
  'words of sport': { weight: -1.5, isThere: ({ text }) => SPORT.test(text) },
  'words of a town': { weight: -2.5, isThere: ({ text }) => TOWN.test(text) },
  'words about people': { weight: -2.8, isThere: ({ text }) => PERSON.test(text) },
  'words of nature or war': { weight: -1.2, isThere: ({ text }) => NATURE.test(text) },
};

/** Log odds by sign. */
export type Odds = Readonly<Record<string, number>>;

/** What a text says of a name. */
export interface Evidence {
  /** That it means the company, 0 to 1. */
  chance: number;
  /** The signs that are there, with their weights; those that nothing is known of have 0. */
  signs: { sign: string; weight: number }[];
}

/** What is `chance`d below this is not tagged: a wrong tag is worse than a missing one. */
export const LEAST_CHANCE = 0.7;

/** The sign that is always there. */
const NAME = 'the name';
/** Words on either side of a name that are signs of their own, once answers have weighed them. */
const BESIDE = 2;

/** Weighs the signs for a name; `learnt`: what answers about its company add to the weights that all begin with. */
export function weigh(named: Named, span: Span, name: Name, learnt: Odds = {}): Evidence {
  const around = { ...named, text: withoutName(named, span) };
  const there = Object.keys(SIGNS).filter((sign) => SIGNS[sign]?.isThere(around, span, name));
  const beside = [
    ...named.words.slice(Math.max(0, span.from - BESIDE), span.from),
    ...named.words.slice(span.to, span.to + BESIDE),
  ];
  const near = beside.filter(({ form }) => form.length > 2).map(({ form }) => `“${form}” beside it`);
  const signs = [NAME, ...there, ...new Set(near)].map((sign) => ({
    sign,
    weight: rounded((SIGNS[sign]?.weight ?? 0) + (learnt[sign] ?? 0)),
  }));
  return { chance: chanceOf(signs.reduce((sum, { weight }) => sum + weight, 0)), signs };
}

/** The text without the name, which says nothing of what is meant by it: Ace is no ace. */
function withoutName({ words, text }: Named, { from, to }: Span): string {
  const name = words.slice(from, to).map(({ form }) => form);
  return to - from > 1
    ? text
    : text.replace(/\p{Lu}[\p{L}\p{N}]*/gu, (word) => (word.toLowerCase() === name[0] ? '' : word));
}

const chanceOf = (odds: number) => 1 / (1 + Math.exp(-odds));
const rounded = (weight: number) => Math.round(weight * 100) / 100;

/** A name of a company in a text, and whether the newsroom says that the company is meant. */
export interface Example {
  signs: Evidence['signs'];
  meant: boolean;
}

const PASSES = 40;
const RATE = 0.1;
/** How strongly what is learnt is drawn back to nothing: one answer must not overturn what all begin with. */
const DRAW = 1;
/** The words beside a company's name are its own; a few answers say little of all its texts, and nothing of signs that hold for every company. */
const paceOf = (sign: string): number => (sign in SIGNS ? 0 : sign === NAME ? 0.15 : 1);

/**
 * What examples of one company add to the weights of its name and of the words beside it: logistic regression, drawn back to nothing. The
 * same examples in the same order give the same odds.
 */
export function learn(examples: readonly Example[]): Odds {
  const odds = new Map<string, number>();
  const keep = 1 - (RATE * DRAW) / examples.length;
  for (let pass = 0; pass < PASSES; pass++) {
    for (const { signs, meant } of examples) {
      const sum = signs.reduce((total, { sign, weight }) => total + weight + (odds.get(sign) ?? 0), 0);
      const step = RATE * (Number(meant) - chanceOf(sum));
      for (const { sign } of signs) odds.set(sign, (odds.get(sign) ?? 0) * keep + step * paceOf(sign));
    }
  }
  return Object.fromEntries(
    [...odds].map(([sign, weight]) => [sign, rounded(weight)] as const).filter(([, weight]) => weight !== 0),
  );
}
