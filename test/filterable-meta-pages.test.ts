// Tests the pages of lists that are filtered and sorted by meta fields.
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { describeEachEngine } from './engines.ts';
import { event, path, totalOf } from './event-type.ts';
import { openTestSite, type TestResponse, type TestSite } from './site.ts';

describeEachEngine('pages of lists by meta fields', (engine) => {
  const count = 130;
  let site: TestSite;
  const created: number[] = [];
  const statements: string[] = [];

  before(async () => {
    site = await openTestSite({
      database: await engine.open({ onStatement: (sql) => statements.push(sql) }),
      config: { types: [event] },
    });
    // Two thirds of the entries have the same value, the others have none.
    for (let n = 0; n < count; n += 1) {
      const values = n % 3 === 0 ? {} : { starts: '2026-06-10T20:00:00', price: n };
      created.push((await site.create(path, { title: `Event ${n}`, status: 'publish', meta: values })).id);
    }
  });

  const readAll = async (query: string): Promise<number[]> => {
    const found: number[] = [];
    for (let page = 1; ; page += 1) {
      const response = await site.request('anonymous', 'GET', `${path}?${query}&page=${page}&per_page=20`);
      assert.equal(response.status, 200, JSON.stringify(response.body));
      found.push(...response.body.map(({ id }: { id: number }) => id));
      assert.equal(Number(response.headers['X-CMS-TotalPages']), Math.ceil(totalOf(response) / 20));
      if (page >= Number(response.headers['X-CMS-TotalPages'])) {
        assert.equal(found.length, totalOf(response));
        return found;
      }
    }
  };

  it('contain each entry once, with equal values in the order of their IDs and entries without a value last', async () => {
    const hasValue = (id: number) => created.indexOf(id) % 3 !== 0;
    const ascending = [...created.filter(hasValue), ...created.filter((id) => !hasValue(id))];
    const descending = [...created.filter(hasValue).reverse(), ...created.filter((id) => !hasValue(id)).reverse()];
    // The second time, pages start at the cached ends of the previous pages.
    for (const _time of ['first', 'second']) {
      assert.deepEqual(await readAll('orderby=meta.starts&order=asc'), ascending);
      assert.deepEqual(await readAll('orderby=meta.starts&order=desc'), descending);
    }
  });

  it('contain only entries that match the filter', async () => {
    const expected = created.filter((_, n) => n % 3 !== 0);
    assert.deepEqual(await readAll('orderby=meta.starts&order=asc&meta[starts]=2026-06-10T20:00:00'), expected);
    assert.deepEqual(await readAll('orderby=id&order=asc&meta[starts][after]=2026-06-10T19:59:59'), expected);
    assert.deepEqual(
      await readAll('orderby=meta.price&order=desc&meta[price][before]=100'),
      expected.filter((id) => created.indexOf(id) < 100).reverse(),
    );
    assert.deepEqual(await readAll('orderby=meta.starts&order=asc&meta[price][after]=128'), []);
  });

  it('start at an offset, and change when a value changes', async () => {
    const query = `${path}?orderby=meta.price&order=asc&meta[price][after]=0&offset=84&per_page=5`;
    const pricesIn = ({ body }: TestResponse) => body.map(({ meta }: { meta: { price: number } }) => meta.price);
    assert.deepEqual(pricesIn(await site.request('anonymous', 'GET', query)), [127, 128]);
    await site.request('administrator', 'POST', `${path}/${created[1]}`, { meta: { price: 500 } });
    assert.deepEqual(pricesIn(await site.request('anonymous', 'GET', query)), [128, 500]);
  });

  it('are counted without the index of the order', async () => {
    statements.length = 0;
    const query = `${path}?orderby=meta.starts&after=2000-01-01T00:00:00&per_page=2`;
    assert.equal(totalOf(await site.request('anonymous', 'GET', query)), count);
    const counts = statements.filter((sql) => /count\(/.test(sql));
    assert.equal(counts.length, 1);
    assert.doesNotMatch(counts[0] ?? '', /entry_meta/);
  });

  it('need the same number of statements, regardless of the number of entries', async () => {
    const countFor = async (query: string) => {
      await site.request('administrator', 'POST', `${path}/${created[0]}`, { title: 'Touched' });
      statements.length = 0;
      assert.equal((await site.request('anonymous', 'GET', `${path}?${query}`)).status, 200);
      return statements.length;
    };
    for (const query of [
      'orderby=meta.starts',
      'orderby=meta.starts&meta[starts][after]=2026-01-01T00:00:00',
      'meta[price][after]=1',
    ])
      assert.equal(await countFor(`${query}&per_page=2`), await countFor(`${query}&per_page=50`), query);
  });
});
