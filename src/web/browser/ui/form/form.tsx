import { type Child, useEffect, useRef, useState } from 'hono/jsx/dom';
import type { FieldGroup } from '../../../../collections/core/look.ts';
import { timeZone } from '../../lib/time.ts';
import { sentence } from '../../lib/words.ts';
import { Button, Dialog, openDialog, Submit, useSubmit } from '../actions.tsx';
import {
  AreaField,
  FormFault,
  HoursField,
  Segments,
  SelectField,
  SeveralField,
  SwitchField,
  TextField,
} from './field.tsx';
import { Combobox, type NameKind, type NamePicker, useNames } from './names.tsx';
import { changedInputs, type InputField, toBody, type Values } from './values.ts';

interface Props {
  fields: readonly InputField[];
  values: Values;
  faults: Record<string, string>;
  change: (part: Values) => void;
  isStored?: boolean;
  /** Whether the fields are those of a record, in which an empty list means none. In filters, it means any. */
  isRecord?: boolean;
}

interface GroupedProps extends Props {
  groups: readonly FieldGroup[];
}

/** Form whose fields are in groups with headings. Fields without a group belong to the last one. */
export const GroupedForm = ({ groups, fields, faults, ...rest }: GroupedProps) => (
  <div class="stack form form-groups">
    {groups.map(({ title, fields: names, isClosed = false }, place) => {
      const isOther = (name: string) =>
        place === groups.length - 1 && !groups.some((group) => group.fields.includes(name));
      const own = fields.filter(({ name }) => names.includes(name) || isOther(name));
      const form = <Fields look="form-fields" fields={own} faults={faults} {...rest} />;
      return isClosed ? (
        <details key={title} class="form-group" open={own.some((field) => faultOf(field, faults))}>
          <summary>
            <h3>{title}</h3>
          </summary>
          {form}
        </details>
      ) : (
        <fieldset key={title} class="form-group">
          <legend>{title}</legend>
          {form}
        </fieldset>
      );
    })}
  </div>
);

export const Form = (props: Props) => <Fields look="form" {...props} />;

const Fields = ({
  look,
  fields,
  values,
  faults,
  change,
  isStored = false,
  isRecord = false,
}: Props & { look: string }) => {
  const rejected = useRef({ faults, values });
  if (rejected.current?.faults !== faults) rejected.current = { faults, values };
  return (
    <div class={`stack ${look}`}>
      {fields.map((field) => (
        <FormField
          key={field.name}
          field={field}
          value={values[field.name]}
          // An error is about the rejected value, so that input removes it.
          fault={values[field.name] === rejected.current?.values[field.name] ? faultOf(field, faults) : undefined}
          change={(value) => change({ [field.name]: value })}
          kind={String(values.kind ?? '')}
          isFixed={isStored && Boolean(field.isIdentity)}
          empty={isRecord ? 'None' : 'Any'}
        />
      ))}
    </div>
  );
};

/** Returns the error of a field. Errors in list items have names such as `origins.0`. */
function faultOf({ name, type }: InputField, faults: Record<string, string>): string | undefined {
  const own = name === 'imageUrl' ? 'image' : name;
  const fault = faults[name] ?? Object.entries(faults).find(([fault]) => fault.split('.')[0] === own)?.[1];
  // The API names its own formats, and requests omit empty values.
  return type === 'time'
    ? fault?.replace(/^must be a time in RFC 3339(.*), such as .*/, 'enter a date and a time$1')
    : fault?.replace(/^must be text$/, 'must not be empty');
}

interface FieldProps {
  field: InputField;
  value: Values[string] | undefined;
  fault: string | undefined;
  change: (value: Values[string]) => void;
  isFixed: boolean;
  kind: string;
  /** Placeholder of an empty list of names. */
  empty: string;
}

const INPUTS = { number: 'number', url: 'url', time: 'datetime-local' } as const;

