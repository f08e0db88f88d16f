import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { optional, type Parameters } from '../../../contract/grammar/parameter.ts';
import { ids, moment, Type, texts, words } from '../../../contract/grammar/schema.ts';
import { Refusal } from '../../refusal.ts';
import { lenientParameters, type OwnCheck, readParameters, type Sources } from './read-parameters.ts';

const list: Parameters = {
  context: words(['view', 'edit'], { default: 'view', first: true }),
  page: Type.Integer({ default: 1, minimum: 1, first: true }),
  search: optional(Type.String({ first: true })),
  order: words(['asc', 'desc'], { default: 'desc' }),
  include: ids({ default: [] }),
  status: texts({ default: 'publish' }),
  relation: optional(words(['AND', 'OR'])),
};

const write: Parameters = {
  id: optional(Type.Integer()),
  date: optional(moment({ first: true })),
  title: optional(Type.Object({ raw: Type.String() }, { first: true, unchecked: true })),
  sticky: optional(Type.Boolean({ first: true })),
  meta: optional(Type.Object({}, { first: true, check: 'object-or-list' })),
};

const named: Parameters = {
  name: Type.String({ first: true }),
  email: Type.String({ first: true, format: 'email' }),
  kind: Type.String({ default: 'a' }),
};

const nobody = (name: string): OwnCheck => assert.fail(`nobody should ask for ${name}`);

const from = (sources: Partial<Sources>): Sources => ({ query: {}, path: {}, ...sources });

async function read(parameters: Parameters, sources: Partial<Sources>, own = nobody) {
  const { args, nulls, sent } = await readParameters(parameters, from(sources), own);
  return { args: JSON.parse(JSON.stringify(args)), nulls: [...nulls], sent: [...sent] };
}

const valuesOf = async (parameters: Parameters, sources: Partial<Sources>, own = nobody) =>
  (await read(parameters, sources, own)).args;

/** What a refusal tells: names with their codes; null for a name without details. */
async function refusalOf(parameters: Parameters, sources: Partial<Sources>, own = nobody) {
  const thrown = await readParameters(parameters, from(sources), own).then(
    () => undefined,
    (error: unknown) => error,
  );
  assert.ok(thrown instanceof Refusal);
  assert.deepEqual([thrown.code, thrown.status], ['rest_invalid_param', 400]);
  const { params, details } = thrown.parts.data as {
    params: Record<string, string>;
    details: Record<string, { code: string }>;
  };
  for (const name of Object.keys(details)) assert.equal(typeof params[name], 'string');
  return Object.keys(params).map((name) => [name, details[name]?.code ?? null]);
}

describe('where a value comes from', () => {
  test('the JSON body goes before the form, the form before the query, the query before the default', async () => {
    const [json, form, query] = [
      { order: 'asc', include: [1] },
      { include: '2', page: '2' },
      { include: '3', page: '3', search: 'x' },
    ];
    assert.deepEqual(await valuesOf(list, { json, form, query }), {
      context: 'view',
      page: 2,
      search: 'x',
      order: 'asc',
      include: [1],
      status: ['publish'],
    });
  });

  test('a null in JSON lets the query through', async () => {
    assert.equal((await valuesOf(list, { json: { page: null }, query: { page: '4' } })).page, 4);
  });

  test('what was given as nothing but null is told apart and has no value', async () => {
    assert.deepEqual(await read(write, { json: { date: null, sticky: true } }), {
      args: { sticky: true },
      nulls: ['date'],
      sent: ['sticky'],
    });
  });

  test('a default stands in for null', async () => {
    const { args, nulls } = await read(list, { json: { page: null } });
    assert.deepEqual([args.page, nulls], [1, []]);
  });

  test('names that nobody declared are passed over', async () => {
    const query = JSON.parse('{"nonsense":"1","constructor":"2","__proto__":"3"}');
    assert.deepEqual(await valuesOf(write, { query, path: { other: '1' } }), {});
  });

  test('a default is converted like a value, and each request has its own', async () => {
    const one = await readParameters(list, from({}), nobody);
    (one.args.status as string[]).push('changed');
    assert.deepEqual((await valuesOf(list, {})).status, ['publish']);
  });
});

