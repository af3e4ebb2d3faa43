/** Word lists that help to decide whether a name in a text means a company. */

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

export const ORGANISATION = words(
  'advisers advisors ag america asia asset assicurazioni assurance bank belgium bermuda canada capital chemicals co corp corporation energy europe financial france germany group holdings inc indemnity insurance international investment investments life limited ltd management mutual national north pacific partners pay pensions plc re reinsurance sa se services solutions spain specialty syndicate tech technologies tv uk us usa watch',
);
export const ELSEWHERE = words(
  'academy airport airshow alderman alert arena avenue ballpark barracks basin bay beach beer biennale bishop blossom blues boulevard bowl brewery bridge bridges bus campus canal cars cathedral center centre championship championships chapel church cider city classic climbers club colony commuters confederacy council county court courthouse cove creek cup daily dealers derby diocese district duck estate exhibition falls festival field fields fighter film fire flag flu forest gallery garden golf gorge grove growers hall harbor harbour hardware headquarters heights highway hills holiday hospital hotel hotels house innings island islands jail jersey jockey juice kids lake landmarks lease leisure library line lodge mall marathon market mayor mayoral memorial mercury metro mile monument motor motors mountain mountains museum notebooks office open opening opera orchard orchestra palace parade parish park peel penguins pie pier plant players plaza poisoning police primary prison property province public rail rangers residents resort ridge river road roads rocket rower scent school schools shop shrine sketch skies skyline slough speedway square stadium stand state street streets suburb suns symphony tennis theater theatre tigers tower town towns townships trail tram trees trial trophy tunnel tutorial university valley village villagers vineyard voters walk wars weather wharf women zoo',
);
export const ACTS = words(
  'absorbs acquired agreed announced bought launched posted raised reported said sold accelerates accepts accused acquires adds adopts advances affirms agree agrees aims aligns allocates amends announces answers apologises apologizes appeals appoints approves argues asks asserts attacks attempts attracts avoids axes backs backtracks bags balks bars beats becomes begins benefits bets bids blames blocks boasts bolsters books boosts bounces breaks brings builds bulks bundles buys calls campaigns cancels caps caves cedes centralises certifies challenges charges chase chooses clarifies clears climbs clinches closes collects combines commissions commits compensates complains completes complies concedes condemns confirms considers consolidates contests continues converts counts courts covers creates crosses crushes cut cuts debuts declares declines deepens defends delays delists delivers demands denies dents deploys deposits designs detects develops dips disappoints discloses discontinues dismisses disputes distributes diversifies divests donates doubles downgrades drafts drags drills drives drops dumps earns eases edges elevates embeds emerges employs enables endorses ends enhances enlists enters entices equips establishes estimates evacuates examines exceeds exits expands expects expedites explores exports extends extinguishes eye eyes faces fails falls favours fetches fights files finalises finalizes finances finds fined fixes flags flips floats flogs folds follows forces forecasts forges forgoes forms freezes funds funnels gains garners gets gives goes grants grows halts handles harnesses heads helps hikes hires hiring hits holds hopes hurts idles ignores imposes improves incorporates increases indicates inherits inks insures integrates intends introduces invests invites issues jettisons joins jumps keeps kicks lags lands launches leads leans leases leaves lends licenses lifts liquidates listens lists loans lobbies locates logs looks loses lowers lures maintains makes matches merges migrates misses mobilises modernises modifies monitors moves mulls must nabs names narrows nears needs negotiates nets notches notes notifies nudges obtains offers offloads oks opens operates opposes opts ordered orders outlines outperforms outsources overhauls overtakes owes participates partners passes patents pauses pays petitions picks pilots pivots places plans pledges plots poaches pockets ponders pools positions posts pours powers predicts prepares preps prevails probes processes procures projects prolongs promises promotes proposes proves provides prunes publishes pull pulls purchases pursues pushes puts quits raises rallies ramps rates reaches reaffirms realigns reassures rebounds rebrands rebuffs recalls recapitalises receives reclaims recommends recoups recovers recruits redeems redesigns redirects reduces refuses reiterates rejects relaunches releases relies relocates remains remediates removes renews reopens reorganises repays replaces reports reprices repurchases requests rescues reserves reshapes reshuffles resolves responds restores restructures resumes retains rethinks retreats returns revamps reveals reverses reviews revises revives rewards rides rises rolls runs safeguards satisfies saves says scales scoops scores scouts scraps secures seek seeks sees selects sells separates serves set settles shakes shares sheds shelves shields shifts ships shortens shrinks shrugs shuts shutters sidelines signals signs simplifies sinks skips slashes slides slips slows slumps snaps soars solicits sours speaks spends spins splits sponsors spots spurns squeezes stakes stands starts stays steers stems steps sticks stops streamlines strengthens stresses strikes strips stumbles submits subsidises succeeds sued sues suffers supplies supports surges surpasses surrenders suspends swaps sweetens swings switches tackles takes taps targets teams tells tempers tempts terminates tests threatens ties tightens told tops touts transfers transforms translates treads trebles tries trims triples triumphs trumps tumbles turns tweaks underwrites unites unloads unlocks unveils unwinds updates upgrades upsizes urges uses values vie voids volunteers vows wades waives walks wants warms warns weakens weathers weighs welcomes widens wields wins wipes withdraws withholds works wraps writes yields',
);
export const FINANCE = words(
  'account ad adjusters ads agents analyst analysts annuities annuity app appoints arm banking bid board bonds book boss branch branches brand broker brokerage business campaign capital card cards catastrophe ceo cfo chair chairman chief claims client clients coo coverage customers data deal deputy dividend division earnings employee employees exec executive executives fee fees forecast fund funds gas guidance holders income insurer investors lawsuit loan loss losses margins merger mortgage mortgages motor network notes oil operating outlook pay pension pensions phone plan platform policies policy policyholders portfolio premium premiums president price prices products profit profits proposal q1 q2 q3 q4 quarter quarterly rates rating ratings reinsurer renewal report reserve reserves results retirement revenue risk rival sales savings service services settlement share shareholders shares shoppers software solvency spokesman spokeswoman staff stake stock store stores strategy study subsidiary suit survey syndicate takeover talks ticker trust underwriter underwriters underwriting union unions unit ventures warehouse workers',
);
export const BEFORE_PLACE = words(
  'across along around beyond central downtown east from greater metropolitan north northern of off old over rural south southern through to upstate visit west',
);
export const IN = words('in inside into near outside');
export const STAKE_WORDS = words(
  'holding interest investment investor investors position shareholder shareholders shares stake stakes',
);
export const BEFORE_COMPANY = words(
  'acquire against and at backing broker brokers buy by cedes ceo cfo chair challenges chief customers downgrades for former giant hires insurer insurers joins leaves lender on ousts owner parent quits rates reinsurer reinsurers retailer retailers rival says sell sue sues trails underwriter upgrades versus via vs with',
);
export const DETERMINERS = words('a an any each every her his its my no our some the their this your');
export const OF_WORDS = words('between of that');
export const STRUCK = words('battered braces flooded hit reels residents shaken swelters');
export const BASED = words('area based born era');
export const VENUES = words(
  '300 400 500 arena bowl championship championships classic cup derby field invitational marathon masters open park series stadium theatre tournament trophy',
);
export const PLURAL_VERBS = words(
  'are beware blame brace brave can demand face fear flee flock gather line march mourn must plant protest rally reap scramble should stranded stuck urged wait want were who',
);

