import type { Query } from '../lib/query.ts';
import { request, type Schemas } from '../lib/request.ts';
import { dateOf, fromNow } from '../lib/time.ts';
import { optionsOf } from '../lib/words.ts';
import { ask, Button, showOnce, showToast } from '../ui/actions.tsx';
import { openForm } from '../ui/form/form.tsx';
import { type InputField, toValues } from '../ui/form/values.ts';
import { Loaded, Section, Table } from '../ui/parts.tsx';
import { Avatar, ROLES } from '../ui/people.tsx';

type Person = Schemas['Person'];

const FIELDS: readonly InputField[] = [
  { name: 'name', label: 'Name', hint: 'Shown in the history', type: 'text' },
  {
    name: 'role',
    label: 'Role',
    type: 'select',
    options: optionsOf(
      Object.fromEntries(Object.entries(ROLES).map(([role, { name, may }]) => [role, `${name}: ${may}`])),
    ),
  },
  { name: 'email', label: 'Email', hint: 'Optional', type: 'text' },
];

interface Invited {
  link?: string;
  mailed?: boolean | null;
}

function edit(of: Person | null, done: () => void): void {
  const path = of ? `/manage/people/${of.id}` : '/manage/people';
  openForm({
    title: of ? `Edit “${of.name}”` : 'Invite a person',
    ...(of
      ? {}
      : {
          about:
            'You get an invitation link to send. If you enter an email address and email is set up, newsgauge also emails the link. The first person to open it creates a passkey and gets this account.',
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
  const said = mailed
    ? 'The link was also emailed.'
    : mailed === false
      ? 'The link could not be emailed. Send it yourself.'
      : '';
  showOnce({ 'Invitation (valid once, for seven days)': link }, said);
}

const STATES = { active: ['good', 'Active'], invited: ['', 'Invited'], ended: ['warn', 'Invitation expired'] } as const;

export const People = ({ of: people }: { of: Query<{ people: Person[] }> }) => (
  <Section
    id="people"
    class="card"
    title="People"
    end={<Button text="Invite" label="Invite a person" look="primary" press={() => edit(null, people.reload)} />}
  >
    <Loaded of={people} what="the people" lines={4}>
      {({ people: all }) =>
        all.length === 0 ? (
          <p class="hint">
            No people yet. Invite people by name. The history then shows who did what, and each person has only the
            rights that they need.
          </p>
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
      about: 'They are signed out everywhere immediately, and their shared links stop working. Their edits remain.',
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
        {invitedUntil ? <small> link expires {fromNow(invitedUntil)}</small> : null}
      </td>
      <td class="tight">{lastUsed ? dateOf(lastUsed) : 'Not seen yet'}</td>
      <td>
        <span class="row">
          <Button text="Edit" label={`Edit ${name}`} press={() => edit(of, reload)} />
          <Button text="New link" label={`New link for ${name}`} press={inviteAgain} />
          <Button text="Remove" look="danger" label={`Remove ${name}`} press={remove} />
        </span>
      </td>
    </tr>
  );
}