describe('what the address says cannot be changed', () => {
  test('the path gives the value, the same one elsewhere is no harm', async () => {
    const { args, sent } = await read(write, { json: { id: 7 }, query: { id: '07' }, path: { id: '7' } });
    assert.deepEqual([args, sent], [{ id: 7 }, []]);
  });

  for (const [where, sources] of [
    ['body', { json: { id: 8 } }],
    ['form', { form: { id: '8' } }],
    ['query', { query: { id: 'x' } }],
  ] as const) {
    test(`another in the ${where} is refused`, async () => {
      assert.deepEqual(await refusalOf(write, { ...sources, path: { id: '7' } }), [['id', 'rest_invalid_param']]);
    });
  }

  test('null elsewhere is no other value', async () => {
    assert.deepEqual((await read(write, { json: { id: null }, path: { id: '7' } })).args, { id: 7 });
  });
});

describe('what is missing', () => {
  const missing = (params: string[]) => ({
    code: 'rest_missing_callback_param',
    status: 400,
    parts: { data: { params } },
  });

  test('is told in declared order, before anything is tested', async () => {
    await assert.rejects(readParameters(named, from({ json: { kind: 5 } }), nobody), missing(['name', 'email']));
    await assert.rejects(readParameters(named, from({ json: { name: null, email: 'x' } }), nobody), missing(['name']));
  });

  test('is not what the query gives, nor what is empty', async () => {
    assert.deepEqual(await valuesOf(named, { query: { name: '', email: 'a@b.co' } }), {
      name: '',
      email: 'a@b.co',
      kind: 'a',
    });
  });
});

describe('two rounds', () => {
  test('what the first finds hides what the second would find', async () => {
    assert.deepEqual(await refusalOf(list, { query: { order: 'x', page: 'x' } }), [['page', 'rest_invalid_type']]);
  });

  test('the first tells all it finds, in declared order', async () => {
    const found = [
      ['context', 'rest_not_in_enum'],
      ['page', 'rest_out_of_bounds'],
    ];
    assert.deepEqual(await refusalOf(list, { query: { page: '0', context: 'x' } }), found);
  });

  test('the second tells all it finds, in the order given', async () => {
    const found = [
      ['include', 'rest_invalid_type'],
      ['order', 'rest_not_in_enum'],
    ];
    assert.deepEqual(await refusalOf(list, { query: { include: 'x', order: 'x' } }), found);
  });

  test('the first looks at the strongest value only', async () => {
    assert.equal((await valuesOf(list, { json: { page: 2 }, query: { page: 'x' } })).page, 2);
  });

  test('the second refuses a bad value in the query even beside a good one in the body', async () => {
    assert.deepEqual(await refusalOf(list, { json: { order: 'asc' }, query: { order: 'x' } }), [
      ['order', 'rest_not_in_enum'],
    ]);
  });
});

describe('unchecked text', () => {
  for (const title of ['', 'x', { raw: 'x' }, { raw: '', rendered: 'y' }, { raw: 5 }, { raw: false }])
    test(`${JSON.stringify(title)} is kept as it is`, async () =>
      assert.deepEqual((await valuesOf(write, { json: { title } })).title, title));

  for (const title of [5, true, ['x'], {}, { rendered: 'x' }, { raw: null }, { raw: ['x'] }])
    test(`${JSON.stringify(title)} counts as not sent`, async () =>
      assert.deepEqual(await read(write, { json: { title } }), { args: {}, nulls: [], sent: [] }));
});

