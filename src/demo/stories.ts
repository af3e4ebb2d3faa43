import type { ContentType } from '../content/types.ts';

/**
 * A story template. `topics` are slugs parted by spaces, the main one first. Slots in braces are filled once per
 * article, so that headline and introduction agree: see fill.ts for what they mean.
 */
export interface Story {
  topics: string;
  title: string;
  intro: string;
  type?: ContentType;
}

/** Stories with subjects of their own. */
export const STORIES: readonly Story[] = [
  // Cyber and technology
  {
    topics: 'cyber claims',
    title: 'Ransom payments fall as {adj} companies restore from backups',
    intro:
      'Only {pct}% of victims handled by {responder} paid last quarter. Recovery took {n=six|nine|eleven} days on average for those that did not.',
  },
  {
    topics: 'cyber supply-chain',
    title: 'One software supplier, {count} claims: the lesson of a bad update',
    intro:
      'A faulty release stopped {x=booking|payroll|dispatch} systems across {region}. Underwriters at {carrier} now map which clients share a supplier.',
  },
  {
    topics: 'cyber reinsurance',
    title: '{carrier} places {money} cyber catastrophe bond',
    intro:
      'The bond covers a {n=two|three}-year term and pays when insured losses from one event in {country} pass an agreed sum.',
  },
  {
    topics: 'cyber regulation',
    title: '{adj} ministry floats cyber pool for {x=energy grids|ports|hospitals}',
    intro:
      'The state would step in above {bn}, with insurers such as {carrier} carrying the first layer. A consultation runs for {n=eight|ten|twelve} weeks.',
  },
  {
    topics: 'artificial-intelligence professional-indemnity',
    title: 'Who pays when the model is wrong? Insurers test AI wordings',
    intro:
      '{carrier} offers affirmative cover, others exclude. {broker} has compared {n=14|18|23} wordings and finds that few define the word “error”.',
  },
  {
    topics: 'artificial-intelligence regulation',
    title: '{adj} supervisors want to see how pricing models decide',
    intro:
      'Insurers must be able to explain a quote to the person who receives it, a draft rule says. {consultant} expects {pct}% of models in use to need changes.',
  },
  {
    topics: 'artificial-intelligence claims',
    title: 'Fake damage photos: {carrier} finds {count} altered images in a year',
    intro:
      'Detection software flags pictures before an adjuster sees them. The insurer puts the avoided payments in {country} at {money}.',
  },
  {
    topics: 'artificial-intelligence talent',
    title: 'Junior underwriters fear for the work they learn on',
    intro:
      'If software writes the first draft, who learns to write the second? {person} of {carrier} describes a training scheme in {country} that keeps routine files in human hands.',
  },
  {
    topics: 'insurtech mergers-and-acquisitions',
    title: '{carrier} buys stake in {venture} for {money}',
    intro:
      'The insurer takes {pct}% and a seat on the board. {venture} will go on working for competitors in {region}.',
  },
  {
    topics: 'insurtech data-and-analytics',
    title: '{venture} connects {count} brokers to a shared risk register',
    intro:
      'Brokers in {country} enter a client’s details once and send them to any insurer. {broker} took part in the trial.',
  },
  {
    topics: 'insurtech',
    title: 'After the boom, {adj} insurtechs learn to count',
    intro:
      'Funding fell {pct}% in a year, yet the ventures that remain sell to insurers rather than against them, says {person}, an investor.',
  },
  {
    topics: 'data-and-analytics property',
    title: 'Roofs from above: how imagery changed {adj} property underwriting',
    intro:
      '{modeller} rates the roof of every building in a city from aerial pictures. {carrier} uses the scores for {pct}% of its quotes.',
  },
  {
    topics: 'data-and-analytics',
    type: 'report',
    title: 'Exposure data quality: {region} scores {n=58|61|66|72} out of 100',
    intro:
      'The yearly index by {modeller} rates addresses, construction and occupancy in {count} portfolios. Secondary modifiers remain the weak point.',
  },
  // Liability and finance
  {
    topics: 'directors-and-officers litigation',
    title: 'Investors sue {adj} {x=battery|meal-kit|biotech} group over its forecasts',
    intro:
      'The action names the former chief executive and {n=three|four|five} directors and could test {money} of D&O cover led by {carrier}.',
  },
  {
    topics: 'directors-and-officers esg',
    title: 'Boards under fire for green claims they could not prove',
    intro:
      'Complaints about environmental statements rose {pct}% in {region}. D&O insurers ask who signed them off, {broker} reports.',
  },
  {
    topics: 'directors-and-officers market-conditions',
    title: 'D&O buyers in {region} enjoy a {n=seventh|eighth|ninth|tenth} quarter of falling prices',
    intro:
      'Average reductions reached {pct}%, {broker} says, but primary layers are close to the floor that insurers can accept.',
  },
  {
    topics: 'casualty litigation',
    title: 'Jury awards {money} in {x=trampoline|e-scooter|warehouse} injury case',
    intro:
      'The verdict against a {adj} operator pierces several excess layers. Counsel for the defence has asked for a new trial.',
  },
  {
    topics: 'casualty reinsurance',
    title: '{carrier} adds {money} to casualty reserves',
    intro:
      'Claims from the years {y=2015 to 2019|2016 to 2019} developed worse than planned in {country}. Reinsurers will bear part of the charge.',
  },
  {
    topics: 'litigation',
    title: 'Litigation funders look to {country} for their next cases',
    intro:
      'A rule change makes group actions easier. Insurers fear that {pct}% of large claims could be funded within {n=three|five} years, {consultant} says.',
  },
  {
    topics: 'litigation regulation',
    title: '{adj} court limits experts’ fees in insurance disputes',
    intro: 'The decision could cut the cost of a typical coverage case by {pct}%, lawyers at {consultant} estimate.',
  },
  {
    topics: 'professional-indemnity construction',
    title: 'Surveyors face claims over {x=crumbling concrete|timber cladding|flat roofs} in {country}',
    intro:
      '{count} public buildings are under review, and limitation periods are running. {broker} urges firms to notify circumstances now.',
  },
  {
    topics: 'professional-indemnity regulation',
    title: '{adj} accountants told to buy more indemnity cover',
    intro: 'The minimum limit would rise to {small}. Small firms say that premiums could cost them {pctS}% of fees.',
  },
  {
    topics: 'medical-malpractice',
    title: 'Maternity claims reach {bn} in {country}',
    intro:
      'The bill grew {pct}% in {n=three|four|five} years. {carrier} is paying hospitals to send teams on simulation courses.',
  },
  {
    topics: 'medical-malpractice litigation',
    title: '{adj} lawmakers revive plan to cap malpractice awards',
    intro: 'The proposal limits damages for pain and suffering to {small}. Patients’ groups promise to fight it.',
  },
  {
    topics: 'workers-compensation climate',
    title: 'Heat at work: {adj} insurers count the cost of a hot summer',
    intro:
      'Claims on days above {n=32|35|38} degrees were {pct}% more frequent. {carrier} sends text alerts to {count} sites.',
  },
  {
    topics: 'workers-compensation data-and-analytics',
    title: 'Wearables cut back injuries by {pct}%, {adj} trial finds',
    intro:
      'Warehouse staff wore sensors for {n=six|nine|twelve} months. Unions agreed because the data stayed with {modeller}, not with employers.',
  },
  {
    topics: 'workers-compensation regulation',
    title: '{adj} employers win lower workers compensation rates for a {n=fourth|fifth|sixth} year',
    intro:
      'Loss costs fall {pctS}% as fewer people are hurt. Medical inflation could end the run, an actuary at {modeller} warns.',
  },
  {
    topics: 'surety construction',
    title: 'Bond calls rise as {adj} contractors run out of cash',
    intro:
      'Sureties paid {money} in the half-year, {pct}% more than before. {carrier} asks for monthly accounts from its largest clients.',
  },
  {
    topics: 'surety trade-credit',
    title: 'Customs bonds stretch as tariffs multiply',
    intro:
      'Importers in {country} need {n=two|three|four} times the limits of last year, says {person} of {broker}, and sureties ask for collateral.',
  },
  {
    topics: 'trade-credit',
    title: '{adj} insolvencies reach a {n=ten|twelve|fifteen}-year high',
    intro:
      'Credit insurers have cut limits on {count} buyers in {x=retail|car parts|construction}, {broker} says. Claims are up {pct}%.',
  },
  {
    topics: 'trade-credit market-conditions',
    title: 'Banks turn to {carrier} to share {bn} of trade loans',
    intro:
      'Insured lending frees capital under the new rules. {broker} placed the programme with {n=11|16|22} insurers.',
  },
  {
    topics: 'political-risk',
    title: '{carrier} joins {money} political risk cover for {x=port|railway|solar} project in {country}',
    intro:
      'The policy protects lenders against expropriation and currency controls for {n=ten|twelve|fifteen} years. {broker} arranged the placement.',
  },
  {
    topics: 'political-risk property',
    title: 'Protest damage sends riot claims in {country} to {money}',
    intro:
      'Retailers lost stock in {n=three|four|seven} cities. Property policies often exclude it, which leads buyers to the political violence market.',
  },
  {
    topics: 'political-risk supply-chain',
    title: 'Sanctions lists grow faster than compliance teams',
    intro:
      'Insurers in {region} screen {count} names a week. {consultant} finds that {pct}% of alerts concern the wrong person.',
  },
  // Marine, transport and aviation
  {
    topics: 'marine-cargo supply-chain',
    title: 'Ships wait {n=nine|eleven|fourteen} days outside congested ports in {region}',
    intro:
      'Delays leave perishable goods at risk and storage clauses under strain. {broker} advises shippers to check when their transit cover ends.',
  },
  {
    topics: 'marine-cargo claims',
    title: 'Container fire off {country} leaves cargo owners facing general average',
    intro:
      'Salvors towed the vessel to port after {n=three|five|eight} days. Adjusters from {adjuster} expect {count} separate interests.',
  },
  {
    topics: 'marine-cargo',
    title: 'Thieves pose as hauliers to steal {money} of {x=copper|chocolate|headphones}',
    intro:
      'False carriers collected the loads in {country} with genuine papers. Cargo insurers want forwarders to call back before they release goods.',
  },
  {
    topics: 'marine-cargo political-risk',
    title: 'War surcharges on cargo rise {pct}% after attacks on shipping',
    intro:
      'Quotes for the affected strait are valid for {n=12|24|48} hours. {carrier} still writes the route for vessels that share their position.',
  },
  {
    topics: 'marine-cargo parametric',
    title: 'A late ship now pays by itself: {carrier} sells delay cover for cargo',
    intro:
      'The policy pays a fixed sum per day once a vessel’s signal shows it {n=five|seven|ten} days behind schedule on routes to {country}.',
  },
  {
    topics: 'marine-hull',
    title: 'Salvage teams struggle to keep up with bigger ships',
    intro:
      'Only {n=six|seven|nine} firms can handle the largest vessels, a study by {adjuster} finds. Hull insurers in {region} worry about the wait.',
  },
  {
    topics: 'marine-hull esg',
    title: 'New fuels, new questions for hull underwriters',
    intro:
      '{pct}% of ships on order can run on methanol or ammonia. {carrier} will insure trials, provided crews are trained ashore first.',
  },
  {
    topics: 'marine-hull claims',
    title: 'Ferry grounding in {country} blamed on a software setting',
    intro: 'No one was hurt. Repairs will cost about {money}, and the yard has no berth for {n=four|six|eight} weeks.',
  },
  {
    topics: 'aviation claims',
    title: 'Hail grounds {n=19|27|34} aircraft in {country}',
    intro:
      'A storm of {m=nine|twelve|fifteen} minutes damaged wings and engines on the apron. The loss could reach {money}, {carrier} estimates.',
  },
  {
    topics: 'aviation market-conditions',
    title: 'Airline renewals: more passengers, {pctS}% less premium',
    intro:
      'Competition outweighed claims for fleets in {region}. {person}, who leads aviation at {broker}, calls the prices hard to explain.',
  },
  {
    topics: 'aviation insurtech',
    title: '{adj} delivery drones get cover by the flight',
    intro:
      '{carrier} prices each trip by weather, weight and what lies below. Premiums start at a few cents, says {venture}, which built the system.',
  },
  {
    topics: 'motor-fleet data-and-analytics',
    title: 'Cameras in the cab cut fleet claims by {pct}%',
    intro:
      '{count} vans in {country} took part for {n=one year|18 months|two years}. Drivers who were shown their own footage improved most.',
  },
  {
    topics: 'motor-fleet claims',
    title: 'Electric vans spend {n=nine|twelve|sixteen} days longer in the workshop',
    intro:
      'Parts and trained mechanics are scarce in {country}. {carrier} has reserved slots at {m=40|70|110} repairers for its fleets.',
  },
  {
    topics: 'supply-chain risk-management',
    title: '{adj} manufacturers map suppliers of their suppliers',
    intro:
      'Fewer than {pct}% know their third tier. {broker} has built maps for {n=25|40|60} groups and found the same {m=four|seven|nine} factories again and again.',
  },
  {
    topics: 'supply-chain property',
    title: 'Fire at a {adj} resin plant ripples through {x=car|toy|cable} makers',
    intro:
      'The plant made {pct}% of a grade that few others supply. Contingent interruption claims may exceed the damage itself, {carrier} says.',
  },
  {
    topics: 'supply-chain',
    type: 'podcast',
    title: 'Podcast: the {x=bolt|valve|chip} that stopped a {adj} assembly line',
    intro: 'A risk manager and {person} of {broker} tell how a part worth a few cents became a claim of {money}.',
  },
  // Property, construction, energy
  {
    topics: 'property claims',
    title: 'Battery fire closes {adj} {x=distribution centre|recycling plant|car park}',
    intro:
      'Firefighters needed {n=two|three|four} days. The insured loss could reach {money}, says {adjuster}, which is adjusting the claim.',
  },
  {
    topics: 'property market-conditions',
    title: 'Shared and layered: how a {bn} property programme in {country} was placed',
    intro:
      '{broker} brought {n=17|22|29} insurers together after the lead cut its share. The client saved {pct}% and kept its deductible.',
  },
  {
    topics: 'property risk-management',
    title: 'Sprinklers pay back in {n=four|five|six} years, study of {count} warehouses finds',
    intro:
      'Losses in {country} were {pct}% smaller where systems had been tested within a year, {carrier} engineers report.',
  },
  {
    topics: 'construction',
    title: 'Timber towers: {carrier} agrees terms for {adj} {n=12|14|18}-storey block',
    intro:
      'The insurer wants sensors in every floor and a night watch. {broker} placed {money} of contract works cover.',
  },
  {
    topics: 'construction claims',
    title: 'Water, not fire, is the biggest cost on {adj} building sites',
    intro:
      'Leaks make up {pct}% of contract works claims handled by {adjuster}. A valve that closes at night would prevent most of them.',
  },
  {
    topics: 'construction energy',
    title: 'Data-centre boom strains builders’ risk capacity',
    intro:
      'Single sites in {country} now exceed {bn}. {broker} says that {n=nine|twelve|fifteen} insurers are needed where three used to do.',
  },
  {
    topics: 'energy climate',
    title: 'Hail stow: the {n=30|45|60}-minute routine that saves solar farms',
    intro:
      'Panels tilted in time survived a storm in {country}; those nearby did not. {carrier} makes the routine a condition of cover.',
  },
  {
    topics: 'energy claims',
    title: 'Cable faults make up {pct}% of offshore wind losses',
    intro:
      'Repairs in {region} wait {n=40|70|90} days for a vessel, {adjuster} says. Developers are pooling spare cable.',
  },
  {
    topics: 'energy market-conditions',
    title: 'Downstream energy rates slide as refinery losses stay low',
    intro:
      'Buyers in {region} saved {pct}%, {broker} says. Underwriters warn that one large explosion would end the run.',
  },
  {
    topics: 'product-recall',
    title: '{adj} {x=cereal|hummus|infant formula} maker recalls {count} pallets',
    intro:
      'Tests found {y=an undeclared allergen|metal fragments|traces of solvent}. The recall could cost {money}, much of it insured with {carrier}.',
  },
  {
    topics: 'product-recall supply-chain',
    title: 'Recall of brake parts spreads to {n=six|eight|eleven} car makers',
    intro:
      'A {adj} supplier traced the fault to one batch of seals. {broker} expects claims for rip-and-refit costs of about {money}.',
  },
  {
    topics: 'environmental-liability regulation',
    title: '{country} tightens limits for forever chemicals in water',
    intro:
      'Utilities expect to spend {bn} on filters. Pollution insurers ask every new client in the sector for test results.',
  },
  {
    topics: 'environmental-liability claims',
    title: 'Spill at {adj} {x=tank farm|paper mill|dye works} tests pollution policy',
    intro:
      'The clean-up of {n=three|five|nine} kilometres of river will take months. {carrier} has paid a first {small}.',
  },
  {
    topics: 'fine-art',
    title: '{adj} museum sues over damage to loaned {x=altarpiece|tapestry|bronze}',
    intro:
      'The work travelled to {n=three|four|five} cities. Insurers disagree on when the crack appeared, and on a value of {money}.',
  },
  {
    topics: 'fine-art claims',
    title: 'Recovered after {n=11|17|23} years: a stolen {x=still life|cello|clock} and its insurer',
    intro:
      'The find in {country} raises the question who owns it now. {carrier} paid the claim at the time and may sell it back at the sum insured.',
  },
  // Nature
  {
    topics: 'catastrophe property',
    title: 'Insured losses from {adj} {x=windstorm|floods|wildfires} put at {bn}',
    intro: '{modeller} bases its estimate on {count} postcodes. Commercial property accounts for {pct}% of the total.',
  },
  {
    topics: 'catastrophe data-and-analytics',
    title: 'Hailstones as big as {x=golf balls|hen’s eggs}: modellers rethink {region}',
    intro:
      'The new view of {modeller} raises average yearly losses by {pct}%. Insurers will feed it into the next renewals.',
  },
  {
    topics: 'catastrophe reinsurance',
    title: 'Cat bond investors shrug off {adj} {x=storm|flood|earthquake}',
    intro:
      'Secondary prices dipped {pctS}% and recovered within {n=four|six|nine} days. {carrier} went ahead with a {money} issue.',
  },
  {
    topics: 'catastrophe claims',
    type: 'gallery',
    title: 'In pictures: clearing up after the {x=floods|storm|wildfire} in {country}',
    intro:
      '{n=Twelve|Fourteen|Eighteen} photographs from adjusters of {adjuster} show what a severe event leaves behind, and how fast some places recover.',
  },
  {
    topics: 'catastrophe risk-management',
    type: 'video',
    title: 'Watch: a flood wall for {x=a factory|a hospital|an old town} in {country}',
    intro:
      'It cost {money} and took {n=20|40|90} minutes to put up when the river rose. Engineers of {carrier} filmed the first real use.',
  },
  {
    topics: 'climate agriculture',
    title: '{adj} growers plant later, and insurers follow',
    intro:
      'Frost dates moved by {n=eight|ten|twelve} days in a generation. {carrier} redraws its crop zones for the coming season.',
  },
  {
    topics: 'climate property risk-management',
    title: 'Heat, flood, hail: {adj} cities ask insurers for their maps',
    intro:
      '{carrier} shares street-level loss data with {n=six|nine|fourteen} councils. In return it sees plans for drains and shade.',
  },
  {
    topics: 'climate regulation esg',
    title: '{adj} insurers must test portfolios against {n=three|four} climate paths',
    intro:
      'Results are due within {m=six|nine} months. {consultant} expects mortgage and farm books to show the widest spread.',
  },
  {
    topics: 'climate reinsurance',
    type: 'report',
    title: 'Protection gap: {pct}% of climate losses in {region} were insured',
    intro:
      'The study by {carrier} puts uninsured losses at {bn} and names {n=four|five|six} measures that would narrow the gap.',
  },
  {
    topics: 'agriculture parametric',
    title: 'Rain gauge pays {count} smallholders in {emerging}',
    intro:
      'Farmers received money by phone {n=five|eight|ten} days after the dry spell passed the trigger. {carrier} reinsures the scheme.',
  },
  {
    topics: 'agriculture',
    type: 'gallery',
    title: 'In pictures: a harvest saved from {x=frost|hail|locusts} in {country}',
    intro:
      'Candles, nets and night shifts: how growers insured with {carrier} spent {n=three|four|five} critical nights.',
  },
  {
    topics: 'parametric catastrophe',
    title: '{adj} {x=resort|port|university} receives {money} {n=six|nine|twelve} days after the storm',
    intro:
      'Wind at a nearby station passed the agreed speed. No adjuster was needed, says {broker}, which placed the cover with {carrier}.',
  },
  {
    topics: 'parametric insurtech',
    title: '{venture} opens its weather triggers to any broker',
    intro:
      'A quote for wind, rain or heat in {region} takes {n=five|eight|ten} minutes. {carrier} and others provide {money} of capacity.',
  },
  {
    topics: 'parametric risk-management',
    title: 'Basis risk explained: when the trigger misses the loss',
    intro:
      'A hotel in {country} flooded; its policy measured wind. {person} of {broker} shows how {n=two|three} triggers narrow the gap.',
  },
  // Market, capital, conduct
  {
    topics: 'reinsurance market-conditions',
    title: 'Renewals: {region} programmes placed {pctS}% cheaper',
    intro:
      'Reinsurers competed for the upper layers and held firm below. {broker} saw {n=nine|eleven|thirteen} new names on its slips.',
  },
  {
    topics: 'reinsurance',
    title: '{carrier} sponsors {money} sidecar for {adj} business',
    intro: 'Pension funds take a share of the portfolio for {n=two|three} years. {broker} advised on the structure.',
  },
  {
    topics: 'reinsurance talent',
    title: '{person} to lead treaty underwriting at {carrier}',
    intro:
      '{surname} succeeds a colleague who retires after {n=22|28|31} years, and wants closer work with cedants in {region}.',
  },
  {
    topics: 'market-conditions',
    title: 'Commercial rates slip for a {n=fourth|fifth|sixth|seventh} quarter, led by {region}',
    intro: 'The index by {broker} fell {pctS}%. Only casualty went against the trend, with rises of {pct2}%.',
  },
  {
    topics: 'market-conditions risk-management',
    type: 'video',
    title: 'Video: {n=four|five|six} ways to use a soft market, with {person}',
    intro:
      'Buy breadth, not only price: the placement director of {broker} on long-term agreements, wordings and what buyers in {country} forget.',
  },
  {
    topics: 'mergers-and-acquisitions',
    title: '{broker} buys {adj} specialist for {money}',
    intro:
      'The acquisition adds {n=40|65|90|120} people and a strong book in {x=construction|food|transport}. The founders stay for {m=three|four} years.',
  },
  {
    topics: 'mergers-and-acquisitions regulation',
    title: '{adj} watchdog clears {carrier} takeover with conditions',
    intro:
      'The buyer must sell a {x=travel|fleet|pet} portfolio worth {money}. Completion is expected within {n=six|eight|ten} weeks.',
  },
  {
    topics: 'mergers-and-acquisitions market-conditions',
    type: 'report',
    title: 'Deal count: {n=84|97|112|131} broker mergers in {region} in six months',
    intro:
      'Private equity stood behind {pct}% of them, {consultant} counts. Prices slipped to {m=11|12|13} times earnings.',
  },
  {
    topics: 'mergers-and-acquisitions talent',
    title: 'After the merger: how {broker} kept {n=17|18|19} people in every twenty',
    intro:
      'Talks before the announcement, one payroll from day one, and no new logo for a year, says {person}, who led the work in {country}.',
  },
  {
    topics: 'regulation',
    title: '{adj} regulator fines {x=comparison site|claims handler|agency} {money} over hidden fees',
    intro:
      'Customers paid for add-ons they had not chosen. The firm, which accepted the finding, must write to {count} of them.',
  },
  {
    topics: 'regulation reinsurance',
    title: '{country} eases collateral rules for foreign reinsurers',
    intro:
      'Firms with a strong rating may post {pct}% less. {broker} expects {n=five|seven|nine} applications in the first year.',
  },
  {
    topics: 'regulation risk-management',
    title: 'Operational resilience: {adj} insurers have {n=six|nine|twelve} months left',
    intro:
      'Supervisors want proof that vital services survive a severe outage. {consultant} says {pct}% of firms have not rehearsed one.',
  },
  {
    topics: 'captives risk-management',
    title: '{adj} {x=brewer|hospital chain|rail operator} moves {money} of risk into its captive',
    intro:
      'The group keeps the first layer of {n=three|four|five} lines and buys the rest as a package. {broker} ran the feasibility study.',
  },
  {
    topics: 'captives regulation',
    title: '{country} courts captives with a {n=30|45|60}-day licence',
    intro: 'The law cuts minimum capital to {small}. {broker} already has {m=four|six|nine} clients in line.',
  },
  {
    topics: 'captives market-conditions',
    type: 'report',
    title: 'Captive premiums grow {pct}% in {region}',
    intro:
      'The yearly survey by {broker} covers {count} captives. Cyber and medical stop-loss were the lines that grew fastest.',
  },
  {
    topics: 'esg',
    title: '{carrier} ends cover for new {x=coal mines|oil fields|single-use plastic plants}',
    intro:
      'Existing clients in {country} have {n=three|four|five} years to show a plan. Campaigners welcome the step, brokers fear a gap.',
  },
  {
    topics: 'esg talent',
    title: 'Women hold {pct}% of senior underwriting posts in {region}',
    intro: 'The share rose by {n=two|three|four} points in a year. {carrier} publishes pay by grade; few others do.',
  },
  {
    topics: 'esg energy',
    type: 'podcast',
    title: 'Podcast: insuring the {x=hydrogen|tidal|geothermal} pioneers of {country}',
    intro:
      '{person} of {carrier} on prototypes, missing loss data and why the first policy took {n=nine|eleven|fourteen} months.',
  },
  {
    topics: 'talent',
    title: '{broker} promises every {adj} apprentice a job',
    intro:
      'The scheme takes {n=30|45|80} school leavers a year. Of the last class, {pct}% come from families without a link to insurance.',
  },
  {
    topics: 'talent',
    type: 'podcast',
    title: 'Career talk: {person} on {n=20|25|30} years of saying no',
    intro:
      'The chief underwriting officer of {carrier} on the risk {x=she|he|they} declined and regretted, and what graduates in {country} ask at interviews.',
  },
  {
    topics: 'claims artificial-intelligence',
    title: 'A voice on the phone, a claim in {n=four|six|eight} minutes',
    intro:
      '{carrier} lets policyholders in {country} report losses to an automated agent. {pct}% asked for a person, fewer than feared.',
  },
  {
    topics: 'claims catastrophe',
    title: 'Adjusters from {n=five|six|nine} countries fly in after {adj} storm',
    intro: '{adjuster} opened a tent office within two days. The first {count} advances have been paid.',
  },
  {
    topics: 'claims talent',
    title: 'Wanted: {count} loss adjusters for {country}',
    intro:
      'A third of the profession retires within {n=eight|ten} years. {adjuster} trains nurses, builders and police officers to take over.',
  },
  {
    topics: 'risk-management',
    title: 'Risk managers in {region} rank {x=cyber incidents|business interruption|skills shortages} first',
    intro:
      'The yearly barometer by {broker} asked {count} risk managers. Climate moved up {n=two|three|four} places, inflation fell.',
  },
  {
    topics: 'risk-management talent',
    title: 'From insurance buyer to board adviser: {adj} risk managers step up',
    intro: 'A survey by {broker} finds that {pct}% now report to the chief executive, and that pay follows.',
  },
  {
    topics: 'risk-management cyber',
    type: 'video',
    title: 'Watch: {n=48|60|72} hours in a {adj} crisis room',
    intro:
      'A listed group let a camera film its ransomware drill. {person} of {responder} comments on what went well and what did not.',
  },
  {
    topics: 'industry-news',
    title: '{carrier} moves its {adj} head office',
    intro:
      'About {count} people will work in a former {x=post office|tobacco factory|railway depot} from next {n=spring|summer|autumn}.',
  },
  {
    topics: 'industry-news mergers-and-acquisitions',
    title: '{carrier} reports half-year profit of {money}',
    intro:
      'The combined ratio improved to {n=91.4|92.8|93.6|95.1}%. The chief executive, {person}, sees room for purchases in {region}.',
  },
  {
    topics: 'industry-news talent',
    title: '{broker} names {person} as chief executive',
    intro:
      '{surname} has led the {adj} business for {n=four|five|seven} years and takes over at the next general meeting.',
  },
  {
    topics: 'events-and-awards',
    title: '{broker} named {x=cargo|construction|cyber} broker of the year in {country}',
    intro: 'The jury praised the team under {person} for its work after a loss of {money}.',
  },
  {
    topics: 'events-and-awards risk-management',
    type: 'gallery',
    title: 'In pictures: risk managers meet in {country}',
    intro: '{count} delegates, {n=three|four} days, one theme: resilience. Our photographer was there.',
  },
  {
    topics: 'events-and-awards talent',
    type: 'gallery',
    title: 'Gallery: the {n=20|30|40} young professionals to watch in {region}',
    intro:
      'Underwriters, engineers, claims handlers and one former {x=sailor|pastry chef|meteorologist}: this year’s list in portraits.',
  },
];