function FormField({ field, value, fault, change, isFixed, kind, empty }: FieldProps) {
  const { name, label, type, hint, options = [], range, maxLength, isWhole = false, isRequired = false } = field;
  const frame = { label, hint: hint?.replace('{zone}', timeZone()), fault, isWhole };
  const box = { label, change, fault: fault && sentence(fault) };
  const list = Array.isArray(value) ? value : [];
  const text = String(value ?? '');
  switch (type) {
    case 'switch':
      return <SwitchField label={label} hint={hint} on={value === true} change={change} />;
    case 'ref':
      return isFixed ? (
        <FixedRef label={label} kind={kind} value={text} />
      ) : (
        <RefField {...box} label="Tag" kind={kind} value={text} change={(refs) => change(refs.at(-1) ?? '')} />
      );
    case 'lines':
    case 'authors':
      return <AreaField {...frame} value={list.join('\n')} change={(lines) => change(lines.split('\n'))} rows={3} />;
    case 'several':
      return (
        <SeveralField {...frame} options={options} all={field.all} notes={field.notes} value={list} change={change} />
      );
    case 'topics':
    case 'companies':
    case 'countries':
    case 'groups':
    case 'searches':
      return <NamesBox {...box} of={type} values={list} empty={empty} />;
    case 'area':
      return <AreaField {...frame} value={text} maxLength={maxLength} change={change} />;
    case 'select':
      return <SelectField {...frame} options={options} change={change} value={text} isDisabled={isFixed} />;
    case 'segments':
      return <Segments label={label} name={name} value={text} options={options} choose={change} hint={hint} />;
    case 'hours':
      return <HoursField label={label} hint={hint} value={text} change={change} />;
    default:
      return (
        <TextField
          {...frame}
          type={type in INPUTS ? INPUTS[type as keyof typeof INPUTS] : 'text'}
          value={text}
          range={range}
          maxLength={maxLength}
          isDisabled={isFixed}
          isRequired={isRequired && !isFixed}
          suggestions={options.map(([word]) => word)}
          change={change}
        />
      );
  }
}

interface Box {
  label: string;
  values: string[];
  change: (values: string[]) => void;
  fault?: string | undefined;
  empty?: string;
}

export function NamesBox({ of, ...box }: Box & { of: NameKind; isSingle?: boolean }) {
  const names = useNames(of, box.values);
  return <Combobox {...names} {...box} />;
}

const REFS: Record<string, NameKind> = {
  topic: 'topics',
  company: 'companies',
  country: 'countries',
  geoGroup: 'groups',
};

export const useRefNames = (kind: string, refs: readonly string[]): NamePicker =>
  useNames(REFS[kind] ?? 'topics', refs);

const RefField = ({ kind, value, ...box }: Omit<Box, 'values'> & { kind: string; value: string }) => (
  <NamesBox key={kind} of={REFS[kind] ?? 'topics'} values={value ? [value] : []} isSingle {...box} />
);

/** Target of an existing rule, which cannot be changed. */
function FixedRef({ label, kind, value }: { label: string; kind: string; value: string }) {
  const { nameOf } = useRefNames(kind, [value]);
  return <TextField label={label} value={nameOf(value)} isDisabled change={() => {}} />;
}

interface DialogProps<T> {
  title: string;
  about?: string;
  act: string;
  fields: readonly InputField[] | ((values: Values) => readonly InputField[]);
  initial: Values;
  send: (body: Record<string, unknown>) => Promise<T>;
  done?: (answer: T) => unknown;
}

export const openForm = <T,>(form: DialogProps<T>): void =>
  openDialog((close) => <FormDialog {...form} close={close} />);

const FormDialog = <T,>({ title, done, close, ...form }: DialogProps<T> & { close: () => void }) => (
  <Dialog title={title} close={close}>
    <SentForm
      {...form}
      done={(answer) => {
        close();
        done?.(answer);
      }}
    >
      <Button text="Cancel" press={close} />
    </SentForm>
  </Dialog>
);

interface SentProps<T> extends Omit<DialogProps<T>, 'title'> {
  busy?: string;
  /** Whether the record already exists, so that only changed fields are sent. */
  isStored?: boolean;
  class?: string;
  children?: Child;
}

export function SentForm<T>(props: SentProps<T>) {
  const { about, act, busy, fields, initial, send, done, isStored = false, class: look = 'gap-4', children } = props;
  const [values, setValues] = useState(initial);
  const shown = typeof fields === 'function' ? fields(values) : fields;
  /** Values that were stored or sent last. The service may store what was sent in another form. */
  const base = useRef(initial);
  const { error, isBusy, submit } = useSubmit(async () => {
    const answer = await send(toBody(shown, values));
    base.current = values;
    return done?.(answer);
  });
  const isSame = isStored && changedInputs(shown, base.current ?? initial, values).length === 0;
  // The stored values are loaded again after each save. Input since then must not be lost.
  useEffect(() => {
    const before = base.current ?? initial;
    base.current = initial;
    if (!isStored || before === initial) return;
    setValues((now) => {
      const typed = changedInputs(shown, before, now).map(({ name }) => [name, now[name] ?? '']);
      return { ...initial, ...Object.fromEntries(typed) };
    });
  }, [isStored && JSON.stringify(initial)]);
  return (
    <form class={`stack ${look}`} onSubmit={submit} novalidate>
      {about ? <p>{about}</p> : null}
      <Form
        fields={shown}
        values={values}
        faults={error?.faults ?? {}}
        change={(part) => setValues((before) => ({ ...before, ...part }))}
      />
      <FormFault error={error} fields={shown.map(({ name }) => name)} />
      <div class="row">
        <Submit text={act} busy={busy} isBusy={isBusy} isDisabled={isSame} />
        {children}
      </div>
    </form>
  );
}
