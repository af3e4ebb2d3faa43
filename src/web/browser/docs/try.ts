import { markSessionEnded } from '../lib/request.ts';
import { codeOf, EXAMPLE_LANGUAGES, type ExampleLanguage, exampleAddress, type TypedRequest } from './code.ts';

const MAX_SHOWN_CHARACTERS = 20_000;

function typedIn(section: Element): TypedRequest {
  const code = section.querySelector<HTMLElement>('.code');
  const fields = [...section.querySelectorAll<HTMLInputElement | HTMLSelectElement>('form.try [name]')];
  const given = (isPath: boolean) =>
    Object.fromEntries(
      fields
        .filter((field) => (field.dataset.in === 'path') === isPath && field.value.trim() !== '')
        .map((field) => [field.name, field.value.trim()]),
    );
  return { origin: location.origin, path: code?.dataset.path ?? '', inPath: given(true), query: given(false) };
}

/** Sends an example request with the session cookie and shows the response. */
export async function sendExample(section: Element): Promise<void> {
  const output = section.querySelector('form.try output');
  if (!output) return;
  const typed = typedIn(section);
  output.textContent = 'Sending…';
  const began = performance.now();
  try {
    const response = await fetch(exampleAddress(typed), { cache: 'no-store' });
    const text = await response.text();
    const took = Math.round(performance.now() - began);
    if (response.status === 401) markSessionEnded();
    output.replaceChildren(...answerOf(response, text, took));
  } catch {
    output.textContent = 'Can’t reach the server. Check your connection.';
  }
}

function answerOf(response: Response, text: string, took: number): Node[] {
  const rows = /rows=(\d+)/.exec(response.headers.get('Server-Timing') ?? '')?.[1];
  const line = document.createElement('p');
  line.className = response.ok ? 'good' : 'fault';
  line.textContent = [
    `${response.status} ${response.statusText}`.trim(),
    `${took} ms`,
    ...(rows ? [`${rows} rows read`] : []),
    response.headers.get('Content-Type') ?? '',
  ].join(' · ');
  const block = document.createElement('pre');
  block.tabIndex = 0;
  const pretty = formatted(text);
  block.textContent = pretty.length > MAX_SHOWN_CHARACTERS ? `${pretty.slice(0, MAX_SHOWN_CHARACTERS)}\n…` : pretty;
  const hint = document.createElement('p');
  hint.className = 'hint';
  hint.textContent = response.status === 401 ? 'Sign in at the top of the page to send requests.' : '';
  return [line, hint, block];
}

function formatted(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** Adds language tabs to the example. Returns a function that renders the code with the current values. */
export function enliven(
  section: Element,
  language: () => ExampleLanguage,
  choose: (language: ExampleLanguage) => void,
): () => void {
  const code = section.querySelector('.code');
  const block = code?.querySelector('pre');
  if (!code || !block) return () => {};
  const tabs = document.createElement('div');
  tabs.className = 'languages';
  const buttons = EXAMPLE_LANGUAGES.map(([name, title]) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = title;
    button.addEventListener('click', () => choose(name));
    tabs.append(button);
    return [name, button] as const;
  });
  code.prepend(tabs);
  const draw = () => {
    block.textContent = codeOf(language(), typedIn(section));
    for (const [name, button] of buttons) button.setAttribute('aria-pressed', String(name === language()));
  };
  section.addEventListener('input', draw);
  section.addEventListener('change', draw);
  return draw;
}
