/** Words for the audiences that answers name by slug. */
const NAMES: Record<string, string> = {
  ...{ broker: 'Brokers', carrier: 'Carriers', other: 'Other companies' },
  ...{ 'c-suite': 'C-suite', 'vice-president': 'Vice presidents', director: 'Directors', manager: 'Managers' },
  ...{ 'individual-contributor': 'Individual contributors', africa: 'Africa', antarctica: 'Antarctica', asia: 'Asia' },
  ...{ europe: 'Europe', 'north-america': 'North America', oceania: 'Oceania', 'south-america': 'South America' },
};

interface Indexed {
  slug: string;
  index: number | null;
}

interface Props {
  audience: { companyTypes: Indexed[]; regions: Indexed[]; seniorities: Indexed[] };
}

/** Who reads it more and who less than the rest of the site. 100: as much. */
export function Audience({ audience: { companyTypes, regions, seniorities } }: Props) {
  const known = [...companyTypes, ...regions, ...seniorities].filter(
    (one): one is { slug: string; index: number } => one.index !== null && one.index !== 100,
  );
  if (known.length === 0) return <p class="hint">No audience reads it much more or less than the rest of the site.</p>;
  const more = known.filter(({ index }) => index > 100).toSorted((a, b) => b.index - a.index);
  const less = known.filter(({ index }) => index < 100).toSorted((a, b) => a.index - b.index);
  return (
    <dl class="facts">
      {more.length > 0 ? (
        <>
          <dt>Above the site’s average</dt>
          <dd>{more.map(indexText).join(', ')}</dd>
        </>
      ) : null}
      {less.length > 0 ? (
        <>
          <dt>Below the site’s average</dt>
          <dd>{less.map(indexText).join(', ')}</dd>
        </>
      ) : null}
    </dl>
  );
}

/** `Brokers ×1.4` */
const indexText = ({ slug, index }: { slug: string; index: number }) => `${NAMES[slug] ?? slug} ×${index / 100}`;
