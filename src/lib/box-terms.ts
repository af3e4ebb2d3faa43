/** Splits the terms of a search box at commas and returns parameters. A term with a leading minus is excluded. */
export function termsOf(text: string): { searchTerms: string; excludeTerms: string } {
  const terms = text.split(',').map((term) => term.trim());
  const excluded = terms.filter((term) => term.startsWith('-'));
  return {
    searchTerms: terms.filter((term) => !term.startsWith('-')).join(','),
    excludeTerms: excluded.map((term) => term.slice(1).trim()).join(','),
  };
}
