import { companies } from '../../src/collections/companies.ts';
import { geoGroups } from '../../src/collections/geo-groups.ts';
import { sources } from '../../src/collections/sources.ts';
import { topics } from '../../src/collections/topics.ts';

/** What a line of each collection must be. */
export const topicInput = topics.line;
export const companyInput = companies.line;
export const sourceInput = sources.line;
export const geoGroupInput = geoGroups.line;

/** How a thing of each kind is stored. */
export const STORED = {
  topic: topics.stored,
  company: companies.stored,
  geoGroup: geoGroups.stored,
  source: sources.stored,
};
