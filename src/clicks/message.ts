import * as z from 'zod';
import { CHANNELS, COMPANY_TYPES, CONTINENTS, SENIORITIES } from '../db/audiences.ts';
import { byKind, KINDS, READER_CLASSES } from '../db/click-columns.ts';
import { LEVELS } from '../db/read-columns.ts';
import { COMPARED_ORDERS, MAX_LIST_TOKEN_IDS, POSITION_BUCKETS } from '../db/view-columns.ts';
import { sha256 } from '../lib/hash/hash.ts';

/** Builds the schema of a bucket number. Messages contain bucket numbers instead of networks, browsers and readers. */
const classBelow = (classes: number) =>
  z
    .int()
    .min(0)
    .max(classes - 1);

const commonFields = {
  v: z.literal(1),
  id: z.string().regex(/^[0-9a-f]{32}$/),
  contentId: z.int().positive(),
  /** Hour in which the event was accepted, in hours since the epoch. For an imported click, the hour of its `at`. */
  hour: z.int().positive(),
};
/** Bucket numbers of an unsigned sender, one per kind of bucket. Other senders have only the bucket of their reader. */
const unsigned = { origin: z.literal('unsigned'), ...byKind((kind) => classBelow(KINDS[kind])) };
const certainFields = { origin: z.enum(['signed', 'trusted']), reader: classBelow(READER_CLASSES) };

/** Key and order of a list with `order=engaging`. Other lists have none. */
const compared = z.object({ keyId: commonFields.contentId, order: z.enum(COMPARED_ORDERS) }).optional();

const audienceFields = {
  compared,
  mark: classBelow(POSITION_BUCKETS).nullish(),
  companyType: z.enum(COMPANY_TYPES).nullable(),
  seniority: z.enum(SENIORITIES).nullable(),
  continent: z.enum(CONTINENTS).nullable(),
  channel: z.enum(CHANNELS).nullish(),
};

export const clickMessage = z.discriminatedUnion('origin', [
  z.object({ ...commonFields, ...audienceFields, ...unsigned }),
  z.object({ ...commonFields, ...audienceFields, ...certainFields }),
]);
export type ClickMessage = z.output<typeof clickMessage>;

const viewFields = {
  kind: z.literal('view'),
  v: z.literal(1),
  id: commonFields.id,
  hour: commonFields.hour,
  /** Id of the displayed list. Earlier versions sent no `list` and no `views` (page views that a report represents). */
  list: z
    .string()
    .regex(/^[0-9a-f]{12}$/)
    .optional(),
  views: z.number().positive().optional(),
  compared,
  seen: z
    .array(z.tuple([commonFields.id, commonFields.contentId, classBelow(POSITION_BUCKETS)]))
    .min(1)
    .max(MAX_LIST_TOKEN_IDS)
    .describe('`placeId` of reader, article, position bucket and day; article; position bucket'),
};
export const viewMessage = z.discriminatedUnion('origin', [
  z.object({ ...viewFields, ...unsigned }),
  z.object({ ...viewFields, ...certainFields }),
]);
export type ViewMessage = z.output<typeof viewMessage>;

const readFields = { ...commonFields, kind: z.literal('read'), level: z.enum(LEVELS) };

export const readMessage = z.discriminatedUnion('origin', [
  z.object({ ...readFields, ...unsigned }),
  z.object({ ...readFields, ...certainFields }),
]);
export type ReadMessage = z.output<typeof readMessage>;

export type QueueMessage = ClickMessage | ReadMessage | ViewMessage;

/** Hashes reader, article and UTC day (days since the epoch) to 32 hex digits. */
export const clickId = async (reader: string, contentId: number, day: number): Promise<string> =>
  (await sha256(`${reader} ${contentId} ${day}`)).slice(0, 32);

/** Hashes reader, list and hour. The input contains the word “list”, so that the hash differs from every click id. */
export const viewId = async (reader: string, list: string, hour: number): Promise<string> =>
  (await sha256(`${reader} list ${list} ${hour}`)).slice(0, 32);
/** Hashes reader, list and hour. The hash decides whether a page's report and clicks are in the sample. */
export const reportId = async (reader: string, list: string, hour: number): Promise<string> =>
  (await sha256(`${reader} report ${list} ${hour}`)).slice(0, 32);
export const placeId = async (reader: string, contentId: number, place: number, day: number): Promise<string> =>
  (await sha256(`${reader} place ${contentId} ${place} ${day}`)).slice(0, 32);
