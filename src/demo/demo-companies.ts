import type { CompanyInput } from '../content/types.ts';
import companies from './data/companies.json' with { type: 'json' };

/** Specialities of service providers. Texts use them to choose a provider. */
export type Craft = 'adjuster' | 'modeller' | 'venture' | 'consultant' | 'responder';

/** Company of the demo newsroom. `focus` limits it to topics, by slug. */
export interface DemoCompany extends CompanyInput {
  focus?: readonly string[];
  crafts?: readonly Craft[];
}

/** Invented companies. Any likeness to a real company is accidental. */
export const COMPANIES = companies as readonly DemoCompany[];
