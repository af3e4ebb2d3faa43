/**
 * `npm run verify:labels -- FILE.json …`: judges companies, countries or datelines by headlines that others have labelled; which of them
 * follows from the file's content. `--wrong` prints what is wrong and what is missed.
 *
 * - companies: `{companies: [{name, aliases}], items: [{title, intro, companies: [name]}]}`; aliases are words of a company's rule
 * - countries: `[{title, intro, countries: [code], maybe?: [code]}]`; those of `maybe` count neither way
 * - datelines: `[{intro, place}]`; a dateline is right if it has the place, null: there is none
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { failCommand, run } from '../../../src/command/command.ts';
import { datelineLength } from '../../../src/tagging/dateline.ts';
import { makeTagger } from '../../../src/tagging/tagger.ts';
import { plainForm } from '../../../src/tagging/words.ts';

interface Labelled {
  title?: string;
  intro?: string | null;
  language?: string;
  companies?: string[];
  countries?: string[];
  maybe?: string[];
  place?: string | null;
}
interface WithCompanies {
  companies: { name: string; aliases: string[] }[];
  items: Labelled[];
}

const textOf = ({ title = '', intro, language = 'en' }: Labelled) => ({ title, introduction: intro ?? '', language });

function byCompanies({ companies, items }: WithCompanies) {
  const tagger = makeTagger({
    companies: companies.map(({ name }, i) => ({ id: i + 1, name })),
    groups: [],
    rules: companies.map(({ aliases }, i) => ({ kind: 'company', ref: String(i + 1), words: aliases, exclusions: [] })),
  });
  return items.map((item) => ({
    item,
    given: tagger.tags(textOf(item)).companies.map((id) => companies[id - 1]?.name ?? ''),
    labels: item.companies ?? [],
  }));
}

function byCountries(items: readonly Labelled[]) {
  const tagger = makeTagger({ companies: [], groups: [], rules: [] });
  return items.map((item) => ({
    item,
    given: tagger.tags(textOf(item)).countries.filter((code) => !item.maybe?.includes(code)),
    labels: item.countries ?? [],
  }));
}

const byDatelines = (items: readonly Labelled[]) =>
  items.map((item) => {
    const { intro = '', place = null } = item;
    const dateline = plainForm((intro ?? '').slice(0, datelineLength(intro ?? ''))).replaceAll('’', "'");
    const labels = place === null ? [] : [place];
    const isRight = place !== null && dateline.includes(plainForm(place).replaceAll('’', "'"));
    return { item, given: isRight ? labels : dateline ? [dateline] : [], labels };
  });

await run('npm run verify:labels -- FILE.json …', async () => {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { wrong: { type: 'boolean' } } });
  if (positionals.length === 0) failCommand('name files of labelled headlines');
  for (const file of positionals) {
    const content: WithCompanies | Labelled[] = JSON.parse(readFileSync(file, 'utf8'));
    const isList = Array.isArray(content);
    const kind = !isList ? 'companies' : content.some(({ countries }) => countries) ? 'countries' : 'datelines';
    const judged = !isList ? byCompanies(content) : kind === 'countries' ? byCountries(content) : byDatelines(content);
    const sums = { right: 0, given: 0, labels: 0, whole: 0 };
    for (const { item, given, labels } of judged) {
      const right = given.filter((tag) => labels.includes(tag)).length;
      const isWhole = right === given.length && right === labels.length;
      sums.right += right;
      sums.given += given.length;
      sums.labels += labels.length;
      sums.whole += Number(isWhole);
      if (values.wrong && !isWhole)
        console.log(`  ${given.join(' ')} for ${labels.join(' ')}: ${item.title ?? item.intro}`);
    }
    const percent = (part: number, of: number) => `${((100 * part) / of).toFixed(1)} % (${part} of ${of})`;
    console.log(
      `${judged.length} labelled texts, ${kind}: precision ${percent(sums.right, sums.given)}, recall ${percent(sums.right, sums.labels)}, texts without a fault ${percent(sums.whole, judged.length)}`,
    );
  }
});
