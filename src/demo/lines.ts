/**
 * The words in which general stories speak of one line of business. `line` precedes a noun ("cargo rates"), `cover` is
 * singular; the others are plural, so that verbs agree whichever is drawn.
 */
export interface LineWords {
  line: string;
  cover: readonly string[];
  insureds: readonly string[];
  risks: readonly string[];
  losses: readonly string[];
}

/** By topic slug. Topics that are missing have stories of their own only. */
export const LINES: Readonly<Record<string, LineWords>> = {
  cyber: {
    line: 'cyber',
    cover: ['cyber cover', 'cyber insurance'],
    insureds: ['hospital groups', 'law firms', 'mid-sized manufacturers', 'local authorities', 'online retailers'],
    risks: ['ransomware attacks', 'deepfake payment scams', 'cloud outages', 'supplier breaches'],
    losses: ['extortion claims', 'data-breach claims', 'network interruption losses'],
  },
  'directors-and-officers': {
    line: 'D&O',
    cover: ['D&O cover', 'management liability insurance'],
    insureds: ['newly listed companies', 'family-owned groups', 'biotech boards', 'charity trustees'],
    risks: ['shareholder actions', 'disclosure lapses', 'insolvency investigations'],
    losses: ['securities class actions', 'defence costs', 'derivative claims'],
  },
  'marine-cargo': {
    line: 'cargo',
    cover: ['cargo cover', 'marine cargo insurance'],
    insureds: ['freight forwarders', 'grain traders', 'car exporters', 'pharmaceutical shippers'],
    risks: ['port closures', 'container fires', 'organised thefts', 'long diversions'],
    losses: ['spoilage claims', 'general average losses', 'storage accumulations'],
  },
  'marine-hull': {
    line: 'hull',
    cover: ['hull cover', 'hull and machinery insurance'],
    insureds: ['ferry operators', 'tanker owners', 'shipyards', 'yacht fleets'],
    risks: ['engine-room fires', 'ageing vessels', 'battery-powered ships'],
    losses: ['machinery claims', 'groundings', 'salvage awards'],
  },
  aviation: {
    line: 'aviation',
    cover: ['aviation cover', 'aviation insurance'],
    insureds: ['regional airlines', 'aircraft lessors', 'airport operators', 'drone operators'],
    risks: ['satellite-navigation failures', 'bird strikes', 'air-taxi trials'],
    losses: ['hail claims', 'ground-handling losses', 'liability awards'],
  },
  property: {
    line: 'property',
    cover: ['property cover', 'commercial property insurance'],
    insureds: ['warehouse owners', 'hotel groups', 'school districts', 'food processors'],
    risks: ['hailstorms', 'battery fires', 'escapes of water', 'flash floods'],
    losses: ['fire claims', 'water-damage claims', 'business interruption losses'],
  },
  casualty: {
    line: 'casualty',
    cover: ['casualty cover', 'excess liability insurance'],
    insureds: ['retail chains', 'chemical distributors', 'leisure operators', 'housing associations'],
    risks: ['forever chemicals', 'crowd incidents', 'funded lawsuits'],
    losses: ['oversized jury awards', 'bodily injury claims', 'late-reported claims'],
  },
  'workers-compensation': {
    line: 'workers compensation',
    cover: ['workers compensation cover', 'workers compensation insurance'],
    insureds: ['staffing agencies', 'warehouse employers', 'care homes', 'home builders'],
    risks: ['heat-related illnesses', 'repetitive-strain injuries', 'ageing workforces'],
    losses: ['lost-time claims', 'medical costs', 'mental-injury claims'],
  },
  surety: {
    line: 'surety',
    cover: ['surety cover', 'contract bonding'],
    insureds: ['mid-tier contractors', 'customs brokers', 'solar developers'],
    risks: ['subcontractor failures', 'contractor insolvencies', 'tariff bond calls'],
    losses: ['performance bond calls', 'contractor defaults'],
  },
  'trade-credit': {
    line: 'trade credit',
    cover: ['trade credit cover', 'trade credit insurance'],
    insureds: ['steel wholesalers', 'furniture importers', 'food exporters', 'electronics distributors'],
    risks: ['late payments', 'retail insolvencies', 'buyer concentrations'],
    losses: ['insolvency claims', 'protracted defaults'],
  },
  'political-risk': {
    line: 'political risk',
    cover: ['political risk cover', 'political violence insurance'],
    insureds: ['infrastructure lenders', 'mining groups', 'telecoms investors'],
    risks: ['currency controls', 'licence cancellations', 'civil disturbances', 'sanctions regimes'],
    losses: ['contract frustration claims', 'riot losses', 'expropriation claims'],
  },
  'environmental-liability': {
    line: 'environmental',
    cover: ['environmental liability cover', 'pollution insurance'],
    insureds: ['waste operators', 'property developers', 'water utilities', 'chemical plants'],
    risks: ['legacy pollutants', 'groundwater contaminations', 'ageing storage tanks'],
    losses: ['remediation costs', 'contamination claims'],
  },
  'professional-indemnity': {
    line: 'professional indemnity',
    cover: ['professional indemnity cover', 'professional indemnity insurance'],
    insureds: ['architects', 'engineering consultants', 'surveyors', 'accountancy firms'],
    risks: ['fire-safety liabilities', 'unchecked AI drafts', 'design errors'],
    losses: ['negligence claims', 'cladding claims', 'valuation claims'],
  },
  energy: {
    line: 'energy',
    cover: ['energy cover', 'power generation insurance'],
    insureds: ['offshore wind developers', 'solar farm owners', 'refinery operators', 'battery storage operators'],
    risks: ['cable failures', 'hail-damaged panels', 'transformer shortages', 'untested turbine designs'],
    losses: ['turbine claims', 'delay losses', 'refinery fires'],
  },
  construction: {
    line: 'construction',
    cover: ['construction cover', 'contract works insurance'],
    insureds: ['tunnelling contractors', 'data-centre builders', 'timber-frame developers', 'housebuilders'],
    risks: ['water leaks on site', 'defective designs', 'mass-timber fires', 'crane collapses'],
    losses: ['defects claims', 'delay in start-up losses', 'theft claims'],
  },
  'product-recall': {
    line: 'product recall',
    cover: ['recall cover', 'product contamination insurance'],
    insureds: ['baby-food makers', 'car-parts suppliers', 'toy importers', 'dairy processors'],
    risks: ['undeclared allergens', 'faulty battery cells', 'foreign objects in food'],
    losses: ['recall expenses', 'contamination claims', 'replacement costs'],
  },
  'motor-fleet': {
    line: 'fleet',
    cover: ['fleet cover', 'motor fleet insurance'],
    insureds: ['parcel carriers', 'bus operators', 'van rental firms', 'hauliers'],
    risks: ['distracted drivers', 'costly sensor repairs', 'electric-van fires'],
    losses: ['windscreen claims', 'injury claims', 'repair bills'],
  },
  agriculture: {
    line: 'crop',
    cover: ['crop cover', 'farm insurance'],
    insureds: ['grain growers', 'wine producers', 'dairy farmers', 'salmon farmers'],
    risks: ['late frosts', 'dry springs', 'livestock diseases', 'algal blooms'],
    losses: ['hail claims', 'drought losses', 'frost claims'],
  },
  'fine-art': {
    line: 'fine art',
    cover: ['fine art cover', 'exhibition insurance'],
    insureds: ['private collectors', 'regional museums', 'auction houses', 'art shippers'],
    risks: ['disputed attributions', 'climate-control failures', 'freeport accumulations'],
    losses: ['transit damage claims', 'theft losses', 'title disputes'],
  },
  'medical-malpractice': {
    line: 'medical malpractice',
    cover: ['malpractice cover', 'medical malpractice insurance'],
    insureds: ['maternity units', 'telehealth providers', 'dental groups', 'private clinics'],
    risks: ['medication errors', 'missed diagnoses', 'remote consultations'],
    losses: ['birth-injury awards', 'defence costs', 'delayed-diagnosis claims'],
  },
};
