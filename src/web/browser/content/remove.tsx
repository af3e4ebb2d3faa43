import { useState } from 'hono/jsx/dom';
import { useQuery } from '../lib/request.ts';
import { ask, Button, Dialog, openDialog, showToast } from '../ui/actions.tsx';
import { Combobox } from '../ui/form/combobox.tsx';
import { useNames } from '../ui/form/names.ts';
import { merge, remove, restore, usesOf } from './api.ts';
import type { Collection, Row } from './collections.tsx';
import { Examples, Uses, usedBy, usesText } from './used.tsx';

interface Props {
  kind: Collection;
  row: Row;
  /** Called after it was deleted. */
  gone: () => void;
}

/** Deletes or merges, after showing what refers to it. Both can be undone. */
export function Remove({ kind, row, gone }: Props) {
  const id = kind.idOf(row);
  const title = kind.titleOf(row);
  const undo = () => restore(kind, id);
  const askToDelete = async () => {
    const loses = usedBy([await usesOf(kind, id)]);
    ask({
      title: `Delete “${title}”?`,
      act: 'Delete',
      about: (
        <Uses of={loses} isMany={false}>
          {loses.articles ? <Examples kind={kind} id={id} /> : null}
        </Uses>
      ),
      run: () => remove(kind, id),
      done: () => {
        gone();
        showToast(`“${title}” deleted.`, undo);
      },
    });
  };
  const mergeInto = async (into: string) => {
    await merge(kind, id, kind.name === 'sources' ? into : Number(into));
    gone();
    showToast(`“${title}” merged.`, undo);
  };
  const askToMerge = () =>
    openDialog((close) => <Merge kind={kind} id={id} title={title} close={close} apply={mergeInto} />);
  return (
    <div class="row">
      {kind.canMerge ? <Button text="Merge" press={askToMerge} /> : null}
      <Button text="Delete" look="danger" press={askToDelete} />
    </div>
  );
}

interface MergeProps {
  kind: Collection;
  id: string;
  title: string;
  close: () => void;
  apply: (into: string) => Promise<void>;
}

function Merge({ kind, id, title, close, apply }: MergeProps) {
  const names = useNames(kind.name as 'topics' | 'companies' | 'sources', []);
  const [into, setInto] = useState<string[]>([]);
  const [target] = into;
  return (
    <Dialog title={`Merge “${title}” into another ${kind.one}`} close={close}>
      <Combobox
        {...names}
        label={`Into which ${kind.one}`}
        values={into}
        change={(values) => setInto(values.filter((value) => value !== id).slice(-1))}
      />
      {target ? <Moves kind={kind} id={id} title={title} target={target} name={names.nameOf(target)} /> : null}
      <div class="row">
        <Button text="Merge" look="danger" isDisabled={!target} press={() => target && apply(target).then(close)} />
        <Button text="Cancel" press={close} />
      </div>
    </Dialog>
  );
}

/** What a merge would move, as the service says without doing it. */
function Moves({
  kind,
  id,
  title,
  target,
  name,
}: Pick<MergeProps, 'kind' | 'id' | 'title'> & { target: string; name: string }) {
  const into = kind.name === 'sources' ? target : Number(target);
  const tried = useQuery(`merge ${kind.path} ${id} ${target}`, () => merge(kind, id, into, true));
  if (tried.error) return <p class="fault">{tried.error.message}</p>;
  if (!tried.value) return <p class="hint">Looking what would move…</p>;
  const words = usesText(usedBy([tried.value]));
  return (
    <div class="moves-to" role="status">
      <p>
        {words.length > 0 ? (
          <>
            <strong>{words.join(' and ')}</strong> will name “{name}” in place of “{title}”.
          </>
        ) : (
          `Nothing names “${title}”.`
        )}{' '}
        Clicks and rankings follow. “{title}” itself is deleted.
      </p>
      <Examples kind={kind} id={id} />
      <p class="hint">You can undo this, and revert it from the history for 30 days: each gets back what it had.</p>
    </div>
  );
}
