import type { CompanyInput } from '../content/types.ts';
import companies from './data/companies.json' with { type: 'json' };

/** What service providers do, as stories need an adjuster here and a modeller there. */
export type Craft = 'adjuster' | 'modeller' | 'venture' | 'consultant' | 'responder';

/** A company of the demo newsroom; `focus` lists the slugs of the only topics it appears in (all, where left out). */
export interface DemoCompany extends CompanyInput {
  focus?: readonly string[];
  crafts?: readonly Craft[];
}

/** Invented companies; any likeness to a real one is accidental. */
export const COMPANIES = companies as readonly DemoCompany[];
