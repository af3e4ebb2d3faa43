import type { Session } from '../lib/request.ts';

export type Role = Exclude<Session['kind'], 'secret'>;

export const ROLES: Record<Role, { name: string; may: string }> = {
  reader: { name: 'Reader', may: 'Can see insights and share views' },
  editor: { name: 'Editor', may: 'Can see insights and edit content and the desk' },
  partner: { name: 'Partner', may: 'Can build embeds and read feeds' },
  operator: { name: 'Operator', may: 'Can manage everything' },
};

const TONES = ['', 'data-1', 'data-2', 'data-new', 'good', 'bad'];

export function Avatar({ name }: { name: string }) {
  const tone = [...name].reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 997, 7);
  return (
    <span class={`avatar ${TONES[tone % TONES.length]}`} aria-hidden="true">
      {[...name.trim()][0]?.toUpperCase()}
    </span>
  );
}
