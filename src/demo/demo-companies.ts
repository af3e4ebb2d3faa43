import type { CompanyInput } from '../content/types.ts';
import companies from './data/companies.json' with { type: 'json' };

export type Craft = 'adjuster' | 'modeller' | 'venture' | 'consultant' | 'responder';

export interface DemoCompany extends CompanyInput {
  focus?: readonly string[];
  crafts?: readonly Craft[];
}

/** Invented companies. Any likeness to a real company is accidental. */
export const COMPANIES = companies as readonly DemoCompany[];