describe('checks of the service itself', () => {
  const parameters: Parameters = {
    template: optional(Type.String({ first: true, check: 'template' })),
    username: optional(Type.String({ first: true, clean: 'username' })),
    status: optional(texts({ clean: 'status' })),
    heir: optional(Type.Integer({ check: 'heir' })),
  };
  const inner = { code: 'rest_own', message: 'No.', data: { status: 401 } };
  const own = (outcome: Record<string, OwnCheck>) => (name: string) =>
    outcome[name] ?? assert.fail(`nobody should ask for ${name}`);

  test('an object or list is an object; anything else is refused without details', async () => {
    for (const meta of [{}, [], { a: 1 }]) assert.deepEqual((await valuesOf(write, { json: { meta } })).meta, meta);
    for (const meta of ['x', 5, true]) assert.deepEqual(await refusalOf(write, { json: { meta } }), [['meta', null]]);
  });

  test('a check stands in place of the declared type and sees the value as given', async () => {
    const seen: unknown[] = [];
    const template: OwnCheck = async (value) => ({ value: seen.push(value) });
    assert.deepEqual(await valuesOf(parameters, { json: { template: 5 } }, own({ template })), { template: 1 });
    assert.deepEqual(seen, [5]);
    const heir: OwnCheck = () => ({ value: false });
    assert.deepEqual(await valuesOf(parameters, { query: { heir: 'false' } }, own({ heir })), { heir: false });
  });

  test("a check's refusal is told among the others of its round", async () => {
    const template: OwnCheck = () => ({ fault: inner });
    const found = [
      ['template', 'rest_own'],
      ['username', 'rest_invalid_type'],
    ];
    assert.deepEqual(await refusalOf(parameters, { json: { username: 5, template: 'x' } }, own({ template })), found);
  });

  test('cleaners see converted values in the second round and may change or refuse them', async () => {
    const [username, status]: OwnCheck[] = [(value) => ({ value: `${value}!` }), (value) => ({ value: [value] })];
    const clean = own({ username: username ?? nobody(''), status: status ?? nobody('') });
    assert.deepEqual(await valuesOf(parameters, { query: { username: 'x', status: 'a,b' } }, clean), {
      username: 'x!',
      status: [['a', 'b']],
    });
    const refusing = own({ username: () => ({ refused: 'No.' }), status: async () => ({ fault: inner }) });
    assert.deepEqual(await refusalOf(parameters, { query: { status: 'a', username: 'x' } }, refusing), [
      ['status', 'rest_own'],
      ['username', null],
    ]);
  });

  test('no cleaner is asked when the first round found something', async () => {
    assert.deepEqual(await refusalOf(parameters, { json: { username: 5, status: 'x' } }), [
      ['username', 'rest_invalid_type'],
    ]);
  });
});

describe('values of lists', () => {
  test('numbers that a list is narrowed by lose their sign', async () => {
    assert.deepEqual((await valuesOf(list, { query: { include: '-3,4' } })).include, [3, 4]);
  });

  test('search loses tags and surplus blanks, not lone signs', async () => {
    assert.equal((await valuesOf(list, { query: { search: ' <b>one</b>\n  two ' } })).search, 'one two');
    assert.equal((await valuesOf(list, { query: { search: '1 < 2 & 100%' } })).search, '1 < 2 & 100%');
  });

  test('page loses its sign', async () => {
    const unbound: Parameters = { page: Type.Integer({ first: true }) };
    assert.equal((await valuesOf(unbound, { query: { page: '-3' } })).page, 3);
  });

  test('keywords keep the case they are declared in', async () => {
    assert.equal((await valuesOf(list, { query: { relation: 'AND' } })).relation, 'AND');
  });
});

test('the whole refusal of an answer', async () => {
  const thrown = await readParameters(list, from({ query: { page: 'x' } }), nobody).catch((error: Refusal) => error);
  assert.ok(thrown instanceof Refusal);
  const sentence = 'page must be of type integer.';
  assert.deepEqual(thrown.parts.data, {
    params: { page: sentence },
    details: { page: { code: 'rest_invalid_type', message: sentence, data: { param: 'page' } } },
  });
});

describe('reading leniently', () => {
  test('does not look at what is too long', () => {
    let looks = 0;
    const refuse = () => {
      looks += 1;
      return undefined;
    };
    const texts: Parameters = { title: Type.String({ refuse }), notes: Type.Object({}, { refuse }) };
    const read = (length: number) => {
      const text = 'é'.repeat(length);
      return lenientParameters(texts, from({ json: { title: text, notes: { one: [text] } } }), 10);
    };
    assert.deepEqual([Object.keys(read(6)), looks], [[], 0]);
    assert.deepEqual([Object.keys(read(5)), looks], [['title', 'notes'], 2]);
  });

  test('keeps what fits, drops the rest, fills in nothing and asks nobody', () => {
    const query = { page: 'x', include: '1,2', order: 'asc', context: 'z' };
    assert.deepEqual({ ...lenientParameters(list, from({ query })) }, { include: [1, 2], order: 'asc' });
    const json = { title: 5, sticky: '1', meta: 'x', date: null };
    assert.deepEqual({ ...lenientParameters(write, from({ json, path: { id: '7' } })) }, { sticky: true, id: 7 });
  });
});

test('a request of two parameters out of thirty costs some microseconds', async () => {
  const many: Parameters = {
    ...list,
    ...Object.fromEntries(Array.from({ length: 24 }, (_none, index) => [`other_${index}`, optional(ids())])),
  };
  const sources = from({ query: { page: '2', include: '1,2' } });
  await readParameters(many, sources, nobody);
  const started = performance.now();
  for (let round = 0; round < 2000; round += 1) await readParameters(many, sources, nobody);
  assert.ok(performance.now() - started < 1000, `${(performance.now() - started) / 2} microseconds each`);
});
