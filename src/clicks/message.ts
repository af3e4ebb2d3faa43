import * as z from 'zod';
import { byKind, KINDS, READER_CLASSES } from '../db/click-columns.ts';
import { LEVELS } from '../db/read-columns.ts';
import { CHANNELS, COMPANY_TYPES, CONTINENTS, SENIORITIES } from '../engagement/audiences.ts';
import { sha256 } from '../lib/hash/hash.ts';

/** Networks, prefixes, browsers and readers are known by their class only. */
const below = (classes: number) =>
  z
    .int()
    .min(0)
    .max(classes - 1);

/** What messages of every kind have. */
const every = {
  v: z.literal(1),
  /** `clickId` of reader, article and UTC day of acceptance. */
  id: z.string().regex(/^[0-9a-f]{32}$/),
  contentId: z.int().positive(),
  /** Hours since the epoch in which it was accepted; of an imported click, the hour of `at`. */
  hour: z.int().positive(),
};
/** Who sent it: nobody who is known, by the classes of the sender; or one who weighs one, by the class of the reader's hash. */
const unsigned = { origin: z.literal('unsigned'), ...byKind((kind) => below(KINDS[kind])) };
const certain = { origin: z.enum(['signed', 'trusted']), reader: below(READER_CLASSES) };

const audience = {
  companyType: z.enum(COMPANY_TYPES).nullable(),
  seniority: z.enum(SENIORITIES).nullable(),
  continent: z.enum(CONTINENTS).nullable(),
  channel: z.enum(CHANNELS).nullish(),
};

/** One click on its way through the queue. Neither the reader nor the address is in it. */
export const clickMessage = z.discriminatedUnion('origin', [
  z.object({ ...every, ...audience, ...unsigned }),
  z.object({ ...every, ...audience, ...certain }),
]);
export type ClickMessage = z.output<typeof clickMessage>;

const read = { ...every, kind: z.literal('read'), level: z.enum(LEVELS) };

/** How far one reader got in an article. */
export const readMessage = z.discriminatedUnion('origin', [
  z.object({ ...read, ...unsigned }),
  z.object({ ...read, ...certain }),
]);
export type ReadMessage = z.output<typeof readMessage>;

/** What the queue holds. A message without a `kind` is a click. */
export type Message = ClickMessage | ReadMessage;

/** Id of a click, 32 hex digits: the same for every click of a reader on an article in a UTC day (days since the epoch). */
export const clickId = async (reader: string, contentId: number, day: number): Promise<string> =>
  (await sha256(`${reader} ${contentId} ${day}`)).slice(0, 32);
