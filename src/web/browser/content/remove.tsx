import { useState } from 'hono/jsx/dom';
import { Combobox } from '../ui/combobox.tsx';
import { Confirm, Dialog, DialogButtons } from '../ui/dialog.tsx';
import { type Names, useServiceNames } from '../ui/names.ts';
import { showToast } from '../ui/toast.tsx';
import { useAction } from '../ui/use-action.ts';
import { hangingOn, merge, type Row, remove, restore } from './api.ts';
import type { Kind } from './kinds.tsx';
import { useSourceNames } from './source-names.ts';

interface Props {
  kind: Kind;
  row: Row;
  /** Called after it was deleted. */
  gone: () => void;
}

const MERGED = ['topics', 'companies', 'sources'];

/** Deletes or merges, after showing what refers to it. Both can be undone. */
export function Remove({ kind, row, gone }: Props) {
  const [loses, setLoses] = useState<string[] | null>(null);
  const [isMerging, setMerging] = useState(false);
  const [isBusy, attempt] = useAction(() => setLoses(null));
  const id = kind.idOf(row);
  const title = kind.titleOf(row);
  const undo = () => restore(kind, id);
  return (
    <div class="row">
      {MERGED.includes(kind.name) ? (
        <button type="button" disabled={isBusy} onClick={() => setMerging(true)}>
          Merge
        </button>
      ) : null}
      <button
        type="button"
        class="danger"
        disabled={isBusy}
        onClick={() => void attempt(async () => setLoses(inWords(await hangingOn(kind, id))))}
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
          {loses.length > 0 ? (
            <p>Used by {loses.join(', ')}. It is removed from them; nothing else changes there.</p>
          ) : (
            <p>It is not used anywhere.</p>
          )}
          <p class="hint">You can undo this for ten seconds, and restore it from the history for 30 days.</p>
        </Confirm>
      ) : null}
      {isMerging ? (
        <Merge
          {...{ kind, id, title, isBusy }}
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
  kind: Kind;
  id: string;
  title: string;
  isBusy: boolean;
  close: () => void;
  apply: (into: string) => void;
}

function Merge({ kind, ...props }: MergeProps) {
  return kind.name === 'sources' ? <MergeSource kind={kind} {...props} /> : <MergeNamed kind={kind} {...props} />;
}

function MergeNamed(props: MergeProps) {
  const names = useServiceNames(props.kind.name === 'topics' ? 'topics' : 'companies', []);
  return <MergeDialog {...props} names={names} />;
}

function MergeSource(props: MergeProps) {
  return <MergeDialog {...props} names={useSourceNames()} />;
}

function MergeDialog({ kind, id, title, isBusy, close, apply, names }: MergeProps & { names: Names }) {
  const [into, setInto] = useState<string[]>([]);
  const [target] = into;
  return (
    <Dialog title={`Merge “${title}” into another ${kind.one}`} close={close}>
      <p>Everything that refers to it will refer to the other one. Clicks and rankings move with it.</p>
      <Combobox
        {...names}
        label={`Into which ${kind.one}`}
        values={into}
        change={(values) => setInto(values.filter((value) => value !== id).slice(-1))}
      />
      <DialogButtons
        {...{ act: 'Merge', look: 'danger', isDisabled: isBusy || !target, close }}
        press={() => target && apply(target)}
      />
    </Dialog>
  );
}

/** `{articles: 12, rules: 1, days: ['2026-11-21']}` → `12 articles`, `1 rule`, `2026-11-21`. */
export function inWords(answer: Row): string[] {
  const loses = (answer.loses ?? {}) as Record<string, number | string[]>;
  return Object.entries(loses).flatMap(([name, what]) => {
    if (Array.isArray(what)) return what.length > 0 ? [`${LISTED[name] ?? name} ${what.slice(0, 5).join(', ')}`] : [];
    return what > 0 ? [`${what} ${what === 1 ? name.replace(/s$/, '') : name}`] : [];
  });
}

const LISTED: Record<string, string> = { recommendedDays: 'the recommended articles of' };
