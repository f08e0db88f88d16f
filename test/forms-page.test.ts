// Follows docs/forms.md exactly: runs its commands against a service, and submits its HTML form as a browser does.
import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { parseFragment } from 'parse5';
import { formMeta, kinds } from '../extensions/cmsforms/form-type.ts';
import { steps } from '../extensions/cmsforms/settings.ts';
import { blocksOf, commandsOf, shellOf } from './page-blocks.ts';
import { type InProcessService, startInProcess } from './service-in-process.ts';

const page = readFileSync('docs/forms.md', 'utf8');
const blocks = blocksOf('docs/forms.md');
const commands = commandsOf(blocks);

interface Element {
  readonly nodeName: string;
  readonly attrs?: readonly { readonly name: string; readonly value: string }[];
  readonly childNodes?: readonly Element[];
}

describe('docs/forms.md', () => {
  let service: InProcessService;
  let rest = '';
  let shell: ReturnType<typeof shellOf>;
  let form = 0;

  const run = async (...parts: string[]): Promise<string> => {
    const command = commands.find((each) => parts.every((part) => each.includes(part)));
    assert.ok(command, parts.join());
    return shell.run(command.replace('/forms/5/', `/forms/${form}/`));
  };

  before(async () => {
    service = await startInProcess();
    ({ rest } = service);
    shell = shellOf(service);
    await run('export OCTAVO_APP_PASSWORD');
    form = JSON.parse(await run('"title": "Contact"')).id;
  });
  after(() => service.close());

  it('has no commands that this test does not run', () => {
    assert.equal(commands.length, 7);
    assert.deepEqual(
      blocks.filter(({ isNotRun }) => isNotRun),
      [],
    );
  });

  it('has commands that find a form and submit it', async () => {
    const [found] = JSON.parse(await run('slug=contact'));
    assert.equal(found.id, form);
    assert.deepEqual(
      found.meta.fields.map(({ name }: { name: string }) => name),
      ['email', 'message', 'terms'],
    );
    assert.equal(found.meta.notify, undefined);
    const { confirmation } = JSON.parse(await run('"values"'));
    assert.equal(confirmation, found.meta.confirmation);
  });

  it('has an HTML form that browsers can submit', async () => {
    const html = blocks.find(({ language }) => language === 'html')?.text ?? '';
    const elementsIn = (element: Element): Element[] => [element, ...(element.childNodes ?? []).flatMap(elementsIn)];
    const elements = elementsIn(parseFragment(html) as Element);
    const attribute = ({ attrs = [] }: Element, name: string) => attrs.find((each) => each.name === name)?.value;
    const action = attribute(elements.find(({ nodeName }) => nodeName === 'form') ?? { nodeName: '' }, 'action') ?? '';
    const url = action.replace('http://127.0.0.1:8080/rest', rest).replace('/5/', `/${form}/`);
    const fill = (element: Element): string =>
      attribute(element, 'value') ??
      (attribute(element, 'type') === 'email' ? 'eve@example.com' : element.nodeName === 'textarea' ? 'Hello' : '');
    const fields = elements.flatMap((element): [string, string][] => {
      const name = attribute(element, 'name');
      return name === undefined ? [] : [[name, fill(element)]];
    });
    assert.equal(fields.length, 4);
    const submit = (values: [string, string][]) => fetch(url, { method: 'POST', body: new URLSearchParams(values) });
    assert.equal((await submit(fields)).status, 201);
    assert.equal((await submit(fields.map(([name, value]) => [name, name === 'trap' ? 'x' : value]))).status, 201);
    const refused = await submit(fields.filter(([name]) => !name.includes('terms')));
    assert.equal(refused.status, 400);
    const { data: details } = (await refused.json()) as { data: { params: object } };
    assert.deepEqual(Object.keys(details.params), ['values[terms]']);
  });

  it('has commands that list, export and delete submissions', async () => {
    const list = commands.find((each) => each.endsWith('/submissions') && !each.includes('-d')) ?? '';
    const read = async () => JSON.parse(await shell.run(list.replace('/5/', `/${form}/`)));
    const addresses = async () => (await read()).map(({ values }: { values: { email: string } }) => values.email);
    assert.deepEqual(await addresses(), ['eve@example.com', 'ann@example.com']);
    try {
      await run('export/csv');
      assert.match(
        readFileSync('contact.csv', 'utf8'),
        /,ann@example\.com,Hello,I agree that my message is stored\.\r\n/,
      );
    } finally {
      rmSync('contact.csv', { force: true });
    }
    assert.deepEqual(JSON.parse(await run('-X DELETE')), { erased: 1 });
    assert.deepEqual(await addresses(), ['eve@example.com']);
  });

  it('names all kinds of fields, properties of forms, steps and settings', () => {
    const names = [...kinds, ...Object.keys(formMeta), ...Object.keys(steps)];
    const settings = Object.values(steps).flatMap((step) => Object.keys(step));
    for (const name of [...names, ...settings]) assert.ok(page.includes(`\`${name}\``), name);
  });
});
