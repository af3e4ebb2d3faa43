const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** JSON with line breaks in its strings escaped and commas before a closing bracket dropped. */
export function mendJson(source: string): string {
  const strings = /"(?:[^"\\]|\\[\s\S]?)*(?:"|$)/g;
  const parts: string[] = [];
  let end = 0;
  for (const { 0: string, index } of source.matchAll(strings)) {
    parts.push(
      withoutLastCommas(source.slice(end, index)),
      string.replace(/[\n\r\t]/g, (sign) => ESCAPES[sign] ?? ''),
    );
    end = index + string.length;
  }
  return [...parts, withoutLastCommas(source.slice(end))].join('');
}

const withoutLastCommas = (text: string): string => text.replace(/,(?=\s{0,200}[\]}])/g, '');
