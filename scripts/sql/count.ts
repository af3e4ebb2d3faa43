/**
 * How much of what the code says to the database is made by the query builder, and how much is SQL text.
 *
 *     node scripts/sql/count.ts [FOLDER…]     folders of source code; `src` where none is named
 */
import { isStatement, statementsIn } from './statements.ts';

const folders = process.argv.slice(2);
for (const folder of folders.length > 0 ? folders : ['src']) {
  const { texts, builder } = statementsIn(folder);
  const whole = texts.filter(isStatement).length;
  console.log(`${folder}: ${builder} statements of the builder, ${whole} of SQL, ${texts.length - whole} parts of SQL`);
}
