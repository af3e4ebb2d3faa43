const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Repairs JSON: escapes line breaks in strings and drops commas before a closing bracket. */
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
