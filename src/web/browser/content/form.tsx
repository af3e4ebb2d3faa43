import { sentence } from '../lib/sentence.ts';
import { Combobox } from '../ui/form/combobox.tsx';
import { AreaField, SelectField, SwitchField, TextField } from '../ui/form/field.tsx';
import { useGeography, useServiceNames } from '../ui/form/names.ts';
import type { Field, Values } from './fields.ts';
import { RefField, useRefNames } from './ref-field.tsx';

interface Props {
  fields: readonly Field[];
  values: Values;
  /** What the service says is wrong, by field. */
  faults: Record<string, string>;
  change: (part: Values) => void;
  /** The thing is stored, so that what names it is fixed. */
  isStored: boolean;
}

/** The fields of a kind, each with what is wrong beside it. */
export function Form({ fields, values, faults, change, isStored }: Props) {
  return (
    <div class="form">
      {fields.map((field) => (
        <FormField
          key={field.name}
          field={field}
          value={values[field.name]}
          fault={faultOf(field, faults)}
          change={(value) => change({ [field.name]: value, ...(field.name === 'kind' ? { ref: '' } : {}) })}
          kind={String(values.kind ?? '')}
          isFixed={isStored && Boolean(field.isIdentity)}
        />
      ))}
    </div>
  );
}

/** A picture is one field of the API and two of the form. */
const faultOf = ({ name }: Field, faults: Record<string, string>): string | undefined =>
  faults[name] ?? (name === 'imageUrl' ? (faults.image ?? faults['image.url']) : undefined);

interface FieldProps {
  field: Field;
  value: Values[string] | undefined;
  fault: string | undefined;
  change: (value: Values[string]) => void;
  isFixed: boolean;
  /** What a rule tags with. */
  kind: string;
}

function FormField({ field, value, fault, change, isFixed, kind }: FieldProps) {
  const { label, type, hint, options = [], isWhole = false, isRequired = false } = field;
  const frame = { label, hint, fault, isWhole };
  if (type === 'switch') return <SwitchField label={label} hint={hint} on={value === true} change={change} />;
  if (Array.isArray(value)) return <ListField field={field} value={value} fault={fault} change={change} />;
  const text = String(value ?? '');
  if (type === 'ref')
    return isFixed ? (
      <FixedRef frame={frame} kind={kind} value={text} />
    ) : (
      <RefField kind={kind} fault={fault} change={change} value={text} />
    );
  if (type === 'area') return <AreaField {...frame} value={text} change={change} />;
  if (type === 'select')
    return <SelectField {...frame} options={options} change={change} value={text} isDisabled={isFixed} />;
  const input = { number: 'number', url: 'url', time: 'datetime-local' } as const;
  return (
    <TextField
      {...frame}
      type={type in input ? input[type as keyof typeof input] : 'text'}
      value={text}
      isDisabled={isFixed}
      isRequired={isRequired}
      suggestions={options.map(([word]) => word)}
      change={change}
    />
  );
}

function ListField({
  field,
  value,
  fault,
  change,
}: Omit<FieldProps, 'value' | 'isFixed' | 'kind'> & { value: string[] }) {
  const { label, type, hint, isWhole = false } = field;
  if (type === 'lines')
    return (
      <AreaField
        label={label}
        hint={hint}
        fault={fault}
        isWhole={isWhole}
        value={value.join('\n')}
        change={(text) => change(text.split('\n'))}
        rows={3}
      />
    );
  const box = { label, values: value, change, fault: fault && sentence(fault) };
  if (type === 'topics' || type === 'companies') return <ServiceNames kind={type} {...box} />;
  return <Places kind={type === 'groups' ? 'groups' : 'countries'} {...box} />;
}

/** What a stored rule tags with: it stays. */
function FixedRef({ frame, kind, value }: { frame: { label: string }; kind: string; value: string }) {
  const { nameOf } = useRefNames(kind, [value]);
  return <TextField {...frame} value={nameOf(value)} isDisabled change={() => {}} />;
}

interface Box {
  label: string;
  values: string[];
  change: (values: string[]) => void;
  fault: string | undefined;
}

function ServiceNames({ kind, ...box }: Box & { kind: 'topics' | 'companies' }) {
  const names = useServiceNames(kind, box.values);
  return <Combobox {...names} {...box} />;
}

function Places({ kind, ...box }: Box & { kind: 'countries' | 'groups' }) {
  const geography = useGeography();
  return <Combobox {...geography[kind]} {...box} />;
}
