import type { TopicInput } from '../content/types.ts';

const SPECIALTY = 1;
const INTEREST = 2;

/** The topic (Space) of which all articles are of this week, so that nobody can have read it before. */
export const NEW_TOPIC = 35;

/** The demo newsroom's topics. Stories name them by slug. */
export const TOPICS: readonly TopicInput[] = [
  topic(3, SPECIALTY, 'cyber', 'Cyber', 'Cover for ransomware, data breaches and the interruption they cause.'),
  topic(5, SPECIALTY, 'directors-and-officers', 'Directors & Officers', 'Personal liability of boards and managers.'),
  topic(6, SPECIALTY, 'marine-cargo', 'Marine Cargo', 'Goods in transit and storage, by sea, air, road and rail.'),
  topic(8, SPECIALTY, 'marine-hull', 'Marine Hull', 'Vessels, their machinery and the yards that build them.'),
  topic(9, SPECIALTY, 'aviation', 'Aviation', 'Airlines, lessors, airports, general aviation and drones.'),
  topic(11, SPECIALTY, 'property', 'Property', 'Buildings, plant and business interruption.'),
  topic(12, SPECIALTY, 'casualty', 'Casualty', 'General and excess liability, and the awards that drive it.'),
  topic(14, SPECIALTY, 'workers-compensation', 'Workers Compensation', 'Injury and illness at work, and the way back.'),
  topic(15, SPECIALTY, 'surety', 'Surety', 'Contract, customs and court bonds.'),
  topic(17, SPECIALTY, 'trade-credit', 'Trade Credit', 'Insurance against customers who do not pay.'),
  topic(18, SPECIALTY, 'political-risk', 'Political Risk', 'Expropriation, currency controls and political violence.'),
  topic(20, SPECIALTY, 'environmental-liability', 'Environmental Liability', 'Pollution, clean-up and contamination.'),
  topic(21, SPECIALTY, 'professional-indemnity', 'Professional Indemnity', 'Errors of those who advise and design.'),
  topic(23, SPECIALTY, 'energy', 'Energy', 'Oil, gas, power and the turn to renewables.'),
  topic(24, SPECIALTY, 'construction', 'Construction', 'Contract works, delay and defects.'),
  topic(26, SPECIALTY, 'product-recall', 'Product Recall', 'Contaminated food, faulty parts and getting them back.'),
  topic(28, SPECIALTY, 'motor-fleet', 'Motor Fleet', 'Vans, lorries and the people who drive them.'),
  topic(30, SPECIALTY, 'agriculture', 'Agriculture', 'Crops, livestock, forestry and fish farms.'),
  topic(31, SPECIALTY, 'fine-art', 'Fine Art & Specie', 'Museums, collectors, vaults and the works on loan.'),
  topic(33, SPECIALTY, 'medical-malpractice', 'Medical Malpractice', 'Liability of hospitals, clinics and physicians.'),
  topic(NEW_TOPIC, SPECIALTY, 'space', 'Space', 'Satellites, launches and what flies around in orbit.'),
  topic(41, INTEREST, 'claims', 'Claims', 'How losses are notified, adjusted and paid.'),
  topic(42, INTEREST, 'climate', 'Climate', 'Physical and transition risk from a changing climate.'),
  topic(43, INTEREST, 'regulation', 'Regulation', 'Supervisors, solvency and conduct.'),
  topic(45, INTEREST, 'insurtech', 'Insurtech', 'New ventures, platforms and distribution.'),
  topic(
    46,
    INTEREST,
    'artificial-intelligence',
    'Artificial Intelligence',
    'Models at work in underwriting and claims.',
  ),
  topic(47, INTEREST, 'risk-management', 'Risk Management', 'What organisations do to prevent and bear losses.'),
  topic(50, INTEREST, 'reinsurance', 'Reinsurance', 'Treaties, renewals and insurance-linked securities.'),
  topic(51, INTEREST, 'mergers-and-acquisitions', 'Mergers & Acquisitions', 'Who buys whom, and for how much.'),
  topic(53, INTEREST, 'talent', 'Talent', 'Appointments, careers and culture.'),
  topic(54, INTEREST, 'litigation', 'Litigation', 'Courts, funding and verdicts.'),
  topic(56, INTEREST, 'catastrophe', 'Catastrophe', 'Storm, flood, fire and earthquake.'),
  topic(58, INTEREST, 'esg', 'ESG', 'Environmental, social and governance matters.'),
  topic(60, INTEREST, 'data-and-analytics', 'Data & Analytics', 'Models, exposure data and benchmarks.'),
  topic(61, INTEREST, 'market-conditions', 'Market Conditions', 'Rates, capacity and appetite.'),
  topic(63, INTEREST, 'captives', 'Captives', 'Insurers owned by those they insure.'),
  topic(64, INTEREST, 'supply-chain', 'Supply Chain', 'Suppliers, logistics and contingent interruption.'),
  topic(66, INTEREST, 'parametric', 'Parametric', 'Cover that pays on a measured trigger.'),
  { ...topic(70, INTEREST, 'industry-news', 'Industry News', 'Everything else.'), excludedFromTrending: true },
  {
    ...topic(71, INTEREST, 'events-and-awards', 'Events & Awards', 'Conferences and prizes.'),
    excludedFromTrending: true,
  },
];

function topic(id: number, category: 1 | 2, slug: string, name: string, description: string): TopicInput {
  return { id, name, slug, description, category };
}
