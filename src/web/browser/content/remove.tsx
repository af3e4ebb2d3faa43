import { useState } from 'hono/jsx/dom';
import { useQuery } from '../lib/request/query.ts';
import { Button } from '../ui/button.tsx';
import { Confirm, Dialog, DialogButtons } from '../ui/dialog.tsx';
import { Combobox } from '../ui/form/combobox.tsx';
import { useNames } from '../ui/form/names.ts';
import { showToast } from '../ui/toast.tsx';
import { useAction } from '../ui/use-action.ts';
import { merge, remove, restore, usesOf } from './api.ts';
import type { Collection, Row } from './collections.tsx';
import { Examples, type Used, Uses, usedBy, usesText } from './used.tsx';

interface Props {
  kind: Collection;
  row: Row;
  /** Called after it was deleted. */
  gone: () => void;
}

/** Deletes or merges, after showing what refers to it. Both can be undone. */
export function Remove({ kind, row, gone }: Props) {
  const [loses, setLoses] = useState<Used | null>(null);
  const [isMerging, setMerging] = useState(false);
  const [isBusy, attempt] = useAction((error) => {
    setLoses(null);
    showToast(error.message);
  });
  const id = kind.idOf(row);
  const title = kind.titleOf(row);
  const undo = () => restore(kind, id);
  return (
    <div class="row">
      {kind.canMerge ? <Button text="Merge" isDisabled={isBusy} press={() => setMerging(true)} /> : null}
      <button
        type="button"
        class="danger"
        disabled={isBusy}
        onClick={() => void attempt(async () => setLoses(usedBy([await usesOf(kind, id)])))}
      >
        Delete
      </button>
      {loses ? (
        <Confirm
          title={`Delete “${title}”?`}
          act="Delete"
          isBusy={isBusy}
          close={() => setLoses(null)}
          confirm={() =>
            void attempt(async () => {
              await remove(kind, id);
              gone();
              showToast(`“${title}” deleted.`, undo);
            })
          }
        >
          <Uses of={loses} isMany={false}>
            {loses.articles ? <Examples kind={kind} id={id} /> : null}
          </Uses>
        </Confirm>
      ) : null}
      {isMerging ? (
        <Merge
          kind={kind}
          id={id}
          title={title}
          isBusy={isBusy}
          close={() => setMerging(false)}
          apply={(into) =>
            void attempt(async () => {
              await merge(kind, id, kind.name === 'sources' ? into : Number(into));
              gone();
              showToast(`“${title}” merged.`, undo);
            })
          }
        />
      ) : null}
    </div>
  );
}

interface MergeProps {
  kind: Collection;
  id: string;
  title: string;
  isBusy: boolean;
  close: () => void;
  apply: (into: string) => void;
}

function Merge({ kind, id, title, isBusy, close, apply }: MergeProps) {
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
      <DialogButtons
        act="Merge"
        look="danger"
        isDisabled={isBusy || !target}
        close={close}
        press={() => target && apply(target)}
      />
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
  const tried = useQuery(() => merge(kind, id, into, true), {
    queryKey: `merge ${kind.path} ${id} ${target}`,
  });
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
