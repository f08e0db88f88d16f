// Tests meta fields that clients cannot write, on every database engine.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { TSchema } from '../../../contract/grammar/schema.ts';
import { describeEachEngine } from '../../../test/engines.ts';
import { openTestSite, type TestSite } from '../../../test/site.ts';
import type { Extension } from '../../extensions/extension.ts';
import type { ExtensionServices } from '../../extensions/services.ts';
import { makeRequest } from '../../http/request.ts';

const text = { type: 'string' };

const meta = {
  venue: { ...text, default: '' },
  code: { ...text, default: 'E-1', readonly: true },
  door: {
    type: 'object',
    default: {},
    properties: { street: text, opened: { ...text, readonly: true } },
    required: ['street'],
  },
} as unknown as Readonly<Record<string, TSchema>>;

const nestedMeta = {
  ticket: {
    type: 'object',
    default: {},
    properties: {
      price: {
        type: 'object',
        properties: { amount: text, checked: { ...text, readonly: true } },
        required: ['amount'],
      },
      sales: { type: 'object', properties: { last: { ...text, readonly: true } } },
    },
  },
} as unknown as Readonly<Record<string, TSchema>>;

describeEachEngine('read-only meta fields', (engine) => {
  let site: TestSite;
  let services: ExtensionServices;
  before(async () => {
    const counter: Extension = {
      ...{ name: 'counter', version: '1.0.0', title: 'Counter', description: 'Counts.', namespace: 'counter/v1' },
      resources: [],
      types: [
        { name: 'event', restBase: 'events', noun: { one: 'event', many: 'events' }, meta },
        { name: 'show', restBase: 'shows', noun: { one: 'show', many: 'shows' }, meta: nestedMeta },
      ],
      open: (opened) => {
        services = opened;
        return { modules: [] };
      },
    };
    site = await openTestSite({ database: await engine.open(), extensions: [counter] });
  });
  after(() => assert.deepEqual(site.errors, []));

  const write = async (path: string, submitted: object) => {
    const { status, body } = await site.request('administrator', 'POST', path, { title: 'Event', meta: submitted });
    assert.ok(status < 300, JSON.stringify(body));
    return body;
  };

  it('are marked in the schema, and ignored in requests', async () => {
    const { body: described } = await site.request('administrator', 'OPTIONS', '/cms/v2/events');
    assert.equal(described.schema.properties.meta.properties.code.readonly, true);
    const door = { street: 'Quay', opened: 'never' };
    const created = await write('/cms/v2/events', { venue: 'Harbour', code: 'mine', door });
    assert.deepEqual(created.meta, { venue: 'Harbour', code: 'E-1', door: { street: 'Quay' } });
    const path = `/cms/v2/events/${created.id}`;
    for (const code of ['mine', null, 5]) assert.equal((await write(path, { code })).meta.code, 'E-1');
    const { status, body } = await site.request('administrator', 'POST', path, { meta: { code: 'x', venue: 5 } });
    assert.deepEqual([status, body.code], [400, 'rest_invalid_type']);
  });

  it('are written by extensions, and kept when clients change or delete what contains them', async () => {
    const { id } = await write('/cms/v2/events', { door: { street: 'Quay' } });
    const path = `/cms/v2/events/${id}`;
    const json = { meta: { code: 'E-2', door: { street: 'Quay', opened: 'today' } } };
    const { api } = services;
    const { status } = await api.dispatchAs(api.actor, makeRequest('POST', path, { json }));
    assert.equal(status, 200);
    const opened = { opened: 'today' };
    const changed = await write(path, { code: 'mine', venue: 'Town', door: { street: 'Square', opened: 'never' } });
    assert.deepEqual(changed.meta, { venue: 'Town', code: 'E-2', door: { street: 'Square', ...opened } });
    assert.deepEqual((await write(path, { code: null })).meta, changed.meta);
    assert.deepEqual((await write(path, { door: null })).meta.door, opened, 'the read-only property is kept');
    assert.deepEqual((await write(path, { door: { street: 'Quay' } })).meta.door, { street: 'Quay', ...opened });
  });

  it('are protected at every depth, and do not change the state of the entry', async () => {
    const { id } = await write('/cms/v2/shows', { ticket: { price: { amount: '5', checked: 'forged' } } });
    const path = `/cms/v2/shows/${id}`;
    const read = () => site.request('administrator', 'GET', `${path}?context=edit`);
    const stateIn = ({ etag }: Awaited<ReturnType<typeof read>>) => etag.replaceAll('"', '').split('.').at(-1);
    const before = await read();
    assert.deepEqual(before.body.meta.ticket, { price: { amount: '5' } });
    const { api } = services;
    const ticket = { price: { amount: '5', checked: 'yes' }, sales: { last: 'today' } };
    const json = { meta: { ticket } };
    assert.equal((await api.dispatchAs(api.actor, makeRequest('POST', path, { json }))).status, 200);
    const after = await read();
    assert.deepEqual(after.body.meta.ticket, ticket);
    assert.equal(stateIn(after), stateIn(before));
    const retained = { price: { checked: 'yes' }, sales: { last: 'today' } };
    const changes: readonly (readonly [submitted: object | null, expected: object])[] = [
      [
        { price: { amount: '6', checked: 'no' }, sales: { last: 'never' } },
        { ...ticket, price: { amount: '6', checked: 'yes' } },
      ],
      [{ price: { amount: '7' } }, { ...ticket, price: { amount: '7', checked: 'yes' } }],
      [{}, retained],
      [null, retained],
    ];
    for (const [submitted, expected] of changes)
      assert.deepEqual((await write(path, { ticket: submitted })).meta.ticket, expected, JSON.stringify(submitted));
    assert.notEqual(stateIn(await read()), stateIn(before));
    const { status, body } = await site.request('administrator', 'POST', path, { meta: { ticket: { price: {} } } });
    assert.deepEqual([status, body.code], [400, 'rest_property_required']);
  });
});
