import { TOPICS } from './topics.ts';

/** A rule as `PUT /manage/rules` takes it. */
export interface DemoRule {
  kind: 'topic';
  ref: number;
  words: string[];
  exclusions: string[];
}

/** The words of the demo newsroom's topics: `words`, then after a bar the exclusions. */
const WORDS: Readonly<Record<string, string>> = {
  cyber:
    'cyber, ransom payment, ransomware, data breach, network interruption, extortion claim, deepfake, phishing, hacker, malware, bad update | cyber monday',
  'directors-and-officers':
    'D&O, directors and officers, derivative claim, securities class action, listed company, insolvency investigation, disclosure lapse, Haftung für Manager, Vorstand, Vorstände',
  'marine-cargo':
    'cargo, freight forwarder, container fire, container ship, general average, spoilage claim, port closure, robo de mercancías',
  'marine-hull': 'hull, grounding, ferry, tug, shipyard, dry dock, engine-room fire, yacht, collision at sea, vessel',
  aviation: 'aviation, aircraft, airline, airport, bird strike, drone, air-taxi, ground-handling',
  property:
    'property cover, property insurance, property underwriter, property underwriting, property market, property rate, property practice, property team, property appetite, property claim, commercial property, water damage, sprinkler, roof | intellectual property',
  casualty:
    'casualty underwriter, casualty claim, casualty market, casualty rate, casualty cover, casualty insurance, general liability, excess liability, jury awards, oversized jury award, nuclear verdict, forever chemicals, excess layer, social inflation',
  'workers-compensation':
    'workers compensation, heat at work, repetitive-strain, injury at work, back injury, mental-injury, work accident, wearable, ageing workforce',
  surety: 'surety, sureties, customs bond, contract bond, contract bonding, bond call, performance bond, court bond',
  'trade-credit':
    'trade credit, credit insurer, credit insurance, protracted default, insolvencies reach, trade loan, insured lending, retail insolvencies, buyer concentration',
  'political-risk':
    'political risk, expropriation, currency control, political violence, civil disturbance, nationalisation, sovereign default',
  'environmental-liability':
    'environmental underwriter, environmental liability, pollution, clean-up, groundwater, contaminated land, contamination claim, remediation, storage tank, forever chemicals, oil spill | product contamination',
  'professional-indemnity':
    'professional indemnity, indemnity cover, professional liability, surveyor, design error, valuation claim, accountant',
  energy:
    'energy underwriter, energy market, energy cover, energy insurance, energy submission, energy claim, loss trends: energy, energy practice, energy team, offshore wind, wind farm, solar farm, oil rig, refinery, geothermal, battery storage, power plant, hydrogen',
  construction: 'contract works, construction, crane collapse, tunnelling, timber tower, infrastructure project',
  'product-recall':
    'product recall, product contamination, recall, recalled, recalls, undeclared allergen, faulty battery, contaminated food',
  'motor-fleet':
    'fleet cover, fleet claim, fleet rate, fleet wording, fleet insurance, fleet manager, motor fleet, telematics, lorries, van rental, bus operator',
  agriculture:
    'crop, farm insurance, farmer, livestock, flock, harvest, grain grower, grower, smallholder, forestry, fish farm, salmon farmer, silo, agrícola, sequía',
  'fine-art':
    'fine art, museum, auction house, private collector, art loan, gallery owner, specie, cash in transit, title dispute, painting, stolen clock, opere d’arte, collezionisti',
  'medical-malpractice':
    'medical malpractice, malpractice, maternity claim, birth-injury, hospital liability, dental group, delayed diagnosis, missed diagnoses, delayed-diagnosis, surgeon',
  space:
    'space underwriter, space underwriting, satellite, rocket, in orbit, space debris, spacecraft | satellite picture',
  claims:
    'claims centre, claims handling, claims triage, triage, adjusters, time to settle, settle claims, paid the claim, claims mount, claims rise, claims reach, claims are up, claims lead, files tell us, injury claim, disputes over claims, notify early, repair bill, loss adjusting',
  climate:
    'climate, extreme heat, hot summer, global warming, frost dates, sea level, net zero, decarbonis*, emissions | climate-control',
  regulation:
    'regulator, regulation, regulatory, supervisor, solvency rules, minimum capital, lawmaker, ministry, sanctions, licence, Solvency II, conduct rules, draft rule',
  insurtech: 'insurtech, start-up, managing general agent, MGA, weather trigger, delivery drone, digital platform',
  'artificial-intelligence':
    'artificial intelligence, AI, machine learning, lets software read, language model, algorithm, chatbot, pricing model',
  'risk-management':
    'risk manager, risk management, loss prevention, adds engineers, flood wall, resilience, sprinkler, night watch, wearable, measures that reduce, hail stow',
  reinsurance:
    'reinsurer, treaty renewal, treaty underwriting, catastrophe bond, cat bond, retrocession, insurance-linked, cedant, reinsurance treaty, reinsurance market',
  'mergers-and-acquisitions':
    'merger, acquisition, M&A, takeover, acquires, agreed to buy, private equity, stake in, buys stake, buys a stake, buys US specialist',
  talent:
    'appoints, hires, named head of, chief executive, joins the board, to lead treaty, apprentice, young professional, school leaver, recruits, promotes',
  litigation:
    'court, lawsuit, class action, litigation, jury award, verdict, judgment, malpractice award, tort reform, dispute with, coverage case',
  catastrophe: 'catastrophe, storm, earthquake, quake, hurricane, typhoon, wildfire, flood | catastrophe bond',
  esg: 'ESG, sustainability, underwriting principles, governance, greenwashing, social responsibility',
  'data-and-analytics':
    'model puts a price, loss trends, loss data, compare cargo limits, benchmark, aerial pictures, analytics platform, data pool, exposure model | missing loss data',
  'market-conditions':
    'capacity returns, rates climb, rates fall, rate rise, rate cut, market outlook, state of the market, soft market, hard market, higher retentions, harder questions, appetite, line size',
  captives: 'captive, self-insurance, cell company',
  'supply-chain':
    'supply chain, supplier, contingent interruption, port closure, just-in-time, Lieferketten, Zulieferer',
  parametric: 'parametric, weather trigger, basis risk, rain gauge, paramétrico',
  'industry-news': 'half-year profit, combined ratio, quarterly results, annual results, premium income',
  'events-and-awards':
    'broker of the year, insurer of the year, award ceremony, conference, delegates, risk managers meet, award winner, keynote',
};

/** The rules of the demo newsroom: one per topic. */
export const RULES: readonly DemoRule[] = TOPICS.map(({ id, slug }) => {
  const [words = '', exclusions = ''] = (WORDS[slug] ?? '').split(' | ');
  return { kind: 'topic', ref: id, words: listed(words), exclusions: listed(exclusions) };
});

function listed(text: string): string[] {
  return text.split(', ').filter((word) => word !== '');
}
