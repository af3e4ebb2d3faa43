import { COMPANIES } from '../../src/demo/demo-companies.ts';
import { TOPICS } from '../../src/demo/demo-topics.ts';
import { TAG_KINDS, type Tags, tagsOf } from '../../src/tagging/tags.ts';
import { TRICKY } from './tricky.ts';

export interface Labelled {
  title: string;
  introduction: string;
  tags: Tags;
}

/** These companies occur only in the misleading headlines. */
export const MORE_COMPANIES = [
  { id: 901, name: 'Apple Inc.' },
  { id: 902, name: 'Aviva plc' },
  { id: 903, name: 'Varnholt' },
  { id: 904, name: 'Orbit Ltd' },
  { id: 905, name: 'Bank of Jordan' },
  { id: 906, name: 'The Marlow Company' },
];

const TOPIC_IDS = new Map(TOPICS.map(({ slug, id }) => [slug, id]));
const COMPANY_IDS = new Map([...COMPANIES, ...MORE_COMPANIES].map(({ name, id }) => [name, id]));

/** Each line has the form `title | introduction | topics | companies | countries | geo groups`. */
const read = (text: string): Labelled[] =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [title = '', introduction = '', ...parts] = line.split('|').map((part) => part.trim());
      const listed = (i: number, separator: string) => parts[i]?.split(separator).filter((each) => each !== '') ?? [];
      const known = (ids: Map<string, number>, name: string) => {
        const id = ids.get(name);
        if (id === undefined) throw new Error(`label ${name} of ${title}`);
        return id;
      };
      const lists = {
        topics: listed(0, ' ').map((slug) => known(TOPIC_IDS, slug)),
        companies: listed(1, ', ').map((name) => known(COMPANY_IDS, name)),
        countries: listed(2, ' '),
        geoGroups: listed(3, ' '),
      };
      return { title, introduction, tags: tagsOf((kind) => lists[kind]) };
    });

export const tricky = (): Labelled[] => read(TRICKY);

/** Headlines of the demo newsroom, labelled by a reader who had not seen the rules. */
export const headlines = (): Labelled[] => read(HEADLINES);

export function score(sample: readonly Labelled[], tagged: readonly Tags[]) {
  return TAG_KINDS.map((kind) => {
    let found = 0;
    let right = 0;
    let labels = 0;
    for (const [i, { tags }] of sample.entries()) {
      const wanted = new Set<number | string>(tags[kind]);
      const given: (number | string)[] = tagged[i]?.[kind] ?? [];
      found += given.length;
      labels += wanted.size;
      right += given.filter((tag) => wanted.has(tag)).length;
    }
    return { kind, labels, found, right, precision: right / found, recall: right / labels };
  });
}

