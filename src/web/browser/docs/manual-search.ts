import { type SearchedSection, searchDocuments } from './search-documents.ts';

let sections: Promise<SearchedSection[]> | undefined;

/** Finds sections of the manual. The index is loaded once, or again after a failure. */
export async function searchManual(text: string): Promise<SearchedSection[]> {
  sections ??= loadSections();
  try {
    return searchDocuments(await sections, text);
  } catch (error) {
    sections = undefined;
    throw error;
  }
}

async function loadSections(): Promise<SearchedSection[]> {
  const response = await fetch('/docs/search.json');
  if (!response.ok) throw new Error(`search.json: ${response.status}`);
  return (await response.json()) as SearchedSection[];
}

export function resultOf({ url, title, heading }: SearchedSection): HTMLLIElement {
  const item = document.createElement('li');
  const link = Object.assign(document.createElement('a'), { href: url, textContent: heading || title });
  item.append(link);
  if (heading) item.append(Object.assign(document.createElement('small'), { textContent: title }));
  return item;
}
