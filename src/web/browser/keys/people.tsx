import type { Query } from '../lib/query.ts';
import { request, type Schemas } from '../lib/request.ts';
import { dateOf, fromNow } from '../lib/time.ts';
import { optionsOf } from '../lib/words.ts';
import { ask, Button, showOnce, showToast } from '../ui/actions.tsx';
import { openForm } from '../ui/form/form.tsx';
import { type InputField, toValues } from '../ui/form/values.ts';
import { Empty, Loaded, Section, Table } from '../ui/parts.tsx';
import { Avatar, ROLES } from '../ui/people.tsx';

type Person = Schemas['Person'];

const FIELDS: readonly InputField[] = [
  { name: 'name', label: 'Name', hint: 'As it stands in the history', type: 'text' },
  {
    name: 'role',
    label: 'Role',
    type: 'select',
    options: optionsOf(
      Object.fromEntries(Object.entries(ROLES).map(([role, { name, may }]) => [role, `${name}: ${may}`])),
    ),
  },
  { name: 'email', label: 'Email', hint: 'May stay empty', type: 'text' },
];

interface Invited {
  link?: string;
  mailed?: boolean | null;
}

/** Opens a form for a new person, or for name and role of an existing one. */
function edit(of: Person | null, done: () => void): void {
  const path = of ? `/manage/people/${of.id}` : '/manage/people';
  openForm({
    title: of ? `Change “${of.name}”` : 'Invite a person',
    ...(of
      ? {}
      : {
          about:
            'You get a link to send; it is mailed, too, where you give an address and the newsroom sends mail. Whoever opens it first makes a passkey and is that person.',
        }),
    act: of ? 'Save' : 'Create link',
    fields: FIELDS,
    initial: of ? toValues(FIELDS, { ...of }) : { name: '', role: 'reader', email: '' },
    send: ({ name = '', role, email }) =>
      request<Invited>(path, { method: of ? 'PUT' : 'POST', body: { name, role, email: email || null } }),
    done: (invited) => {
      showLink(invited);
      done();
    },
  });
}

function showLink({ link, mailed = null }: Invited): void {
  if (!link) return;
  const said = mailed ? 'It was mailed, too.' : mailed === false ? 'It could not be mailed: send it yourself.' : '';
  showOnce({ 'Invitation, good once within seven days': link }, said);
}

const STATES = { active: ['good', 'Active'], invited: ['', 'Invited'], ended: ['warn', 'Invitation ended'] } as const;

export const People = ({ of: people }: { of: Query<{ people: Person[] }> }) => (
  <Section
    id="people"
    title="People"
    end={<Button text="Invite" label="Invite a person" look="primary" press={() => edit(null, people.reload)} />}
  >
    <Loaded of={people} lines={4}>
      {({ people: all }) =>
        all.length === 0 ? (
          <Empty title="Nobody is invited yet">
            Invite everybody by name: the history then says who did what, and each may do only what their work needs.
          </Empty>
        ) : (
          <Table class="things" head={['Name', 'Role', 'State', 'Last seen', ['Actions', 'quiet']]}>
            {all.map((person) => (
              <PersonRow key={person.id} of={person} reload={people.reload} />
            ))}
          </Table>
        )
      }
    </Loaded>
  </Section>
);

function PersonRow({ of, reload }: { of: Person; reload: () => void }) {
  const { id, name, role, email, state, invitedUntil, lastUsed } = of;
  const inviteAgain = async () => {
    showLink(await request<Invited>(`/manage/people/${id}/invitation`, { method: 'POST', body: {} }));
    reload();
  };
  const remove = () =>
    ask({
      title: `Remove “${name}”?`,
      about: 'They are signed out everywhere at once, and what they have shared ends. What they have changed stays.',
      act: 'Remove',
      run: () => request(`/manage/people/${id}`, { method: 'DELETE' }),
      done: () => {
        showToast(`“${name}” removed.`);
        reload();
      },
    });
  return (
    <tr>
      <th scope="row">
        <span class="row">
          <Avatar name={name} />
          <span>
            {name}
            {email ? <small>{email}</small> : null}
          </span>
        </span>
      </th>
      <td class="tight">{ROLES[role].name}</td>
      <td>
        <span class={`badge ${STATES[state][0]}`}>{STATES[state][1]}</span>
        {invitedUntil ? <small> link ends {fromNow(invitedUntil)}</small> : null}
      </td>
      <td class="tight">{lastUsed ? dateOf(lastUsed) : 'Not seen yet'}</td>
      <td>
        <span class="row">
          <Button text="Change" label={`Change ${name}`} press={() => edit(of, reload)} />
          <Button text="New link" label={`New link for ${name}`} press={inviteAgain} />
          <Button text="Remove" label={`Remove ${name}`} look="danger" press={remove} />
        </span>
      </td>
    </tr>
  );
}
