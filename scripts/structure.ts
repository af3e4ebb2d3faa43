export const MAX_FILES_PER_FOLDER = 15;

/**
 * Folders that directly contain more than `MAX_FILES_PER_FOLDER` files, with their number. Paths use `/`, as in git.
 */
export function crowded(files: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const file of files) {
    const folder = file.slice(0, file.lastIndexOf('/'));
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return new Map(Array.from(counts).filter(([, count]) => count > MAX_FILES_PER_FOLDER));
}

export interface Import {
  from: string;
  to: string;
}

/**
 * Imports in the wrong direction. If a part of a folder imports from another part, even indirectly, the other part may
 * not import from it.
 */
export function arrowsUp(imports: readonly Import[]): Import[] {
  const byFolder = new Map<string, Map<string, Import[]>>();
  for (const each of imports) {
    const [from, to] = [each.from.split('/'), each.to.split('/')];
    const depth = from.findIndex((part, i) => part !== to[i]);
    if (depth < 0) continue;
    const folder = from.slice(0, depth).join('/');
    const parts = byFolder.get(folder) ?? new Map<string, Import[]>();
    byFolder.set(folder, parts);
    const part = from[depth] ?? '';
    parts.set(part, [...(parts.get(part) ?? []), each]);
  }
  return Array.from(byFolder).flatMap(([folder, parts]) => {
    const partOf = (file: string): string => file.slice(folder.length && folder.length + 1).split('/')[0] ?? '';
    return Array.from(parts).flatMap(([part, own]) => own.filter(({ to }) => reaches(partOf(to), part, parts, partOf)));
  });
}

function reaches(
  start: string,
  goal: string,
  parts: ReadonlyMap<string, readonly Import[]>,
  partOf: (file: string) => string,
): boolean {
  const seen = new Set([start]);
  for (const part of seen) {
    if (part === goal) return true;
    for (const { to } of parts.get(part) ?? []) seen.add(partOf(to));
  }
  return false;
}
