export const lookOf = (percent: number | null): string => (percent === null ? 'new' : percent < 0 ? 'down' : 'up');

export const hasBefore = (list: readonly { previousRank?: number | null }[]): boolean =>
  list.some(({ previousRank }) => typeof previousRank === 'number');
export const nothingBefore = (since: string): string => `No data for ${since} to compare with.`;