const HEADLINES = `
Marrowfield Casualty adds engineers to help surveyors prevent valuation claims | A team of 14 will visit surveyors in the US before renewal. Those who act on its advice can earn back up to 13% of premium. | professional-indemnity risk-management | Marrowfield Casualty | US
Varnholt Re widens contract works insurance for timber-frame developers | The revised wording responds to crane collapses and offers limits of up to €110m. It is available in France through selected brokers. | construction | Varnholt Re | FR
Mossgrave Broking hires Greta Raghunathan to lead cargo team in Canada | Greta Raghunathan joins after 17 years with Seguros Altaverde and will build a team of eight specialists to advise pharmaceutical shippers. | marine-cargo talent | Mossgrave Broking, Seguros Altaverde | CA
Spanish regulator studies fleet wordings after disputes over injury claims | Supervisors want to know whether parcel carriers understood what their fleet cover left out. Insurers have eight weeks to answer. | motor-fleet regulation claims |  | ES
The true cost of bird strikes: a study of 1,320 losses | Indirect costs exceed insured liability awards by a factor of 2.6, the study of regional airlines finds, and half of them fall after the first year. | aviation data-and-analytics
Lieferketten: Haftung für Zulieferer rückt in den Blick der Vorstände | Industrieversicherer fragen genauer nach Prüfpflichten und Verträgen. Für Manager wird die Dokumentation zur besten Verteidigung. | supply-chain directors-and-officers
Report: 35% of grain growers in Ireland have no farm insurance | Researchers asked 1,460 decision-makers about dry springs. The uninsured share is highest among companies with fewer than 50 staff. | agriculture |  | IE
Customs bonds stretch as tariffs multiply | Importers in the US need four times the limits of last year, says Farid Hvidberg of Tamarind Broking, and sureties ask for collateral. | surety | Tamarind Broking | US
Opere d’arte in viaggio: così cambia la polizza «da chiodo a chiodo» | Musei e collezionisti chiedono più tutela durante i prestiti; la sicurezza dei depositi resta il punto debole. | fine-art
Recovered after 17 years: a stolen clock and its insurer | The find in Ireland raises the question who owns it now. Penhallow Specialty paid the claim at the time and may sell it back at the sum insured. | fine-art claims | Penhallow Specialty | IE
Hail stow: the 45-minute routine that saves solar farms | Panels tilted in time survived a storm in Indonesia; those nearby did not. Harrowmere Insurance makes the routine a condition of cover. | energy risk-management catastrophe | Harrowmere Insurance | ID
Australian rail operator moves A$25m of risk into its captive | The group keeps the first layer of three lines and buys the rest as a package. Eastmarch Re Broking ran the feasibility study. | captives | Eastmarch Re Broking | AU
Rookwood Sterne names Jonas Abernethy as chief executive | Abernethy has led the Colombian business for seven years and takes over at the next general meeting. | talent | Rookwood Sterne | CO
Singapore insolvencies reach a ten-year high | Credit insurers have cut limits on 1,180 buyers in retail, Saltoun Bligh says. Claims are up 18%. | trade-credit claims | Saltoun Bligh | SG
Workers compensation underwriters ask harder questions about repetitive-strain injuries | Proposal forms now run to nine pages, and home builders that cannot show their controls pay up to 29% more, Ingleby Stroud says. | workers-compensation market-conditions | Ingleby Stroud
Varnholt Re opens medical malpractice claims centre in the UK | The centre employs 36 people and will settle delayed-diagnosis claims locally, with authority up to £40m. | medical-malpractice claims | Varnholt Re | GB
Al Nuwair Takaful lets software read energy submissions | Quotes for battery storage operators in Australia now leave within four hours, and underwriters still sign each one, says Carys Tremayne, who runs the project. | energy artificial-intelligence | Al Nuwair Takaful | AU
Canadian growers plant later, and insurers follow | Frost dates moved by twelve days in a generation. Kurobane Fire & Marine redraws its crop zones for the coming season. | agriculture climate | Kurobane Fire & Marine | CA
Al Nuwair Takaful lifts cyber line size to $45m | The insurer says better risk information allows it to offer mid-sized manufacturers in the EU more cyber cover without more reinsurance. | cyber market-conditions | Al Nuwair Takaful |  | european-union
Varnholt Re appoints Maeve Eastaugh to lead professional indemnity in Europe | Maeve Eastaugh will be responsible for underwriting and distribution of professional indemnity cover and joins the regional executive team. | professional-indemnity talent | Varnholt Re |  | europe
Harrowmere Insurance places £20m cyber catastrophe bond | The bond covers a three-year term and pays when insured losses from one event in the UK pass an agreed sum. | cyber reinsurance | Harrowmere Insurance | GB
Timber towers: Brackenshaw Syndicate agrees terms for UK 12-storey block | The insurer wants sensors in every floor and a night watch. Brightwell Cormack placed £40m of contract works cover. | construction risk-management | Brackenshaw Syndicate, Brightwell Cormack | GB
Maternity claims reach NZ$4.3bn in New Zealand | The bill grew 28% in five years. Mutuelle Corrivaux is paying hospitals to send teams on simulation courses. | medical-malpractice claims | Mutuelle Corrivaux | NZ
Inside Harrowmere Insurance: the people who underwrite toy importers | Viktor Jankowska and the product recall team show how a submission becomes a quote, and what undeclared allergens change about it. | product-recall | Harrowmere Insurance
Penhallow Specialty publishes underwriting principles for crop clients | The principles set out what the company expects of dairy farmers on governance, and how it will help them get there. | agriculture esg | Penhallow Specialty
Watch: Farid Hvidberg on the state of the cyber market | The head of cyber at Tamarind Broking says where rates in Europe go next and which law firms should renew early. | cyber market-conditions | Tamarind Broking |  | europe
What 1,650 files tell us about expropriation claims | Vellumgate Legal analysed political risk claims from South America. One in six could have been settled in half the time. | political-risk claims | Vellumgate Legal |  | south-america
US manufacturers map suppliers of their suppliers | Fewer than 19% know their third tier. Saltoun Bligh has built maps for 60 groups and found the same four factories again and again. | supply-chain | Saltoun Bligh | US
Watch: a flood wall for a factory in Spain | It cost €12m and took 40 minutes to put up when the river rose. Engineers of Tidewell Mutual filmed the first real use. | risk-management catastrophe | Tidewell Mutual | ES
Explainer: how electronics distributors can measure retail insolvencies | A five-minute guide by Clearfathom Analytics to the numbers that trade credit underwriters want and seldom get. | trade-credit data-and-analytics | Clearfathom Analytics
How Loxmoor Adjusting halved the time to settle contamination claims | Photographs, a shared file and one named handler per claim cut the average to 27 days for chemical plants in the US. | environmental-liability claims | Loxmoor Adjusting | US
Inside Harrowmere Insurance: the people who underwrite drone operators | Rosalind Abernethy and the aviation team show how a submission becomes a quote, and what bird strikes change about it. | aviation | Harrowmere Insurance
Risk managers in Oceania rank cyber incidents first | The yearly barometer by Petrakos Hale asked 580 risk managers. Climate moved up two places, inflation fell. | risk-management cyber | Petrakos Hale |  | oceania
Clearfathom Analytics and Assurances Valcroix extend D&O partnership to the Gulf | Under the agreement Assurances Valcroix will use Clearfathom Analytics in four more countries to assess disclosure lapses before it quotes. | directors-and-officers | Clearfathom Analytics, Assurances Valcroix |  | gcc
Briefing: the US ruling that grain growers should read | The judgment narrows a common exclusion for livestock diseases. Vellumgate Legal sets out what it means for farm insurance already in force. | agriculture litigation | Vellumgate Legal | US
German regulator studies fine art wordings after disputes over transit damage claims | Supervisors want to know whether private collectors understood what their exhibition insurance left out. Insurers have eight weeks to answer. | fine-art regulation claims |  | DE
US lawmakers revive plan to cap malpractice awards | The proposal limits damages for pain and suffering to $750,000. Patients’ groups promise to fight it. | medical-malpractice litigation regulation |  | US
Al Nuwair Takaful adds engineers to help online retailers prevent network interruption losses | A team of 24 will visit online retailers in the US before renewal. Those who act on its advice can earn back up to 14% of premium. | cyber risk-management | Al Nuwair Takaful | US
Gallery: the 40 young professionals to watch in Europe | Underwriters, engineers, claims handlers and one former sailor: this year’s list in portraits. | talent |  |  | europe
The true cost of undeclared allergens: a study of 1,320 losses | Indirect costs exceed insured replacement costs by a factor of 3.4, the study of car-parts suppliers finds, and half of them fall after the first year. | product-recall data-and-analytics
Thornwick General buys stake in Riskorchard for $25m | The insurer takes 11% and a seat on the board. Riskorchard will go on working for competitors in North America. | mergers-and-acquisitions insurtech | Thornwick General, Riskorchard |  | north-america
Penhallow Specialty launches contract works insurance for housebuilders in the US | Penhallow Specialty today announced a product that responds to crane collapses, with limits of up to $40m and access to a response team at any hour. | construction | Penhallow Specialty | US
White paper: preparing baby-food makers for undeclared allergens | Penhallow Specialty engineers describe nine measures that reduce recall expenses, with costs and pay-back times from the US. | product-recall risk-management | Penhallow Specialty | US
Solar developers trade higher retentions for broader contract bonding | Buyers in the Nordics keep up to $20m for their own account, often in a captive, in return for terms that respond to contractor insolvencies. | surety market-conditions captives |  |  | nordics
Five lessons from groundings in India | Harrowmere Insurance reviewed 1,860 files. The cases that went well had a plan, a rehearsed one, and one person in charge. | marine-hull claims | Harrowmere Insurance | IN
US ministry floats cyber pool for ports | The state would step in above $7.1bn, with insurers such as Wexcombe Underwriting carrying the first layer. A consultation runs for ten weeks. | cyber regulation | Wexcombe Underwriting | US
Start-up underwriter backed by Lindqvarn Försäkring enters German cyber market | The managing general agent can write up to €90m for local authorities and is run by Omar Quillan, formerly of Saltoun Bligh. | cyber insurtech | Lindqvarn Försäkring, Saltoun Bligh | DE
US court sides with insurer over medical costs | Judges held that workers compensation cover bought by a regional family business did not extend to ageing workforces. An appeal is expected. | workers-compensation litigation |  | US
Most data-centre builders underestimate crane collapses, Mossgrave Broking finds | Only 24% of the 1,030 data-centre builders surveyed in North America believe that their construction cover would pay for a severe event in full. | construction | Mossgrave Broking |  | north-america
What 270 files tell us about repair bills | Vellumgate Legal analysed fleet claims from the Gulf. One in six could have been settled in half the time. | motor-fleet claims | Vellumgate Legal |  | gcc
Derivative claims lead Lindqvarn Försäkring to review D&O appetite | The insurer booked A$40m of derivative claims in Australia in the half-year and will cut its largest lines for newly listed companies. | directors-and-officers claims market-conditions | Lindqvarn Försäkring | AU
Basis risk explained: when the trigger misses the loss | A hotel in Nigeria flooded; its policy measured wind. Amara Wolstenholme of Larkspur Risk shows how three triggers narrow the gap. | parametric | Larkspur Risk | NG
Loss trends: political risk in Europe | The yearly study by Clearfathom Analytics covers 1,210 losses. Frequency fell 6%, while the average cost rose 12%. | political-risk data-and-analytics | Clearfathom Analytics |  | europe
Wearables cut back injuries by 20%, Japanese trial finds | Warehouse staff wore sensors for twelve months. Unions agreed because the data stayed with Tallowbridge Actuarial, not with employers. | workers-compensation risk-management | Tallowbridge Actuarial | JP
Environmental underwriters ask harder questions about groundwater contaminations | Proposal forms now run to fifteen pages, and property developers that cannot show their controls pay up to 29% more, Vantorre & Zoon says. | environmental-liability market-conditions | Vantorre & Zoon
Protection gap: 16% of climate losses in Europe were insured | The study by Wexcombe Underwriting puts uninsured losses at $4.1bn and names five measures that would narrow the gap. | climate | Wexcombe Underwriting |  | europe
Harrowmere Insurance opens fine art claims centre in Japan | The centre employs 48 people and will settle theft losses locally, with authority up to $75m. | fine-art claims | Harrowmere Insurance | JP
UK regulator studies product recall wordings after disputes over recall expenses | Supervisors want to know whether baby-food makers understood what their product contamination insurance left out. Insurers have six weeks to answer. | product-recall regulation |  | GB
Riskorchard opens its weather triggers to any broker | A quote for wind, rain or heat in Europe takes five minutes. Greyfallow Re and others provide $8m of capacity. | parametric insurtech | Riskorchard, Greyfallow Re |  | europe
Capacity returns to the Indonesian surety market | Six insurers have entered in the past year, Oakhaven & Lyle counts, and solar developers can again place programmes of $15m without going abroad. | surety market-conditions | Oakhaven & Lyle | ID
Sablecrest Specialty reports half-year profit of $150m | The combined ratio improved to 92.8%. The chief executive, Ursula Jankowska, sees room for purchases in Oceania. | industry-news | Sablecrest Specialty |  | oceania
Oakhaven & Lyle expands medical malpractice practice with three hires in the US | Wanjiru Pemberley, who joins from Wexcombe Underwriting, will lead the enlarged practice and advise dental groups on missed diagnoses. | medical-malpractice talent | Oakhaven & Lyle, Wexcombe Underwriting | US
When securities class actions hit: a broker’s notes for charity trustees | Notify early, keep every invoice, and agree the adjuster before the loss. Oakhaven & Lyle advocates on what decides a D&O claim. | directors-and-officers claims litigation | Oakhaven & Lyle
Sanctions lists grow faster than compliance teams | Insurers in Europe screen 860 names a week. Tallowbridge Actuarial finds that 16% of alerts concern the wrong person. | regulation | Tallowbridge Actuarial |  | europe
Singapore courts captives with a 30-day licence | The law cuts minimum capital to $1.5m. Ingleby Stroud already has four clients in line. | captives regulation | Ingleby Stroud | SG
Marrowfield Casualty settles aviation dispute with New Zealand policyholder for NZ$35m | The settlement ends a three-year argument over ground-handling losses and spares the market a ruling on an exclusion that many wordings share. | aviation litigation | Marrowfield Casualty | NZ
Watch: Ingrid Quillan on the state of the property market | The head of property at Mossgrave Broking says where rates in North America go next and which warehouse owners should renew early. | property market-conditions | Mossgrave Broking |  | north-america
Tallowbridge Actuarial model puts a price on design errors | The model draws on 1,040 past events and lets professional indemnity underwriters test a portfolio in minutes. Sablecrest Specialty is the first insurer to use it in Barbados. | professional-indemnity data-and-analytics | Tallowbridge Actuarial, Sablecrest Specialty | BB
Castlebury Wholesale lets pharmaceutical shippers compare cargo limits with peers | The benchmark rests on 1,210 placements in the Gulf and shows what companies of similar size buy, and what storage accumulations have cost them. | marine-cargo data-and-analytics | Castlebury Wholesale |  | gcc
Podcast: are yacht fleets buying the right hull cover? | Benedikt Abernethy of Vantorre & Zoon on limits, wordings and the questions that engine-room fires raise at renewal. | marine-hull | Vantorre & Zoon
Brazilian court sides with insurer over contamination claims | Judges held that product contamination insurance bought by a regional family business did not extend to undeclared allergens. An appeal is expected. | product-recall litigation |  | BR
Mossgrave Broking buys US specialist for $18m | The acquisition adds 90 people and a strong book in transport. The founders stay for three years. | mergers-and-acquisitions | Mossgrave Broking | US
Video: what port closures mean for freight forwarders | In eight minutes, Jonas Lindegaard of Sablecrest Specialty walks through a real loss and the five decisions that made it smaller. | marine-cargo supply-chain | Sablecrest Specialty
Renewals: North America programmes placed 2% cheaper | Reinsurers competed for the upper layers and held firm below. Eastmarch Re Broking saw nine new names on its slips. | reinsurance market-conditions | Eastmarch Re Broking |  | north-america
Start-up underwriter backed by Assurances Valcroix enters US construction market | The managing general agent can write up to $75m for tunnelling contractors and is run by Farid Pemberley, formerly of Petrakos Hale. | construction insurtech | Assurances Valcroix, Petrakos Hale | US
Rosalind Kilbride to lead treaty underwriting at Meridalia Insurance | Kilbride succeeds a colleague who retires after 28 years, and wants closer work with cedants in North America. | reinsurance talent | Meridalia Insurance |  | north-america
Heat at work: US insurers count the cost of a hot summer | Claims on days above 35 degrees were 24% more frequent. Marrowfield Casualty sends text alerts to 650 sites. | workers-compensation climate | Marrowfield Casualty | US
Chilean hummus maker recalls 660 pallets | Tests found an undeclared allergen. The recall could cost $75m, much of it insured with Harrowmere Insurance. | product-recall | Harrowmere Insurance | CL
Fleet rates climb 36% in Europe as injury claims mount | Average fleet rates in Europe rose 36% at the latest renewals, according to Norrhamn Risk. Underwriters name injury claims as their main concern. | motor-fleet market-conditions claims | Norrhamn Risk |  | europe
Litigation funders look to Brazil for their next cases | A rule change makes group actions easier. Insurers fear that 24% of large claims could be funded within five years, Tallowbridge Actuarial says. | litigation | Tallowbridge Actuarial | BR
How Bellweir Claims halved the time to settle mental-injury claims | Photographs, a shared file and one named handler per claim cut the average to 31 days for staffing agencies in Singapore. | workers-compensation claims | Bellweir Claims | SG
Swiss delivery drones get cover by the flight | Marrowfield Casualty prices each trip by weather, weight and what lies below. Premiums start at a few cents, says Riskorchard, which built the system. | aviation insurtech | Marrowfield Casualty, Riskorchard | CH
Water-damage claims lead Wexcombe Underwriting to review property appetite | The insurer booked C$140m of water-damage claims in Canada in the half-year and will cut its largest lines for hotel groups. | property claims market-conditions | Wexcombe Underwriting | CA
Harrowmere Insurance adds engineers to help auction houses prevent title disputes | A team of 18 will visit auction houses in France before renewal. Those who act on its advice can earn back up to 24% of premium. | fine-art risk-management | Harrowmere Insurance | FR
Capacity returns to the Australian cyber market | Four insurers have entered in the past year, Vantorre & Zoon counts, and law firms can again place programmes of A$60m without going abroad. | cyber market-conditions | Vantorre & Zoon | AU
Rain gauge pays 140 smallholders in Chile | Farmers received money by phone ten days after the dry spell passed the trigger. Pellandra Insurance reinsures the scheme. | parametric agriculture | Pellandra Insurance | CL
Container fire off Singapore leaves cargo owners facing general average | Salvors towed the vessel to port after five days. Adjusters from Loxmoor Adjusting expect 600 separate interests. | marine-cargo marine-hull claims | Loxmoor Adjusting | SG
Indonesian court sides with insurer over spoilage claims | Judges held that marine cargo insurance bought by a regional family business did not extend to port closures. An appeal is expected. | marine-cargo litigation claims |  | ID
Roofs from above: how imagery changed UK property underwriting | Gridmere Modelling rates the roof of every building in a city from aerial pictures. Kopanelo Insurance uses the scores for 34% of its quotes. | property data-and-analytics | Gridmere Modelling, Kopanelo Insurance | GB
On the line: Dilan Van Roosen talks D&O in South America | In this episode of the Oakhaven & Lyle podcast: insolvency investigations, securities class actions, and why the cheapest quote cost one client $1.5m. | directors-and-officers | Oakhaven & Lyle |  | south-america
Orbitine Geospatial opens its weather triggers to any broker | A quote for wind, rain or heat in Europe takes ten minutes. Seguros Altaverde and others provide $12m of capacity. | parametric insurtech | Orbitine Geospatial, Seguros Altaverde |  | europe
Podcast: are aircraft lessors buying the right aviation insurance? | Quentin Ironside of Rookwood Sterne on limits, wordings and the questions that air-taxi trials raise at renewal. | aviation | Rookwood Sterne
Harrowmere Insurance appoints Ingrid Lindegaard to lead cyber in Asia | Ingrid Lindegaard will be responsible for underwriting and distribution of cyber insurance and joins the regional executive team. | cyber talent | Harrowmere Insurance |  | asia
Deal count: 131 broker mergers in the Caribbean in six months | Private equity stood behind 18% of them, Pinnaford Consulting counts. Prices slipped to 11 times earnings. | mergers-and-acquisitions | Pinnaford Consulting |  | caribbean
Petrakos Hale hires Viktor Kilbride to lead professional indemnity team in India | Viktor Kilbride joins after 17 years with Meridalia Insurance and will build a team of twelve specialists to advise architects. | professional-indemnity talent | Petrakos Hale, Meridalia Insurance | IN
Briefing: the Swedish ruling that auction houses should read | The judgment narrows a common exclusion for climate-control failures. Clearfathom Analytics sets out what it means for fine art cover already in force. | fine-art litigation | Clearfathom Analytics | SE
Explainer: how housing associations can measure forever chemicals | A five-minute guide by Bellweir Claims to the numbers that casualty underwriters want and seldom get. | casualty environmental-liability | Bellweir Claims
Video: six ways to use a soft market, with Sipho Ullswater | Buy breadth, not only price: the placement director of Eastmarch Re Broking on long-term agreements, wordings and what buyers in Singapore forget. | market-conditions | Eastmarch Re Broking | SG
Robo de mercancías: por qué las rutas nocturnas pagan más | Transportistas y corredores comparten datos de rutas y paradas para reducir los siniestros de carga. | marine-cargo
Varnholt Re publishes underwriting principles for workers compensation clients | The principles set out what the company expects of home builders on working conditions, and how it will help them get there. | workers-compensation esg | Varnholt Re
What 1,710 files tell us about data-breach claims | Vellumgate Legal analysed cyber claims from the Gulf. One in six could have been settled in half the time. | cyber claims | Vellumgate Legal |  | gcc
El seguro paramétrico gana terreno frente a la sequía | Cooperativas agrícolas cobran en días, sin peritaje, cuando la lluvia cae por debajo del nivel acordado. | parametric agriculture
Ferry grounding in the US blamed on a software setting | No one was hurt. Repairs will cost about $25m, and the yard has no berth for six weeks. | marine-hull |  | US
Inside Varnholt Re: the people who underwrite salmon farmers | Viktor Farrukh and the crop team show how a submission becomes a quote, and what late frosts change about it. | agriculture | Varnholt Re
Omar Strandvik to lead treaty underwriting at Thornwick General | Strandvik succeeds a colleague who retires after 28 years, and wants closer work with cedants in the EU. | reinsurance talent | Thornwick General |  | european-union
Litigation funders look to the US for their next cases | A rule change makes group actions easier. Insurers fear that 19% of large claims could be funded within three years, Pinnaford Consulting says. | litigation | Pinnaford Consulting | US
Clearfathom Analytics introduces triage for medical malpractice claims | The service sorts birth-injury awards by urgency within minutes and hands doubtful ones to a person. Wexcombe Underwriting tested it in the US. | medical-malpractice claims | Clearfathom Analytics, Wexcombe Underwriting | US
One software supplier, 420 claims: the lesson of a bad update | A faulty release stopped payroll systems across North America. Underwriters at Tidewell Mutual now map which clients share a supplier. | cyber supply-chain | Tidewell Mutual |  | north-america
On the line: Jonas Ullswater talks professional indemnity in North America | In this episode of the Oakhaven & Lyle podcast: fire-safety liabilities, valuation claims, and why the cheapest quote cost one client $250,000. | professional-indemnity | Oakhaven & Lyle |  | north-america
Heat at work: Japanese insurers count the cost of a hot summer | Claims on days above 35 degrees were 29% more frequent. Mutuelle Corrivaux sends text alerts to 720 sites. | workers-compensation climate | Mutuelle Corrivaux | JP
Marrowfield Casualty settles workers compensation dispute with Singapore policyholder for $75m | The settlement ends a two-year argument over medical costs and spares the market a ruling on an exclusion that many wordings share. | workers-compensation litigation | Marrowfield Casualty | SG
Farid Nakashima named head of property underwriting at Harrowmere Insurance | The appointment takes effect at the start of next month. Nakashima has worked on property cover for hotel groups since moving from broking. | property talent | Harrowmere Insurance
Thistlewood Ames named cyber broker of the year in France | The jury praised the team under Niamh Van Roosen for its work after a loss of €140m. | cyber events-and-awards | Thistlewood Ames | FR
Protection gap: 34% of climate losses in North America were insured | The study by Yarrowdale Farm Mutual puts uninsured losses at $5.9bn and names four measures that would narrow the gap. | climate | Yarrowdale Farm Mutual |  | north-america
Reinsurers press environmental underwriters on ageing storage tanks | Treaty renewals turned on exposure data rather than price, Saltoun Bligh says. Portfolios heavy in chemical plants paid up to 32% more. | reinsurance environmental-liability market-conditions | Saltoun Bligh
When oversized jury awards hit: a broker’s notes for leisure operators | Notify early, keep every invoice, and agree the adjuster before the loss. Fennimore Tarrant advocates on what decides a casualty claim. | casualty claims litigation | Fennimore Tarrant
Fire at a US resin plant ripples through cable makers | The plant made 31% of a grade that few others supply. Contingent interruption claims may exceed the damage itself, Kopanelo Insurance says. | supply-chain property | Kopanelo Insurance | US
Loss trends: energy in Europe | The yearly study by Vellumgate Legal covers 690 losses. Frequency fell 7%, while the average cost rose 16%. | energy data-and-analytics | Vellumgate Legal |  | europe
Varnholt Re opens crop claims centre in the US | The centre employs 36 people and will settle hail claims locally, with authority up to $110m. | agriculture claims | Varnholt Re | US
Heat, flood, hail: Italian cities ask insurers for their maps | Wexcombe Underwriting shares street-level loss data with nine councils. In return it sees plans for drains and shade. | climate catastrophe data-and-analytics | Wexcombe Underwriting | IT
Hull rates climb 14% in Europe as groundings mount | Average hull rates in Europe rose 14% at the latest renewals, according to Norrhamn Risk. Underwriters name groundings as their main concern. | marine-hull market-conditions | Norrhamn Risk |  | europe
Assurances Valcroix and Calloway Brandt set up $8m aviation facility | The facility gives regional airlines in Jamaica up to $8m of aviation cover on one slip. Fieldnote Inspections will handle the claims. | aviation | Assurances Valcroix, Calloway Brandt, Fieldnote Inspections | JM
Clearfathom Analytics model puts a price on buyer concentrations | The model draws on 620 past events and lets trade credit underwriters test a portfolio in minutes. Seguros Altaverde is the first insurer to use it in New Zealand. | trade-credit data-and-analytics | Clearfathom Analytics, Seguros Altaverde | NZ
Hanseholm Marine lets software read cargo submissions | Quotes for pharmaceutical shippers in New Zealand now leave within six hours, and underwriters still sign each one, says Carys Ironside, who runs the project. | marine-cargo artificial-intelligence | Hanseholm Marine | NZ
Ransom payments fall as UK companies restore from backups | Only 22% of victims handled by Pinnaford Consulting paid last quarter. Recovery took eleven days on average for those that did not. | cyber | Pinnaford Consulting | GB
Bus operators trade higher retentions for broader fleet cover | Buyers in Oceania keep up to $45m for their own account, often in a captive, in return for terms that respond to electric-van fires. | motor-fleet market-conditions captives |  |  | oceania
Japanese court sides with insurer over defects claims | Judges held that contract works insurance bought by one of the country’s largest groups did not extend to water leaks on site. An appeal is expected. | construction litigation claims |  | JP
US hummus maker recalls 1,760 pallets | Tests found metal fragments. The recall could cost $80m, much of it insured with Penhallow Specialty. | product-recall | Penhallow Specialty | US
Greyfallow Re adds engineers to help water utilities prevent remediation costs | A team of 24 will visit water utilities in Norway before renewal. Those who act on its advice can earn back up to 22% of premium. | environmental-liability risk-management | Greyfallow Re | NO
Fennimore Tarrant hires Omar Farrukh to lead workers compensation team in the US | Omar Farrukh joins after 11 years with Pellandra Insurance and will build a team of ten specialists to advise home builders. | workers-compensation talent | Fennimore Tarrant, Pellandra Insurance | US
US supervisors want to see how pricing models decide | Insurers must be able to explain a quote to the person who receives it, a draft rule says. Vellumgate Legal expects 29% of models in use to need changes. | regulation artificial-intelligence | Vellumgate Legal | US
German court limits experts’ fees in insurance disputes | The decision could cut the cost of a typical coverage case by 19%, lawyers at Tallowbridge Actuarial estimate. | litigation | Tallowbridge Actuarial | DE
Watch: Ingrid Devereux on the state of the energy market | The head of energy at Tamarind Broking says where rates in the EU go next and which solar farm owners should renew early. | energy market-conditions | Tamarind Broking |  | european-union
Sprinklers pay back in five years, study of 550 warehouses finds | Losses in India were 14% smaller where systems had been tested within a year, Thornwick General engineers report. | property risk-management | Thornwick General | IN
Oakhaven & Lyle promises every German apprentice a job | The scheme takes 80 school leavers a year. Of the last class, 20% come from families without a link to insurance. | talent | Oakhaven & Lyle | DE
Oakhaven & Lyle expands D&O practice with three hires in Ireland | Priya Gallimore, who joins from Greyfallow Re, will lead the enlarged practice and advise charity trustees on insolvency investigations. | directors-and-officers talent | Oakhaven & Lyle, Greyfallow Re | IE
UK regulator studies cyber wordings after disputes over network interruption losses | Supervisors want to know whether online retailers understood what their cyber cover left out. Insurers have ten weeks to answer. | cyber regulation |  | GB
The true cost of faulty battery cells: a study of 170 losses | Indirect costs exceed insured replacement costs by a factor of 2.1, the study of car-parts suppliers finds, and half of them fall after the first year. | product-recall data-and-analytics
Bond calls rise as US contractors run out of cash | Sureties paid $18m in the half-year, 29% more than before. Tidewell Mutual asks for monthly accounts from its largest clients. | surety | Tidewell Mutual | US
In pictures: clearing up after the storm in Sweden | Twelve photographs from adjusters of Bellweir Claims show what a severe event leaves behind, and how fast some places recover. | catastrophe claims | Bellweir Claims | SE
Risk managers in Europe rank skills shortages first | The yearly barometer by Calloway Brandt asked 1,140 risk managers. Climate moved up four places, inflation fell. | risk-management | Calloway Brandt |  | europe
Inside Harrowmere Insurance: the people who underwrite dental groups | Wanjiru Devereux and the medical malpractice team show how a submission becomes a quote, and what remote consultations change about it. | medical-malpractice | Harrowmere Insurance
Cargo underwriters ask harder questions about long diversions | Proposal forms now run to nine pages, and freight forwarders that cannot show their controls pay up to 33% more, Thistlewood Ames says. | marine-cargo market-conditions | Thistlewood Ames
Maternity claims reach $8.5bn in Mexico | The bill grew 28% in five years. Mutuelle Corrivaux is paying hospitals to send teams on simulation courses. | medical-malpractice claims | Mutuelle Corrivaux | MX
Explainer: how telecoms investors can measure civil disturbances | A three-minute guide by Bellweir Claims to the numbers that political risk underwriters want and seldom get. | political-risk | Bellweir Claims
UK regulator studies fleet wordings after disputes over windscreen claims | Supervisors want to know whether van rental firms understood what their fleet cover left out. Insurers have ten weeks to answer. | motor-fleet regulation claims |  | GB
Nigerian accountants told to buy more indemnity cover | The minimum limit would rise to $2m. Small firms say that premiums could cost them 9% of fees. | professional-indemnity |  | NG
Penhallow Specialty appoints Hamish Devereux to lead aviation in North America | Hamish Devereux will be responsible for underwriting and distribution of aviation cover and joins the regional executive team. | aviation talent | Penhallow Specialty |  | north-america
Spanish insolvencies reach a ten-year high | Credit insurers have cut limits on 720 buyers in retail, Norrhamn Risk says. Claims are up 22%. | trade-credit claims | Norrhamn Risk | ES
Australian lawmakers revive plan to cap malpractice awards | The proposal limits damages for pain and suffering to A$3m. Patients’ groups promise to fight it. | medical-malpractice litigation regulation |  | AU
Clearfathom Analytics introduces triage for trade credit claims | The service sorts protracted defaults by urgency within minutes and hands doubtful ones to a person. Harrowmere Insurance tested it in the UK. | trade-credit claims | Clearfathom Analytics, Harrowmere Insurance | GB
Five lessons from mental-injury claims in South Africa | Varnholt Re reviewed 860 files. The cases that went well had a plan, a rehearsed one, and one person in charge. | workers-compensation claims | Varnholt Re | ZA
What 1,730 files tell us about hail claims | Vellumgate Legal analysed crop claims from South-East Asia. One in five could have been settled in half the time. | agriculture claims | Vellumgate Legal |  | south-eastern-asia
Tidewell Mutual and Thistlewood Ames set up $110m cargo facility | The facility gives grain traders in the US up to $110m of cargo cover on one slip. Loxmoor Adjusting will handle the claims. | marine-cargo | Tidewell Mutual, Thistlewood Ames, Loxmoor Adjusting | US
In pictures: a harvest saved from frost in the UK | Candles, nets and night shifts: how growers insured with Varnholt Re spent five critical nights. | agriculture | Varnholt Re | GB
Philippine accountants told to buy more indemnity cover | The minimum limit would rise to $400,000. Small firms say that premiums could cost them 2% of fees. | professional-indemnity |  | PH
In pictures: risk managers meet in Japan | 1,240 delegates, four days, one theme: resilience. Our photographer was there. | risk-management events-and-awards |  | JP
Reinsurers press cyber underwriters on deepfake payment scams | Treaty renewals turned on exposure data rather than price, Norrhamn Risk says. Portfolios heavy in local authorities paid up to 15% more. | reinsurance cyber market-conditions | Norrhamn Risk
In pictures: clearing up after the storm in Canada | Eighteen photographs from adjusters of Truehaven Restoration show what a severe event leaves behind, and how fast some places recover. | catastrophe claims | Truehaven Restoration | CA
Jury awards C$110m in trampoline injury case | The verdict against a Canadian operator pierces several excess layers. Counsel for the defence has asked for a new trial. | casualty litigation |  | CA
Banks turn to Brackenshaw Syndicate to share $3.2bn of trade loans | Insured lending frees capital under the new rules. Saltoun Bligh placed the programme with 11 insurers. | trade-credit | Brackenshaw Syndicate, Saltoun Bligh
Podcast: insuring the geothermal pioneers of the US | Ursula Wolstenholme of Seguros Altaverde on prototypes, missing loss data and why the first policy took nine months. | energy | Seguros Altaverde | US
Greyfallow Re settles aviation dispute with US policyholder for $80m | The settlement ends a three-year argument over liability awards and spares the market a ruling on an exclusion that many wordings share. | aviation litigation | Greyfallow Re | US
Insured losses from UK floods put at £7.1bn | Quantarrow bases its estimate on 300 postcodes. Commercial property accounts for 32% of the total. | catastrophe property | Quantarrow | GB
Property market outlook: what buyers in Asia can expect | The half-yearly outlook expects rates to rise by 6% and looks at capacity, water-damage claims and the appetite of 1,870 underwriting teams. | property market-conditions |  |  | asia
Renewal checklist: product contamination insurance for toy importers | Oakhaven & Lyle specialists list what underwriters in the UK now expect to see, and the three gaps that cost most when undeclared allergens strike. | product-recall | Oakhaven & Lyle | GB
When birth-injury awards hit: a broker’s notes for private clinics | Notify early, keep every invoice, and agree the adjuster before the loss. Oakhaven & Lyle advocates on what decides a medical malpractice claim. | medical-malpractice claims | Oakhaven & Lyle
How Bellweir Claims halved the time to settle extortion claims | Photographs, a shared file and one named handler per claim cut the average to 27 days for law firms in the US. | cyber claims | Bellweir Claims | US
Vellumgate Legal and Lindqvarn Försäkring extend medical malpractice partnership to Asia | Under the agreement Lindqvarn Försäkring will use Vellumgate Legal in nine more countries to assess missed diagnoses before it quotes. | medical-malpractice | Vellumgate Legal, Lindqvarn Försäkring |  | asia
War surcharges on cargo rise 31% after attacks on shipping | Quotes for the affected strait are valid for 48 hours. Marrowfield Casualty still writes the route for vessels that share their position. | marine-cargo | Marrowfield Casualty
Renewal checklist: farm insurance for wine producers | Fennimore Tarrant specialists list what underwriters in Jamaica now expect to see, and the four gaps that cost most when late frosts strike. | agriculture | Fennimore Tarrant | JM
New Zealand museum sues over damage to loaned tapestry | The work travelled to four cities. Insurers disagree on when the crack appeared, and on a value of NZ$18m. | fine-art litigation |  | NZ
Podcast: are van rental firms buying the right motor fleet insurance? | Benedikt Strandvik of Petrakos Hale on limits, wordings and the questions that electric-van fires raise at renewal. | motor-fleet | Petrakos Hale
Report: 12% of drone operators in the UK have no aviation cover | Researchers asked 1,060 decision-makers about satellite-navigation failures. The uninsured share is highest among companies with fewer than 50 staff. | aviation |  | GB
Video: four ways to use a soft market, with Ingrid Blomgren | Buy breadth, not only price: the placement director of Castlebury Wholesale on long-term agreements, wordings and what buyers in Colombia forget. | market-conditions | Castlebury Wholesale | CO
Al Nuwair Takaful pulls back from aviation business in Sweden | The insurer will stop writing new policies for airport operators from next quarter, citing ground-handling losses and the cost of reinsurance. Existing policies run to expiry. | aviation market-conditions | Al Nuwair Takaful | SE
Report: 23% of grain growers in Spain have no farm insurance | Researchers asked 940 decision-makers about livestock diseases. The uninsured share is highest among companies with fewer than 50 staff. | agriculture |  | ES
Harrowmere Insurance appoints Ingrid Eastaugh to lead property in Europe | Ingrid Eastaugh will be responsible for underwriting and distribution of commercial property insurance and joins the regional executive team. | property talent | Harrowmere Insurance |  | europe
After the merger: how Thistlewood Ames kept 19 people in every twenty | Talks before the announcement, one payroll from day one, and no new logo for a year, says Greta Abernethy, who led the work in the UK. | mergers-and-acquisitions | Thistlewood Ames | GB
Why customs brokers are rethinking contract bonding | Narrower wordings have made customs brokers ask what they need to transfer and what they can carry. Three buyers in Oceania explain what they changed. | surety |  |  | oceania
Hull rates climb 16% in Asia as machinery claims mount | Average hull rates in Asia rose 16% at the latest renewals, according to Ingleby Stroud. Underwriters name machinery claims as their main concern. | marine-hull market-conditions claims | Ingleby Stroud |  | asia
Penhallow Specialty widens D&O cover for biotech boards | The revised wording responds to disclosure lapses and offers limits of up to $15m. It is available in Kenya through a single wholesale broker. | directors-and-officers | Penhallow Specialty | KE
Fake damage photos: Al Nuwair Takaful finds 130 altered images in a year | Detection software flags pictures before an adjuster sees them. The insurer puts the avoided payments in the US at $18m. | claims artificial-intelligence | Al Nuwair Takaful | US
Australia courts captives with a 30-day licence | The law cuts minimum capital to A$400,000. Petrakos Hale already has four clients in line. | captives regulation | Petrakos Hale | AU
Construction market outlook: what buyers in South America can expect | The half-yearly outlook expects rates to ease by 5% and looks at capacity, theft claims and the appetite of 660 underwriting teams. | construction market-conditions |  |  | south-america
Most hotel groups underestimate battery fires, Vantorre & Zoon finds | Only 26% of the 1,750 hotel groups surveyed in North America believe that their commercial property insurance would pay for a severe event in full. | property | Vantorre & Zoon |  | north-america
Kopanelo Insurance pulls back from hull business in Ireland | The insurer will stop writing new policies for shipyards from next quarter, citing groundings and the cost of reinsurance. Existing policies run to expiry. | marine-hull market-conditions | Kopanelo Insurance | IE
Five lessons from riot losses in Saudi Arabia | Harrowmere Insurance reviewed 1,270 files. The cases that went well had a plan, a rehearsed one, and one person in charge. | political-risk claims | Harrowmere Insurance | SA
Electric vans spend nine days longer in the workshop | Parts and trained mechanics are scarce in India. Thornwick General has reserved slots at 70 repairers for its fleets. | motor-fleet | Thornwick General | IN
Cameras in the cab cut fleet claims by 32% | 1,290 vans in the US took part for one year. Drivers who were shown their own footage improved most. | motor-fleet risk-management |  | US
D&O buyers in Asia enjoy a ninth quarter of falling prices | Average reductions reached 13%, Calloway Brandt says, but primary layers are close to the floor that insurers can accept. | directors-and-officers market-conditions | Calloway Brandt |  | asia
Loss trends: fleet in Europe | The yearly study by Clearfathom Analytics covers 680 losses. Frequency fell 3%, while the average cost rose 18%. | motor-fleet data-and-analytics | Clearfathom Analytics |  | europe
Niamh Gallimore named head of energy underwriting at Varnholt Re | The appointment takes effect at the end of the quarter. Gallimore has worked on energy cover for offshore wind developers since joining as a graduate. | energy talent | Varnholt Re
When injury claims hit: a broker’s notes for van rental firms | Notify early, keep every invoice, and agree the adjuster before the loss. Fennimore Tarrant advocates on what decides a fleet claim. | motor-fleet claims | Fennimore Tarrant
Cyberattaques : des PME encore mal couvertes malgré la baisse des tarifs | Les courtiers constatent que les garanties progressent, mais que moins d’une entreprise moyenne sur cinq a souscrit un contrat dédié. | cyber
Harrowmere Insurance launches surety cover for customs brokers in the US | Harrowmere Insurance today announced a product that responds to contractor insolvencies, with limits of up to $140m and access to a response team at any hour. | surety | Harrowmere Insurance | US
`;
