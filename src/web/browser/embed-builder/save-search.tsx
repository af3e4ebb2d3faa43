import { ApiError } from '../lib/request/api-error.ts';
import { forgetAnswers, request } from '../lib/request/request.ts';
import { useSession } from '../lib/request/session.ts';
import { slugOf } from '../lib/words.ts';
import { Button } from '../ui/button.tsx';
import { openForm } from '../ui/form/form.tsx';
import type { Field, Values } from '../ui/form/values.ts';
import { type BuilderView, savedFilter } from './view.ts';

interface Props {
  view: BuilderView;
  change: (part: Partial<BuilderView>) => void;
}

const fieldsFor = ({ name }: Values): Field[] => {
  const slug = slugOf(String(name));
  return [{ name: 'name', label: 'Name', type: 'text', hint: slug ? `Its feed: /feeds/${slug}/` : '' }];
};

/** Gives the filters a name, so that feeds, webhooks and the desk can use them. Operators alone may. */
export function SaveSearch({ view, change }: Props) {
  const { session } = useSession();
  if (session?.kind !== 'operator') return null;
  const save = () =>
    openForm({
      title: 'Save as a search',
      about: 'The search gets a feed of its own. Webhooks and the desk can use it, too.',
      act: 'Save',
      fields: fieldsFor,
      initial: { name: '' },
      send: async ({ name = '' }) => {
        const slug = slugOf(String(name));
        const body = { name, filter: savedFilter(view) };
        const headers = { 'If-None-Match': '*' };
        await request(`/manage/searches/${slug || '-'}`, { method: 'PUT', body, headers }).catch(inName);
        return slug;
      },
      done: (search) => {
        forgetAnswers();
        change({ content: 'search', search });
      },
    });
  return (
    <p>
      <Button text="Save as a search" press={save} />
    </p>
  );
}

/** The slug is made of the name, so that what is wrong with it is said of the name. */
function inName(error: unknown): never {
  if (!(error instanceof ApiError)) throw error;
  const { status, faults, retryAfter } = error;
  if (status === 412) throw new ApiError(400, { name: 'another search has this name' });
  throw faults.slug ? new ApiError(status, { name: faults.slug, ...faults }, retryAfter) : error;
}
