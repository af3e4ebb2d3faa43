import { DAY_MS, HOUR_MS } from '../../../../lib/time.ts';
import { CHANGED_ELSEWHERE, useData } from '../../lib/query.ts';
import { request, type Schemas } from '../../lib/request.ts';
import { dateTimeOf, timeZone } from '../../lib/time.ts';
import { optionsOf } from '../../lib/words.ts';
import { Button, showToast } from '../../ui/actions.tsx';
import { openForm } from '../../ui/form/form.tsx';
import { type InputField, toValues } from '../../ui/form/values.ts';
import { Loaded, Section } from '../../ui/parts.tsx';

type Pin = Schemas['Pin'];

const NOTICES = { correction: 'Correction', legal: 'Legal notice', obituary: 'Obituary' };
/** Ends of a pin, by days from now. */
const ENDS: [days: string, text: string][] = [
  ['1', 'Tomorrow at this time'],
  ['7', 'In a week'],
];
const CANDIDATE_HOURS = 72;

/** Returns the fields of the dialog. Its times are those of the page’s time zone, which is set after loading. */
const fieldsOf = (preset: string): InputField[] => [
  {
    name: 'position',
    label: 'Pin at position',
    type: 'number',
    range: [1, 100],
    hint: 'From 1 to 100. Leave empty if readers decide',
  },
  {
    name: 'end',
    label: 'Pin ends',
    type: 'select',
    options: [['', 'At the time below'], ...ENDS],
    ...(preset ? { hint: `The pin ends on ${dateTimeOf(Date.parse(daysAhead(Number(preset))))}` } : {}),
  },
  ...(preset
    ? []
    : ([
        {
          name: 'until',
          label: `Pinned until (${timeZone()})`,
          type: 'time',
          hint: 'Leave empty to pin it without an end',
        },
      ] as const)),
  {
    name: 'notAbove',
    label: 'Never above position',
    type: 'number',
    range: [2, 100],
    hint: 'From 2 to 100. Leave empty for no limit',
  },
  {
    name: 'notice',
    label: 'Keep by date',
    type: 'select',
    options: [['', 'No'], ...optionsOf(NOTICES)],
    hint: 'A correction, legal notice or obituary keeps its place by date',
  },
];

const pathOf = (id: number): string => `/manage/pins/${id}`;
const daysAhead = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();
const isExpired = ({ until }: Pin): boolean => until !== null && Date.parse(until) <= Date.now();

function linesOf(pin: Pin): string[] {
  const { position, until, notAbove, notice } = pin;
  const end = until ? ` until ${dateTimeOf(Date.parse(until))}` : '';
  return [
    ...(position ? [`Pinned at position ${position}${end}${isExpired(pin) ? ' (expired)' : ''}`] : []),
    ...(notAbove ? [`Never above position ${notAbove}`] : []),
    ...(notice ? [`${NOTICES[notice]}: keeps its place by date`] : []),
  ];
}

/** Position of an article in lists with `order=engaging`, which editors set in a dialog. */
export function PinSection({ id, title, publishedAt }: { id: number; title: string; publishedAt: string }) {
  const found = useData('/manage/pins', { query: { id } });
  const save = (body: object) => request<Pin>(pathOf(id), { method: 'PUT', body });
  const drop = () => request(pathOf(id), { method: 'DELETE' });
  // The list of the article’s changes is in another part of the page.
  const report = (text: string, undo: () => Promise<unknown>) => {
    document.dispatchEvent(new Event(CHANGED_ELSEWHERE));
    showToast(text, undo);
  };
  const remove = async (pin: Pin) => {
    await drop();
    report('Readers decide its position again.', () => save(pin));
  };
  const open = (pin: Pin | undefined) => {
    openForm({
      title: `Position of “${title}”`,
      about: 'Applies to all feeds and embeds that show the most engaging articles first.',
      act: 'Save position',
      fields: ({ end }) => fieldsOf(String(end ?? '')),
      initial: toValues(fieldsOf(''), pin ? { ...pin } : {}),
      send: ({ end, ...body }) => save(end ? { ...body, until: daysAhead(Number(end)) } : body),
      done: () => report('Position saved. Lists follow within two minutes.', () => (pin ? save(pin) : drop())),
    });
  };
  const isOld = Date.parse(publishedAt) < Date.now() - CANDIDATE_HOURS * HOUR_MS;
  return (
    <Section id="pin" title="Position in engaging lists">
      <Loaded of={found} what="the position" lines={2}>
        {({ pins: [pin] }) => (
          <div class="stack gap-2">
            {pin ? (
              <ul class="plain-list">
                {linesOf(pin).map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            ) : (
              <p class="hint">Readers decide its position.</p>
            )}
            {isOld && pin ? (
              <p class="hint">It is older than {CANDIDATE_HOURS} hours, so only related articles use its position.</p>
            ) : null}
            <div class="row">
              <Button text={pin ? 'Change position' : 'Set position'} press={() => open(pin)} />
              {pin ? <Button text="Remove" label="Remove the position" press={() => remove(pin)} /> : null}
            </div>
          </div>
        )}
      </Loaded>
    </Section>
  );
}
