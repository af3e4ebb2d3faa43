import { companyCollection } from '../../src/collections/company-collection.ts';
import { geoGroupCollection } from '../../src/collections/geo-groups.ts';
import { sourceCollection } from '../../src/collections/source-collection.ts';
import { topicCollection } from '../../src/collections/topic-collection.ts';

export const topicInput = topicCollection.line;
export const companyInput = companyCollection.line;
export const sourceInput = sourceCollection.line;
export const geoGroupInput = geoGroupCollection.line;

export const STORED = {
  topic: topicCollection.stored,
  company: companyCollection.stored,
  geoGroup: geoGroupCollection.stored,
  source: sourceCollection.stored,
};
