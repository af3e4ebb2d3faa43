/** Splits the text of a search box into terms. A leading minus excludes a term. */
export function termsOf(text: string): { searchTerms: string; excludeTerms: string } {
  const terms = text.split(',').map((term) => term.trim());
  const excluded = terms.filter((term) => term.startsWith('-'));
  return {
    searchTerms: terms.filter((term) => !term.startsWith('-')).join(','),
    excludeTerms: excluded.map((term) => term.slice(1).trim()).join(','),
  };
}
