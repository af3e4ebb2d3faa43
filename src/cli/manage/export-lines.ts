/** This module appends the line count to an export, which reveals a truncated file. */

const NOT_WHOLE = 'the export is incomplete: ';
const EXPORT_AGAIN = '; export it again, or end a handwritten file with its number of lines, such as {"lines":3}';

export async function* withCount(lines: AsyncIterable<string>): AsyncIterable<string> {
  let count = 0;
  for await (const line of lines) {
    count++;
    yield line;
  }
  yield JSON.stringify({ lines: count });
}

/** Yields all lines except the last, which has the number of lines. Calls `report` if lines are missing. */
export async function* withoutCount(
  lines: AsyncIterable<string>,
  report: (fault: string) => void,
): AsyncIterable<string> {
  let count = 0;
  let counted: number | null = null;
  for await (const line of lines) {
    if (line.trim() === '') continue;
    if (counted !== null) return report(`${NOT_WHOLE}lines follow the line count${EXPORT_AGAIN}`);
    counted = countIn(line);
    if (counted !== null) continue;
    count++;
    yield line;
  }
  if (counted === null) report(`${NOT_WHOLE}the last line is not the line count${EXPORT_AGAIN}`);
  else if (counted !== count)
    report(`${NOT_WHOLE}the last line counts ${counted} lines, but the file has ${count}${EXPORT_AGAIN}`);
}

function countIn(line: string): number | null {
  const count = /^\s*\{\s*"lines"\s*:\s*(\d+)\s*\}\s*$/.exec(line)?.[1];
  return count === undefined ? null : Number(count);
}
