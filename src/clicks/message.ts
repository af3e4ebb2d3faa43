import * as z from 'zod';
import { COMPANY_TYPES, CONTINENTS, SENIORITIES } from '../engagement/audiences.ts';

/** What stands in the queue for one click. The reader is a hash; the address it was made from is nowhere. */
export const clickMessage = z.object({
  v: z.literal(1),
  contentId: z.int().positive(),
  /** Epoch seconds. */
  at: z.int().positive(),
  /** Hash over a daily salt, address and user agent; 32 hex digits. */
  reader: z.string().regex(/^[0-9a-f]{32}$/),
  companyType: z.enum(COMPANY_TYPES).nullable(),
  seniority: z.enum(SENIORITIES).nullable(),
  continent: z.enum(CONTINENTS).nullable(),
});

export type ClickMessage = z.output<typeof clickMessage>;
