/** What is wrong with text as a publishable key; null: it may be one. */
export function publishableFault(text: string): string | null {
  if (/^ng[so]_/.test(text))
    return 'This key must never be in a page: anybody could read it there. Use a publishable key, which begins with ngp_.';
  if (!/^ngp_[0-9A-Za-z]{34}$/.test(text))
    return 'This is not a publishable key. One has 38 characters and begins with ngp_.';
  return null;
}
