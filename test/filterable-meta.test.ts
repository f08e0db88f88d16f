// Tests lists that are filtered and sorted by meta fields (docs/content-types.md, Filterable meta fields).
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { publishDue } from '../server/cms-v2/entries/publish-due.ts';
import { makeOpenApi } from '../server/http/open-api/document.ts';
import { describeEachEngine } from './engines.ts';
import { event, path, totalOf } from './event-type.ts';
import { type Caller, openTestSite, type TestResponse, type TestSite } from './site.ts';

const series = {
  name: 'series',
  restBase: 'series',
  noun: { one: 'series', many: 'series' },
  types: ['event'],
} as const;
const config = { types: [event], taxonomies: [series] };

const titlesIn = ({ status, body }: TestResponse): string[] => {
  assert.equal(status, 200, JSON.stringify(body));
  return body.map(({ title }: { title: { rendered: string } }) => title.rendered);
};

describeEachEngine('lists by meta fields', (engine) => {
  let site: TestSite;
  let now = Date.parse('2026-05-01T00:00:00Z');
  const add = async (title: string, values: object, more: object = {}, caller: Caller = 'administrator') =>
    (await site.create(path, { title, status: 'publish', meta: values, ...more }, caller)).id as number;
  const list = (query: string, caller: Caller = 'anonymous') => site.request(caller, 'GET', `${path}?${query}`);
  const titles = async (query: string, caller: Caller = 'anonymous') => titlesIn(await list(query, caller));
  const update = async (id: number, json: object) => {
    const { status, body } = await site.request('administrator', 'POST', `${path}/${id}`, json);
    assert.equal(status, 200, JSON.stringify(body));
  };

  before(async () => {
    site = await openTestSite({ database: await engine.open(), config, clock: () => now });
    await add('June', { starts: '2026-06-10T20:00:00', day: '2026-06-10', venue: 'harbour', seats: 80, price: 9.5 });
    await add('July', { starts: '2026-07-01T18:00:00+02:00', day: '2026-07-01', venue: 'Älpler', seats: 9, price: -2 });
    await add('May', { starts: '2026-05-02T08:00:00Z', day: '2026-05-02', venue: 'Harbour', seats: -3, free: true });
    await add('Undated', { venue: 'zoo', free: false });
  });

  it('are sorted in both directions, with entries without a value last', async () => {
    assert.deepEqual(await titles('orderby=meta.starts&order=asc'), ['May', 'June', 'July', 'Undated']);
    assert.deepEqual(await titles('orderby=meta.starts'), ['July', 'June', 'May', 'Undated']);
    assert.deepEqual(await titles('orderby=meta.day&order=asc'), ['May', 'June', 'July', 'Undated']);
    assert.deepEqual(await titles('orderby=meta.price&order=asc'), ['July', 'June', 'May', 'Undated']);
    assert.deepEqual(await titles('orderby=meta.price&order=desc'), ['June', 'July', 'Undated', 'May']);
  });

  it('sort numbers by value, texts without case and accents, and missing values like the default', async () => {
    assert.deepEqual(await titles('orderby=meta.seats&order=asc'), ['May', 'Undated', 'July', 'June']);
    assert.deepEqual(await titles('orderby=meta.venue&order=asc'), ['July', 'May', 'June', 'Undated']);
    assert.deepEqual(await titles('meta[seats]=0'), ['Undated']);
  });

  it('are filtered by equality, and by a later or an earlier value', async () => {
    assert.deepEqual(await titles('meta[venue]=Harbour'), ['May']);
    assert.deepEqual(await titles('meta[venue]='), []);
    assert.deepEqual(await titles('meta[free]=true'), ['May']);
    assert.deepEqual(await titles('meta[free]=false'), ['Undated']);
    assert.deepEqual(await titles('meta[price]=9.5'), ['June']);
    assert.deepEqual(await titles('meta[price][before]=9.5'), ['July']);
    assert.deepEqual(await titles('meta[seats][after]=-3&orderby=meta.seats&order=asc'), ['Undated', 'July', 'June']);
    assert.deepEqual(await titles('meta[venue][after]=ALPLER&orderby=meta.venue&order=asc'), [
      'May',
      'June',
      'Undated',
    ]);
    assert.deepEqual(await titles('meta[venue][before]=HARBOUR'), ['July']);
    assert.deepEqual(await titles('meta[day][after]=2026-05-02&meta[day][before]=2026-07-01'), ['June']);
  });

  it('compare times as instants, with times without a zone in the time zone of the site', async () => {
    assert.deepEqual(await titles('meta[starts]=2026-07-01T16:00:00Z'), ['July']);
    assert.deepEqual(await titles('meta[starts][after]=2026-06-10T22:00:00%2B02:00'), ['July']);
    const upcoming = 'meta[starts][after]=2026-05-02T08:00:00&orderby=meta.starts&order=asc';
    assert.deepEqual(await titles(upcoming), ['June', 'July']);
    assert.equal(totalOf(await list(`${upcoming}&per_page=1`)), 2);
  });

  it('combine filters with each other, with other parameters and with other orders', async () => {
    assert.deepEqual(await titles('meta[seats][after]=0&meta[price][after]=0'), ['June']);
    assert.deepEqual(await titles('meta[seats][after]=0&orderby=title&order=asc'), ['July', 'June']);
    assert.deepEqual(await titles('meta[seats][after]=0&search=june'), ['June']);
    assert.deepEqual(await titles('orderby=meta.seats&order=asc&search=ju'), ['July', 'June']);
    const term = await site.create('/cms/v2/series', { name: 'Summer' });
    const id = await add('Summer', { seats: 50 }, { series: [term.id] });
    await add('Other', { seats: 51 }, { series: [term.id] });
    const query = `series=${term.id}&orderby=meta.seats`;
    assert.deepEqual(await titles(query), ['Other', 'Summer']);
    assert.deepEqual(await titles(`${query}&exclude=${id}`), ['Other']);
    assert.deepEqual(await titles(`series=${term.id}&meta[seats]=50`), ['Summer']);
    assert.deepEqual(await titles(`include=${id}&orderby=meta.seats`), ['Summer']);
    assert.deepEqual(await titles(`author=${site.ids.administrator}&meta[seats]=50`), ['Summer']);
    const excluding = await list(`exclude=${id}&meta[seats][after]=49&per_page=1`);
    assert.deepEqual([titlesIn(excluding), totalOf(excluding)], [['Other'], 2]);
    await site.request('administrator', 'DELETE', `${path}/${id}?force=true`);
    assert.deepEqual(await titles(query), ['Other']);
    for (const each of await site.request('administrator', 'GET', `${path}?series=${term.id}`).then(({ body }) => body))
      await site.request('administrator', 'DELETE', `${path}/${each.id}?force=true`);
  });

  it('do not put sticky entries first if they are filtered', async () => {
    const id = await add('Sticky', { seats: 500 }, { sticky: true });
    assert.deepEqual(await titles('orderby=meta.seats&order=asc&ignore_sticky=false&per_page=1'), ['Sticky', 'May']);
    assert.deepEqual(await titles('meta[seats]=80&ignore_sticky=false'), ['June']);
    const query = 'meta[seats][after]=79&orderby=meta.seats&order=asc&ignore_sticky=false';
    assert.deepEqual(await titles(query), ['June', 'Sticky']);
    await site.request('administrator', 'DELETE', `${path}/${id}?force=true`);
  });

  it('follow changes of values, statuses and entries', async () => {
    const query = 'meta[seats][after]=1000&orderby=meta.seats&order=asc';
    const id = await add('Changing', { seats: 2000 });
    assert.deepEqual(await titles(query), ['Changing']);
    await update(id, { meta: { seats: 10 } });
    assert.deepEqual(await titles(query), []);
    await update(id, { meta: { seats: 3000 } });
    await update(id, { title: 'Changed' });
    assert.deepEqual(await titles(query), ['Changed']);
    await update(id, { meta: { seats: null } });
    assert.deepEqual(await titles(query), []);
    await update(id, { meta: { seats: 4000 }, status: 'draft' });
    assert.deepEqual(await titles(query), []);
    assert.deepEqual(await titles(`${query}&status=draft`, 'editor'), ['Changed']);
    await update(id, { status: 'publish' });
    assert.deepEqual(await titles(query), ['Changed']);
    await site.request('administrator', 'DELETE', `${path}/${id}`);
    assert.deepEqual(await titles(query), []);
    assert.deepEqual(await titles(`${query}&status=trash`, 'editor'), ['Changed']);
    assert.deepEqual(await titles(`${query}&status=any,trash`, 'editor'), ['Changed']);
    await update(id, { status: 'publish' });
    assert.deepEqual(await titles(query), ['Changed']);
    await site.request('administrator', 'DELETE', `${path}/${id}?force=true`);
    assert.deepEqual(await titles(query), []);
  });

  it('contain scheduled entries when they are published', async () => {
    const id = await add('Scheduled', { seats: 777 }, { status: 'future', date: '2026-05-02T00:00:00' });
    assert.deepEqual(await titles('meta[seats]=777'), []);
    now = Date.parse('2026-05-03T00:00:00Z');
    assert.equal(await publishDue(site.service.entries), 1);
    assert.deepEqual(await titles('meta[seats]=777'), ['Scheduled']);
    await site.request('administrator', 'DELETE', `${path}/${id}?force=true`);
  });

  it('do not change when an autosave is stored, but when a revision is restored', async () => {
    const id = await add('Saved', { venue: 'first' });
    await update(id, { title: 'Renamed', meta: { venue: 'second' } });
    await update(id, { title: 'Renamed again', meta: { venue: 'third' } });
    const autosave = { title: 'Autosave', meta: { venue: 'fourth' } };
    assert.equal((await site.request('administrator', 'POST', `${path}/${id}/autosaves`, autosave)).status, 200);
    assert.deepEqual(await titles('meta[venue]=third'), ['Renamed again']);
    const revisions = await site.request('administrator', 'GET', `${path}/${id}/revisions?context=edit`);
    const second = revisions.body.find(({ meta }: { meta: { venue: string } }) => meta.venue === 'second');
    await update(id, { title: second.title.raw, meta: second.meta });
    assert.deepEqual([await titles('meta[venue]=third'), await titles('meta[venue]=second')], [[], ['Renamed']]);
    const draft = await site.create(path, { title: 'Own draft', meta: { venue: 'drafted' } });
    await site.request('administrator', 'POST', `${path}/${draft.id}/autosaves`, { title: 'Own draft, saved' });
    assert.deepEqual(await titles('meta[venue]=drafted&status=draft', 'administrator'), ['Own draft, saved']);
    for (const each of [id, draft.id]) await site.request('administrator', 'DELETE', `${path}/${each}?force=true`);
  });

  it('follow the values that batches write', async () => {
    const requests = [1, 2].map((n) => ({
      method: 'POST',
      path,
      body: { title: `Batch ${n}`, status: 'publish', meta: { seats: 9000 + n } },
    }));
    const batch = await site.request('administrator', 'POST', '/batch/v1', { requests });
    assert.equal(batch.status, 207, JSON.stringify(batch.body));
    assert.deepEqual(await titles('meta[seats][after]=9000&orderby=meta.seats&order=asc'), ['Batch 1', 'Batch 2']);
    for (const { body } of batch.body.responses)
      await site.request('administrator', 'DELETE', `${path}/${body.id}?force=true`);
  });

  it('have the same parameters at the compatible mount, and are described by OPTIONS', async () => {
    const response = await site.requestCompatible(
      'anonymous',
      'GET',
      '/wp/v2/events?orderby=meta.starts&meta[seats]=80',
    );
    assert.deepEqual(titlesIn(response), ['June']);
    const { body } = await site.request('anonymous', 'OPTIONS', path);
    const { args } = body.endpoints[0];
    assert.ok(args.orderby.enum.includes('meta.starts') && !args.orderby.enum.includes('meta.remark'));
    assert.deepEqual(Object.keys(args.meta.properties), [
      'starts',
      'day',
      'venue',
      'seats',
      'price',
      'free',
      'internal',
    ]);
    assert.deepEqual(Object.keys(args.meta.properties.starts.anyOf[1].properties), ['after', 'before']);
  });

  it('are described by the OpenAPI document, and available to AI tools', async () => {
    const document = JSON.parse(
      JSON.stringify(await makeOpenApi(site.service.table, 'http://site.test/rest', '1.2.3')),
    );
    const { valid, errors } = await new Validator().validate(document);
    assert.ok(valid, JSON.stringify(errors));
    const parameters: { name: string; style?: string }[] = document.paths[path].get.parameters;
    assert.equal(parameters.find(({ name }) => name === 'meta')?.style, 'deepObject');
    const run = '/cms-abilities/v1/abilities/octavo/list-events/run';
    const query = 'input[meta][starts][after]=2026-06-01T00:00:00&input[orderby]=meta.starts&input[order]=asc';
    const { status, body } = await site.request('administrator', 'GET', `${run}?${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(
      body.items.map(({ title }: { title: { rendered: string } }) => title.rendered),
      ['June', 'July'],
    );
  });

  it('reject invalid filters with 400', async () => {
    const invalid: readonly string[] = [
      'meta[seats]=many',
      'meta[seats]=1.5',
      'meta[seats][after]=many',
      'meta[seats][over]=3',
      'meta[seats][]=3',
      'meta[starts]=tomorrow',
      'meta[starts][after]=2026-02-30T00:00:00',
      'meta[day]=2026-02-30',
      'meta[free]=perhaps',
      'meta[free][after]=true',
      'meta[unknown]=1',
      'meta[remark]=1',
      'meta=1',
      'orderby=meta.remark',
      'orderby=meta.unknown',
      'orderby=meta.',
      'orderby=meta',
    ];
    for (const query of invalid) {
      const { status, body } = await list(query, 'administrator');
      const [name] = query.split(/[[=]/);
      assert.deepEqual([status, body.code, Object.keys(body.data.params)], [400, 'rest_invalid_param', [name]], query);
    }
  });

  describe('with a field that only the edit context includes', () => {
    const rows: readonly (readonly [query: string, caller: Caller, status: number, titles?: readonly string[]])[] = [
      ['meta[internal]=secret', 'anonymous', 401],
      ['meta[internal][after]=a', 'anonymous', 401],
      ['orderby=meta.internal', 'anonymous', 401],
      ['orderby=meta.internal&context=embed', 'anonymous', 401],
      ['meta[internal]=secret', 'subscriber', 403],
      ['orderby=meta.internal', 'subscriber', 403],
      ['meta[internal]=secret&context=edit', 'anonymous', 401],
      ['meta[internal]=secret&context=edit', 'subscriber', 403],
      ['meta[internal]=secret', 'author', 400],
      ['meta[internal]=secret&context=edit', 'author', 200, ['By the author']],
      ['meta[internal]=secret&context=edit&orderby=meta.internal', 'other', 200, []],
      ['meta[internal]=secret&context=edit&orderby=title&order=asc', 'editor', 200, ['By the author', 'By the editor']],
      ['meta[internal]=secret&context=edit&status=private', 'editor', 200, ['Private']],
      ['meta[internal]=secret', 'administrator', 400],
      ['orderby=meta.internal', 'editor', 400],
    ];
    before(async () => {
      await add('By the author', { internal: 'secret' }, {}, 'author');
      await add('By the editor', { internal: 'secret' }, {}, 'editor');
      await add('Private', { internal: 'secret', seats: 4242 }, { status: 'private' }, 'editor');
      await add('Protected', { seats: 4242 }, { password: 'word' }, 'editor');
    });
    for (const [query, caller, status, expected] of rows) {
      it(`${caller} GET ?${query}: ${status}`, async () => {
        const response = await list(query, caller);
        assert.equal(response.status, status, JSON.stringify(response.body));
        if (status === 200) {
          const found = response.body.map(({ title }: { title: { raw: string } }) => title.raw);
          assert.deepEqual([found, totalOf(response)], [expected, expected?.length]);
        } else if (!query.includes('context=edit')) assert.equal(response.body.code, 'rest_forbidden_param');
      });
    }

    it('filters find only entries that the caller may list, and values that records contain', async () => {
      const response = await list('meta[seats]=4242&_fields=meta,title');
      assert.deepEqual(
        response.body.map(
          ({
            title,
            meta: { seats, ...others },
          }: {
            title: { rendered: string };
            meta: object & { seats: number };
          }) => [title.rendered, seats, 'internal' in others],
        ),
        [['Protected', 4242, false]],
      );
      assert.equal(totalOf(response), 1);
      assert.deepEqual(await titles('meta[seats]=4242&status=private', 'editor'), ['Private']);
      assert.equal((await list('meta[seats]=4242&status=private')).status, 400);
    });
  });
});
