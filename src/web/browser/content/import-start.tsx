import { toExcelCsv } from '../lib/csv.ts';
import { saveFile } from '../lib/file.ts';
import { useData } from '../lib/query.ts';
import { Button } from '../ui/actions.tsx';
import { Loaded, Section } from '../ui/parts.tsx';
import { Trail } from './changes.tsx';
import { CONTENT_COLLECTIONS, type ContentSession } from './collections.tsx';

const MAX_READ = 100;
const MAX_SHOWN = 3;

/** Templates and the latest imports, shown until a file is chosen. */
export const ImportStart = ({ href }: Pick<ContentSession, 'href'>) => (
  <div class="board halves">
    <Section id="templates" class="card" title="Start from a template">
      <p class="hint">
        A CSV file with one column per field. Separate several values in a cell by <kbd>|</kbd>
      </p>
      <ul class="templates before-3">
        {CONTENT_COLLECTIONS.filter(({ importable }) => importable.length > 0).map(
          ({ name, tab, importable, fields }) => (
            <li key={name}>
              <Button
                text={`↓ ${tab}`}
                label={`Template for ${tab}`}
                press={() => saveFile(new Blob([toExcelCsv([importable])], { type: 'text/csv' }), `${name}.csv`)}
              />
              <small>
                {'Needs '}
                {fields
                  .filter(({ isRequired, name }) => isRequired && importable.includes(name))
                  .map(({ name }) => name)
                  .join(', ')}
              </small>
            </li>
          ),
        )}
      </ul>
    </Section>
    <LatestImports href={href} />
  </div>
);

function LatestImports({ href }: Pick<ContentSession, 'href'>) {
  const trail = useData('/manage/audit', { query: { action: 'create', by: 'change', limit: MAX_READ } });
  return (
    <Section id="imports" class="card" title="Latest imports" end={<a href={href({ kind: 'history' })}>All changes</a>}>
      <Loaded of={trail} what="the latest imports" lines={4}>
        {(page) => {
          const imports = page.entries
            .filter(({ things, kind }) => things > 1 && CONTENT_COLLECTIONS.some((one) => one.kind === kind))
            .slice(0, MAX_SHOWN);
          return imports.length === 0 ? (
            <p class="hint">No files imported yet. You can revert an import here after it has run.</p>
          ) : (
            <Trail {...page} entries={imports} href={href} reload={trail.reload} />
          );
        }}
      </Loaded>
    </Section>
  );
}