export const INSURANCE =
  /\b(?:(?:re)?insur(?:ers?|ance|tech)|underwrit\w*|policyholders?|annuit\w+|actuar\w+|Lloyd[’']s|combined ratio|insured|AM Best|AIG|Allstate|Allianz|AXA|Aon|Arch Capital|Aviva|Beazley|Chubb|Gallagher|Generali|Hiscox|Howden|Lockton|MAPFRE|Marsh|Munich|RenRe|SCOR|Standard Life|SunLife|WTW|cat bonds?|retrocession\w*|parametric|MGAs?|MetLife|(?:Munich|Swiss|Hannover) Re|Berkshire|Geico|State Farm|Liberty Mutual|D&O|loss ratio)\b/i;
export const PERHAPS_INSURANCE =
  /\bpremiums?\b|\bbrok(?:er|ers|ing|erage)\b|\bcatastrophe|\breserv(?:es|ing)\b|\bclaims?\b|\bpolic(?:y|ies)\b|\bsurety\b|\bmutual\b|\bpensions?\b|\bliabilit|\b401\(k\)|\blife (?:unit|book|company|block)|\bcaptives?\b|\bworkers[’'] comp|\bmotor cover\b|\bbuy-ins?\b|\bcasualty\b|\bmarine\b|\basbestos\b|\brisk transfer\b|\bindemnity\b|\bILS\b|\brenewals?\b|\bSolvency\b|\bdeductibles?\b|\bhome ?owners?[’']? (?:cover|policy)|\bflood losses\b|\bcover(?:age)?\b(?! (?:much|most|all|up)\b)|\bexcess\b|\bwordings?\b|\bfacultative\b|\btreaty\b/i;
export const BUSINESS =
  /\b(?:shares?|stocks?|shareholders?|investors?|earnings|profits?|profitab\w+|revenues?|dividends?|IPO|CEO|CFO|COO|executives?|acqui(?:res?|red|ring|sition)|takeover|buyout|merge[rs]?|stakes?|subsidiar(?:y|ies)|retailers?|spokes(?:man|woman|person)|analysts?|Moody[’']s|S&P|Inc|plc|Ltd|Corp|quarter(?:ly)?|antitrust|buybacks?|spin-?offs?|private equity|Nasdaq|FTSE|Wall Street|downgrade[sd]?|guidance|fintech|market share|chipmaker|joint venture|asset management|Fitch|layoffs|shoppers|cost[- ]cutting|headcount|valuation|hedge fund|all-cash|suitors?|hires|appoints|AT&T|Goldman|Google|Microsoft|Barclays|BP|Bain|BlackRock|Blackstone|Bouygues|Costco|Deutsche Telekom|Eni|Exxon\w*|Foxconn|HSBC|Huawei|Iliad|Intel|JPMorgan|KKR|Kroger|Lloyds|Nvidia|OpenAI|Qualcomm|Samsung|Santander|SFR|Spotify|TotalEnergies|TSMC|Telef[oó]nica|Verizon|Vodafone|Walmart)\b/i;
export const PERHAPS_BUSINESS =
  /\b(?:sales|chair(?:man|woman)?|chain|operator|telecoms?|oil major|venture|refinery|lawsuit|sue[sd]?|customers?|bonds?|regulators?|patents?|deal|funds?|credit card|deputy|bids?|list(?:ed|ing)|upgrade[sd]?|forecasts?|outlook|business(?:es)?|unit|staff|jobs?|workers|contract|suppliers?|brands?|app|iPhones?|iPad|cloud|stores?|tariffs|loss(?:es)?|lapse|(?:book|facility|head) (?:for|of|to)|legacy book|net zero|satellite|cyberattack|sabotage|arbitration|LNG|oil|gas|barrels|North Sea|payments?|fees?|software|database|AI|data cent(?:er|re)s?|5G|broadband|mobile|network|boss|founder|firms?|company|companies|board|activist|rival|bank|lender|savings|mortgages?|branch(?:es)?|members|App Store|cards?|merchants?|fuel|platform|market|industry|tech|cash|costs?|capital|approvals?|onshore|offshore|boycotts?|data breach|hack(?:ed|ers)?|emissions|invest(?:s|ed|ing|ments?)?|launch(?:es)?|products?|rename|rebrand\w*|partnerships?|owner|streaming|subscribers?|debt|notes|Chevron|Meta)\b/i;
export const MONEY = /[$€£¥]\s?\d|\b\d[\d.,]{0,15}\s?(?:%|(?:per ?cent|mln|bln|million|billion|bn|m)\b)/i;
export const SPORT =
  /\b(coach|pitcher|season|playoffs?|games?|league|stadium|goals?|scor(e|ed|ing)|teams?|tournament|match(es)?|innings?|hat-trick|final|wickets?|striker|midfielder|quarterback|linebacker|touchdowns?|century|overtime|buzzer|homer|shutout|title|batting|hundred|stumps|cricket(ers)?|bowled|sprint|medal|hockey|series|golf|club|squad|fans|cup|championship|quarter-?finals?|semi-?finals?|bullpen|rookie|roster|offen[cs]e|rebounds|guard|goalkeeper|penalty|NBA|NFL|WNBA|MLB|NHL|WBC|Premier League|umpire|strikeouts?|homers?|race|laps?|Grand Prix|birdie|putt|LPGA|PGA|fairway|green|victory|defeat|unbeaten|seed|trophy|captain|skipper|all-rounder|batter|batsman|bowler|wicketkeeper|spinner|Test|Ashes|County|over par|under par|round|jockey|Derby|stakes|furlongs|ace|aces|set|serves?|knockout|bout|transfer|loan|debut|fielder|reliever|RBI|outfielder|lineup|draft|trade[sd]?|sox|cubs|cardinals|mariners|dodgers|yankees)\b/i;
export const TOWN =
  /\b(police|mayor|council|residents?|schools?|neighbou?rs?|downtown|degrees|airport|tram|traffic|firefighters?|homes?|streets?|voters|suburb|canton|desert|metro|commuters|county|sheriff|students?|university|bus(es)?|tourists?|festival|exhibition|museum|opera|zoo|heat(wave)?|storm|snow|temperatures|flights?|runway|passengers|light rail|ballot|referendum|housing|rents|tenants|restaurants?|shooting|stabbing|crash|suspects?|arrested|rail|station|trains?|city|cities|tour|concert|canal|lake|river|campus|teachers?|parents|church|bridge|theatre|library|mall|nightclub|district)\b/i;
export const PERSON =
  /\b(dies at|died|singer|actor|actress|president|historian|author|wife|husband|son|daughter|minister|senator|governor|judge|born|starring|star|guitarist|role|film|album|biopic|Mr|Mrs|Ms|Dr|Sir|novelist|poet|professor|singers?|drummer|chef|Oscar|memoir|sitcom|actors|director|Netflix|sings|album|tour|widow|mother|father|brother|sister|senator|sen|rep|gov|congressman|lawmaker|democrat|republican|secretary|president[’']s|lawyer|attorney|aged|teen|Abraham|Bruce|Bob|Memorial|Gettysburg|Bridge)\b/;
export const NATURE =
  /\b(fruit|juice|trees?|harvest|orchards?|species|bird|egg|planet|rubble|ash(es)?|peel|zest|recipe|seeds?|drought|crop|farm(ers)?|dogs?|turtle|tortoise|crab|ceasefire|missiles?|troops|raids?|protests?|strikes?|curfew|blackout|lemons?|oranges?|apples?|mercury|thermometer|toxic|soil|vegetables?|festival|blossoms?|frost|snails?|shells?|beach|sea|museum|archaeolog\w*|fossils?|myth|nest|orbit|NASA|space|spacecraft|probe|shelling|artillery|refugees|civilians|hostages|soldiers|army|militants|drones?|mortar|wounded|rebels)\b/i;

/** Verbs whose third person singular looks like a plural noun, such as `plans`. */
export const NOUNS_TOO = words(
  'cases claims costs cuts delays demands falls fears fires fights limits notes orders places plans plots pools posts powers projects raises rates reports rises sales shares slips strikes supplies talks tests tours trails values votes walks works',
);
/** Verbs that usually come before “to” and another verb. */
export const WITH_TO = words(
  'agrees aims begins continues expects fails hopes intends moves needs offers opts plans pledges prepares promises refuses seeks starts threatens vows wants',
);
/** Words that turn a preceding company name into part of another expression: `Next year`, `visa rules`. */
export const EXPRESSIONS = words(
  'ancestor applicant applicants application applications backlog ban board break century chapter crossing date day days decade disease diseases door electorate engine fever generation generations glass gear holders hour hours income interest lens month months morning muscle night phase practice practices program programme rainforest round rules season shock shortage shot step steps stop stuff tax taxes time times tissue tribe tribes user users variant voices voters waiver waivers waters wave week weekend weeks word words year years',
);
export const FUNCTION_WORD = words(
  'a about after against ahead also amid among and are as at be before but by can could despite despite during for from had has have how if in into is may might must no not of off on or over says should since so than that the their then through to under until up via was were when while will with without would',
);
/** Words that may follow a company name after a hyphen without changing its meaning: `Ford-built`. */
export const OF_COMPANIES = words(
  'backed based branded brokered built commissioned controlled developed financed funded insured led linked listed made managed operated owned run sponsored style supplied underwritten',
);
/** Verbs and question words that look like first names in capitalised headlines: `Hits Erie`, `Does Progressive`. */
export const BEFORE_SUBJECT = words(
  'accuse accuses allege alleges approves are ask asks bars beat beats blames blocks can clears costs could cut cuts did do does drag drags drop drops fine fined fines had has have help helps hit hits hurt hurts if is lawsuit lift lifts like lose makes may must new not orders owns push pushes pressures probes prompts saves saw see sees should sinks still tells then warns was were when where which while whose why will would',
);
export const SAME_COMPANY = words(
  'ag america asia bermuda ceo cfo canada co coo corp corporation espana europe ev evs france germany group holdings inc india international ireland ipo italia japan limited ltd nv pacific plc re sa se spain uk us usa',
);
export const PEOPLE_TOO = words(
  'accepts accused admits agrees aims answers appeals argues asks backs beats becomes begins blames breaks brings calls charges chases claims climbs crosses defends delivers demands denies draws drives drops earns ends enters expects eyes faces fails falls fights files finds follows gets gives goes has heads helps hits hires holds hopes insists joins jumps keeps kicks knows lands leads leaves lifts lists looks loses makes meets misses moves names needs opens orders picks plans plays promises pulls puts quits raises reaches recalls recovers refuses rejects retires returns reveals rides rises runs said saves says scores seeks sees sells sends serves sets shakes shares shows signs sits slips snaps speaks stands starts stays steps stops strikes sued sues suffers takes talks tells tests threatens tops tries turns urges vows waits walks wants warns wins works writes',
);
export const COMPANY_SPOKEN_OF =
  /\b(?:the|its|a|an|this|[A-Z]\w+[- ]based|[A-Z]\w+an|[A-Z]\w+ish|French|Swiss|Dutch)\s+(?:[\w-]+\s+){0,3}?(?:airline|automaker|bank|broker|brokerage|carmaker|carrier|chain|chipmaker|company|conglomerate|developer|drugmaker|firm|giant|grocer|group|insurer|insurtech|lender|maker|manufacturer|operator|producer|provider|reinsurer|retailer|start-?up|streamer|supplier|underwriter|utility)(?:['’]s)?\b/;
export const TICKER_PATTERN = /\((?:NYSE|NASDAQ|Nasdaq|LSE|LON|AIM|TSX|ASX|EPA|ETR|SIX|TYO)\b|\$[A-Z]{2,5}\b/;
export const STATE =
  /^(?:ala|ariz|ark|calif|colo|conn|fla|ill|ind|kan|ky|la|mass|md|mich|minn|miss|neb|nev|ohio|ont|ore|pa|tenn|tex|va|wash|wis)$/;
/** Verbs as they stand after “to” or a plural subject: `buy` instead of `buys`. */
export const BASE_ACTS: ReadonlySet<string> = new Set(
  [...ACTS].flatMap((verb) => [
    verb.replace(/(?<=[^aeious]|[aeo])s$/, ''),
    ...(/ies$/.test(verb) ? [verb.replace(/ies$/, 'y')] : []),
    ...(/(?:ss|sh|ch|x)es$/.test(verb) ? [verb.slice(0, -2)] : []),
  ]),
);
export const NAMED_AFTER = words(
  'arena ballpark bowl championship championships classic coliseum cup derby field fieldhouse invitational marathon masters open speedway stadium theater theatre tournament trophy',
);
/** Words that end company names but also place names, such as `White Mountains`. */
export const LAND = words(
  'bay beach canyon coast creek falls forest harbor harbour hill hills island islands lake lakes mountain mountains point river rock rocks shore springs valley',
);
export const AFTER_OPEN = words(
  'champion championship course crown debut draw final golf lead leaderboard qualifier round semifinal tennis title trophy victory win winner',
);
