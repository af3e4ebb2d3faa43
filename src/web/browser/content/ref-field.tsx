import { sentence } from '../lib/sentence.ts';
import { Combobox } from '../ui/form/combobox.tsx';
import { type Names, useGeography, useServiceNames } from '../ui/form/names.ts';

interface Props {
  /** What a rule tags with. */
  kind: string;
  value: string;
  change: (ref: string) => void;
  fault: string | undefined;
}

/** What kinds of rules name, by their names. */
export function useRefNames(kind: string, refs: readonly string[]): Names {
  const topics = useServiceNames('topics', kind === 'topic' ? refs : []);
  const companies = useServiceNames('companies', kind === 'company' ? refs : []);
  const { countries, groups } = useGeography();
  return { topic: topics, company: companies, country: countries, geoGroup: groups }[kind] ?? topics;
}

/** The topic, company, country or group that a rule tags with: one, chosen by its name. */
export function RefField({ kind, value, change, fault }: Props) {
  const names = useRefNames(kind, value ? [value] : []);
  return (
    <Combobox
      key={kind}
      {...names}
      label="Tag"
      values={value ? [value] : []}
      change={(values) => change(values.at(-1) ?? '')}
      fault={fault && sentence(fault)}
    />
  );
}

/** `Topic: Marine Cargo` */
export function RefName({ kind, of }: { kind: string; of: string }) {
  const names = useRefNames(kind, [of]);
  return <>{names.nameOf(of)}</>;
}
