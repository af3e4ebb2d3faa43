import type { CompanyInput, OrganisationType } from '../content/types.ts';

/** A company of the demo newsroom; `focus` lists the slugs of the only topics it appears in (all, where left out). */
export interface DemoCompany extends CompanyInput {
  focus?: readonly string[];
}

/** Invented companies; any likeness to a real one is accidental. */
export const COMPANIES: readonly DemoCompany[] = [
  ...numbered(201, 'Carrier', [
    ['Harrowmere Insurance'],
    ['Tidewell Mutual'],
    ['Penhallow Specialty'],
    ['Varnholt Re'],
    ['Brackenshaw Syndicate'],
    ['Ostermoor Versicherung'],
    ['Assurances Valcroix'],
    ['Lindqvarn Försäkring'],
    ['Marrowfield Casualty'],
    ['Seguros Altaverde'],
    ['Kestrelbourne Insurance'],
    ['Greyfallow Re'],
    ['Thornwick General'],
    ['Pellandra Insurance'],
    ['Sablecrest Specialty'],
    ['Mutuelle Corrivaux'],
    ['Yarrowdale Farm Mutual', ['agriculture', 'climate', 'parametric', 'motor-fleet']],
    ['Hanseholm Marine', ['marine-cargo', 'marine-hull', 'supply-chain', 'energy']],
    ['Meridalia Insurance'],
    ['Kurobane Fire & Marine'],
    ['Dunmorrow Surety', ['surety', 'construction', 'trade-credit']],
    ['Wexcombe Underwriting'],
    ['Al Nuwair Takaful'],
    ['Zephyrine Aviation', ['aviation']],
    ['Kopanelo Insurance'],
  ]),
  ...numbered(301, 'Broker', [
    ['Fennimore Tarrant'],
    ['Oakhaven & Lyle'],
    ['Brightwell Cormack'],
    ['Larkspur Risk'],
    ['Calloway Brandt'],
    ['Mossgrave Broking'],
    ['Thistlewood Ames'],
    ['Castlebury Wholesale'],
    ['Norrhamn Risk'],
    ['Petrakos Hale'],
    ['Delacourt Vasseur'],
    ['Rookwood Sterne'],
    ['Ingleby Stroud'],
    ['Vantorre & Zoon'],
    ['Eastmarch Re Broking', ['reinsurance', 'catastrophe', 'market-conditions', 'parametric', 'captives']],
    ['Juniper Quay'],
    ['Saltoun Bligh'],
    ['Tamarind Broking'],
  ]),
  ...numbered(401, 'Service Provider', [
    ['Loxmoor Adjusting'],
    ['Clearfathom Analytics'],
    ['Stormlattice', ['catastrophe', 'climate', 'property', 'reinsurance', 'parametric', 'agriculture', 'energy']],
    ['Hexward Security', ['cyber', 'artificial-intelligence']],
    ['Ledgerleaf'],
    ['Bellweir Claims'],
    ['Gridmere Modelling'],
    ['Truehaven Restoration', ['property', 'claims', 'catastrophe', 'fine-art', 'environmental-liability']],
    ['Policyloom'],
    ['Quantarrow'],
    ['Vellumgate Legal'],
    ['Saltmarsh Survey', ['marine-cargo', 'marine-hull', 'energy', 'supply-chain']],
    ['Copperfinch'],
    ['Riskorchard'],
    ['Tallowbridge Actuarial'],
    ['Orbitine Geospatial'],
    ['Fieldnote Inspections'],
    ['Pinnaford Consulting'],
  ]),
];

/** Service providers by what they do, as stories need an adjuster here and a modeller there. */
export const CRAFTS = {
  adjuster: [
    'Loxmoor Adjusting',
    'Bellweir Claims',
    'Truehaven Restoration',
    'Saltmarsh Survey',
    'Fieldnote Inspections',
  ],
  modeller: [
    'Clearfathom Analytics',
    'Stormlattice',
    'Gridmere Modelling',
    'Quantarrow',
    'Orbitine Geospatial',
    'Tallowbridge Actuarial',
  ],
  venture: ['Ledgerleaf', 'Policyloom', 'Copperfinch', 'Riskorchard', 'Quantarrow', 'Orbitine Geospatial'],
  consultant: ['Vellumgate Legal', 'Pinnaford Consulting', 'Tallowbridge Actuarial'],
  responder: ['Hexward Security', 'Pinnaford Consulting'],
} as const;

function numbered(
  firstId: number,
  organisationType: OrganisationType,
  rows: readonly (readonly [name: string, focus?: readonly string[]])[],
): DemoCompany[] {
  return rows.map(([name, focus], index) => ({
    id: firstId + index,
    name,
    organisationType,
    ...(focus ? { focus } : {}),
  }));
}
