import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { articles, companies, geoGroups, sources, topics, trash } from '../../../db/schema.ts';

const gone = alias(trash, 'gone');

/** SQL for the part of a rule's ref after its kind, as in `topic/41`. */
const targetOf = (ref: SQL): SQL => sql`substr(${ref}, instr(${ref}, '/') + 1)`;

/** SQL for the name of a record, or its most recent name if it was deleted. A rule has the name of its tag. `NULL` if it has no name. */
export const recordName = (kind: SQL, ref: SQL): SQL => sql`coalesce(CASE ${kind}
    WHEN 'pin' THEN (SELECT ${articles.title} FROM ${articles} WHERE ${articles.id} = CAST(${ref} AS INTEGER))
    WHEN 'article' THEN (SELECT ${articles.title} FROM ${articles} WHERE ${articles.id} = CAST(${ref} AS INTEGER))
    WHEN 'topic' THEN (SELECT ${topics.name} FROM ${topics} WHERE ${topics.id} = CAST(${ref} AS INTEGER))
    WHEN 'company' THEN (SELECT ${companies.name} FROM ${companies} WHERE ${companies.id} = CAST(${ref} AS INTEGER))
    WHEN 'source' THEN (SELECT ${sources.name} FROM ${sources} WHERE ${sources.domain} = ${ref})
    WHEN 'geoGroup' THEN (SELECT ${geoGroups.name} FROM ${geoGroups} WHERE ${geoGroups.slug} = ${ref})
    WHEN 'rule' THEN CASE substr(${ref}, 1, instr(${ref}, '/'))
      WHEN 'topic/' THEN (SELECT ${topics.name} FROM ${topics} WHERE ${topics.id} = CAST(${targetOf(ref)} AS INTEGER))
      WHEN 'company/' THEN (SELECT ${companies.name} FROM ${companies} WHERE ${companies.id} = CAST(${targetOf(ref)} AS INTEGER))
      WHEN 'geoGroup/' THEN (SELECT ${geoGroups.name} FROM ${geoGroups} WHERE ${geoGroups.slug} = ${targetOf(ref)}) END
    WHEN 'annotation' THEN CASE substr(${ref}, 12, 6)
      WHEN 'topic/' THEN (SELECT ${topics.name} FROM ${topics} WHERE ${topics.id} = CAST(substr(${ref}, 18) AS INTEGER))
      WHEN 'articl' THEN (SELECT ${articles.title} FROM ${articles} WHERE ${articles.id} = CAST(substr(${ref}, 20) AS INTEGER)) END END,
  (SELECT ${gone.name} FROM ${trash} ${gone} WHERE (${gone.kind}, ${gone.ref}) = (${kind}, ${ref}) ORDER BY ${gone.id} DESC LIMIT 1))`;
