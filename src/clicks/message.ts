import * as z from 'zod';
import { COMPANY_TYPES, CONTINENTS, SENIORITIES } from '../engagement/audiences.ts';
import { sha256 } from '../lib/hash/hash.ts';

/** Networks, user agents and readers are known by one of 16 classes only. */
const classNumber = z.int().min(0).max(15);

/** One click on its way through the queue. Neither the reader nor the address is in it. */
export const clickMessage = z.object({
  v: z.literal(1),
  /** `clickId` of reader, article and UTC day of acceptance. */
  id: z.string().regex(/^[0-9a-f]{32}$/),
  contentId: z.int().positive(),
  /** Hours since the epoch in which it was accepted; of an imported click, the hour of `at`. */
  hour: z.int().positive(),
  /** By a token, or imported as signed: weighs one, whatever its classes. */
  signed: z.boolean(),
  /** Classes by network (ASN) and by user agent; 0 where signed. */
  network: classNumber,
  agent: classNumber,
  /** Class by reader: the reader's hash modulo 16. */
  reader: classNumber,
  companyType: z.enum(COMPANY_TYPES).nullable(),
  seniority: z.enum(SENIORITIES).nullable(),
  continent: z.enum(CONTINENTS).nullable(),
});
export type ClickMessage = z.output<typeof clickMessage>;

/** Id of a click, 32 hex digits: the same for every click of a reader on an article in a UTC day (days since the epoch). */
export const clickId = async (reader: string, contentId: number, day: number): Promise<string> =>
  (await sha256(`${reader} ${contentId} ${day}`)).slice(0, 32);
