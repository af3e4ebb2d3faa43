import * as z from 'zod';
import { byKind, KINDS, READER_CLASSES } from '../db/click-columns.ts';
import { LEVELS } from '../db/read-columns.ts';
import { MARKS, MOST_IDS } from '../db/view-columns.ts';
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
  /** Where a reporting page showed what was clicked. */
  mark: below(MARKS).nullish(),
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

/** What a reader has seen of a list on its way through the queue. */
const viewed = {
  kind: z.literal('view'),
  v: z.literal(1),
  /** `viewId` of reader, list and hour. */
  id: every.id,
  hour: every.hour,
  /** The list, as its tokens name it, and the page views that this report stands for; absent in messages of an older version. */
  list: z
    .string()
    .regex(/^[0-9a-f]{12}$/)
    .optional(),
  views: z.number().positive().optional(),
  seen: z
    .array(z.tuple([every.id, every.contentId, below(MARKS)]))
    .min(1)
    .max(MOST_IDS)
    .describe('`placeId` of reader, article, class of places and day; article; mark'),
};
export const viewMessage = z.discriminatedUnion('origin', [
  z.object({ ...viewed, ...unsigned }),
  z.object({ ...viewed, ...certain }),
]);
export type ViewMessage = z.output<typeof viewMessage>;

const read = { ...every, kind: z.literal('read'), level: z.enum(LEVELS) };

/** How far one reader got in an article. */
export const readMessage = z.discriminatedUnion('origin', [
  z.object({ ...read, ...unsigned }),
  z.object({ ...read, ...certain }),
]);
export type ReadMessage = z.output<typeof readMessage>;

/** What the queue holds. A message without a `kind` is a click. */
export type Message = ClickMessage | ReadMessage | ViewMessage;

/** Id of a click, 32 hex digits: the same for every click of a reader on an article in a UTC day (days since the epoch). */
export const clickId = async (reader: string, contentId: number, day: number): Promise<string> =>
  (await sha256(`${reader} ${contentId} ${day}`)).slice(0, 32);

/** Ids of what a reader has seen: of a list in an hour, and of an article at a class of places in a day. Made of text that no click is made of. */
export const viewId = async (reader: string, list: string, hour: number): Promise<string> =>
  (await sha256(`${reader} list ${list} ${hour}`)).slice(0, 32);
/** Id that decides whether a report counts, and with it the clicks on its page; `hour`: that of the list token. */
export const reportId = async (reader: string, list: string, hour: number): Promise<string> =>
  (await sha256(`${reader} report ${list} ${hour}`)).slice(0, 32);
export const placeId = async (reader: string, contentId: number, place: number, day: number): Promise<string> =>
  (await sha256(`${reader} place ${contentId} ${place} ${day}`)).slice(0, 32);
