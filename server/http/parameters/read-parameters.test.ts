import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { optional, type Parameters } from '../../../contract/grammar/parameter.ts';
import { enumOf, ids, resettableTimestamp, strings, Type } from '../../../contract/grammar/schema.ts';
import { assertAsyncCpuTime } from '../../../test/cpu-time.ts';
import { ApiError } from '../../api-error.ts';
import { lenientParameters, type ParameterCheck, readParameters, type Sources } from './read-parameters.ts';

const list: Parameters = {
  context: enumOf(['view', 'edit'], { default: 'view', first: true }),
  page: Type.Integer({ default: 1, minimum: 1, first: true }),
  search: optional(Type.String({ first: true })),
  order: enumOf(['asc', 'desc'], { default: 'desc' }),
  include: ids({ default: [] }),
  status: strings({ default: 'publish' }),
  relation: optional(enumOf(['AND', 'OR'])),
};

const write: Parameters = {
  id: optional(Type.Integer()),
  date: optional(resettableTimestamp({ first: true })),
  title: optional(Type.Object({ raw: Type.String() }, { first: true, unchecked: true })),
  sticky: optional(Type.Boolean({ first: true })),
  meta: optional(Type.Object({}, { first: true, check: 'object-or-list' })),
};

const named: Parameters = {
  name: Type.String({ first: true }),
  email: Type.String({ first: true, format: 'email' }),
  kind: Type.String({ default: 'a' }),
};

const unexpectedCheck = (name: string): ParameterCheck => assert.fail(`unexpected check ${name}`);

const from = (sources: Partial<Sources>): Sources => ({ query: {}, path: {}, ...sources });

async function read(parameters: Parameters, sources: Partial<Sources>, findCheck = unexpectedCheck) {
  const { args, nulls, submitted } = await readParameters(parameters, from(sources), findCheck);
  return { args: JSON.parse(JSON.stringify(args)), nulls: [...nulls], submitted: [...submitted] };
}

const valuesOf = async (parameters: Parameters, sources: Partial<Sources>, findCheck = unexpectedCheck) =>
  (await read(parameters, sources, findCheck)).args;

/** Returns the invalid parameters with their codes; null for a parameter without details. */
async function errorsOf(parameters: Parameters, sources: Partial<Sources>, findCheck = unexpectedCheck) {
  const thrown = await readParameters(parameters, from(sources), findCheck).then(
    () => undefined,
    (error: unknown) => error,
  );
  assert.ok(thrown instanceof ApiError);
  assert.deepEqual([thrown.code, thrown.status], ['rest_invalid_param', 400]);
  const { params, details } = thrown.options.data as {
    params: Record<string, string>;
    details: Record<string, { code: string }>;
  };
  for (const name of Object.keys(details)) assert.equal(typeof params[name], 'string');
  return Object.keys(params).map((name) => [name, details[name]?.code ?? null]);
}

describe('precedence of sources', () => {
  test('the JSON body precedes the form, the form the query, the query the default', async () => {
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

  test('null in JSON does not override the query', async () => {
    assert.equal((await valuesOf(list, { json: { page: null }, query: { page: '4' } })).page, 4);
  });

  test('parameters that are only submitted as null are listed and have no value', async () => {
    assert.deepEqual(await read(write, { json: { date: null, sticky: true } }), {
      args: { sticky: true },
      nulls: ['date'],
      submitted: ['sticky'],
    });
  });

  test('the default replaces null', async () => {
    const { args, nulls } = await read(list, { json: { page: null } });
    assert.deepEqual([args.page, nulls], [1, []]);
  });

  test('undeclared parameters are ignored', async () => {
    const query = JSON.parse('{"nonsense":"1","constructor":"2","__proto__":"3"}');
    assert.deepEqual(await valuesOf(write, { query, path: { other: '1' } }), {});
  });

  test('a default is converted like a value and copied for each request', async () => {
    const one = await readParameters(list, from({}), unexpectedCheck);
    (one.args.status as string[]).push('changed');
    assert.deepEqual((await valuesOf(list, {})).status, ['publish']);
  });
});

describe('path parameters', () => {
  test('an equal value elsewhere is accepted', async () => {
    const { args, submitted } = await read(write, { json: { id: 7 }, query: { id: '07' }, path: { id: '7' } });
    assert.deepEqual([args, submitted], [{ id: 7 }, []]);
  });

  for (const [where, sources] of [
    ['body', { json: { id: 8 } }],
    ['form', { form: { id: '8' } }],
    ['query', { query: { id: 'x' } }],
  ] as const) {
    test(`a different value in the ${where} is rejected`, async () => {
      assert.deepEqual(await errorsOf(write, { ...sources, path: { id: '7' } }), [['id', 'rest_invalid_param']]);
    });
  }

  test('null elsewhere is not a different value', async () => {
    assert.deepEqual((await read(write, { json: { id: null }, path: { id: '7' } })).args, { id: 7 });
  });
});

describe('missing parameters', () => {
  const missing = (params: string[]) => ({
    code: 'rest_missing_callback_param',
    status: 400,
    options: { data: { params } },
  });

  test('are reported in declared order, before any value is validated', async () => {
    await assert.rejects(
      readParameters(named, from({ json: { kind: 5 } }), unexpectedCheck),
      missing(['name', 'email']),
    );
    await assert.rejects(
      readParameters(named, from({ json: { name: null, email: 'x' } }), unexpectedCheck),
      missing(['name']),
    );
  });

  test('do not include those in the query or empty ones', async () => {
    assert.deepEqual(await valuesOf(named, { query: { name: '', email: 'a@b.co' } }), {
      name: '',
      email: 'a@b.co',
      kind: 'a',
    });
  });
});

describe('rounds of validation', () => {
  test('errors of the first round hide those of the second', async () => {
    assert.deepEqual(await errorsOf(list, { query: { order: 'x', page: 'x' } }), [['page', 'rest_invalid_type']]);
  });

  test('the first round reports all errors in declared order', async () => {
    const found = [
      ['context', 'rest_not_in_enum'],
      ['page', 'rest_out_of_bounds'],
    ];
    assert.deepEqual(await errorsOf(list, { query: { page: '0', context: 'x' } }), found);
  });

  test('the second round reports all errors in submitted order', async () => {
    const found = [
      ['include', 'rest_invalid_type'],
      ['order', 'rest_not_in_enum'],
    ];
    assert.deepEqual(await errorsOf(list, { query: { include: 'x', order: 'x' } }), found);
  });

  test('the first round validates only the value of the source with the highest precedence', async () => {
    assert.equal((await valuesOf(list, { json: { page: 2 }, query: { page: 'x' } })).page, 2);
  });

  test('the second round rejects an invalid value in the query even if the one in the body is valid', async () => {
    assert.deepEqual(await errorsOf(list, { json: { order: 'asc' }, query: { order: 'x' } }), [
      ['order', 'rest_not_in_enum'],
    ]);
  });
});

describe('unchecked text parameters', () => {
  for (const title of ['', 'x', { raw: 'x' }, { raw: '', rendered: 'y' }, { raw: 5 }, { raw: false }])
    test(`${JSON.stringify(title)} is accepted unchanged`, async () =>
      assert.deepEqual((await valuesOf(write, { json: { title } })).title, title));

  for (const title of [5, true, ['x'], {}, { rendered: 'x' }, { raw: null }, { raw: ['x'] }])
    test(`${JSON.stringify(title)} counts as not submitted`, async () =>
      assert.deepEqual(await read(write, { json: { title } }), { args: {}, nulls: [], submitted: [] }));
});

describe('custom checks', () => {
  const parameters: Parameters = {
    template: optional(Type.String({ first: true, check: 'template' })),
    username: optional(Type.String({ first: true, clean: 'username' })),
    status: optional(strings({ clean: 'status' })),
    owner: optional(Type.Integer({ check: 'owner' })),
  };
  const inner = { code: 'rest_own', message: 'No.', data: { status: 401 } };
  const findCheck = (outcome: Record<string, ParameterCheck>) => (name: string) =>
    outcome[name] ?? assert.fail(`unexpected check ${name}`);

  test('object-or-list accepts objects and arrays and rejects other values without details', async () => {
    for (const meta of [{}, [], { a: 1 }]) assert.deepEqual((await valuesOf(write, { json: { meta } })).meta, meta);
    for (const meta of ['x', 5, true]) assert.deepEqual(await errorsOf(write, { json: { meta } }), [['meta', null]]);
  });

  test('a check replaces validation by the declared type and receives the submitted value', async () => {
    const seen: unknown[] = [];
    const template: ParameterCheck = async (value) => ({ value: seen.push(value) });
    assert.deepEqual(await valuesOf(parameters, { json: { template: 5 } }, findCheck({ template })), { template: 1 });
    assert.deepEqual(seen, [5]);
    const owner: ParameterCheck = () => ({ value: false });
    assert.deepEqual(await valuesOf(parameters, { query: { owner: 'false' } }, findCheck({ owner })), { owner: false });
  });

  test('the error of a check is reported with the others of its round', async () => {
    const template: ParameterCheck = () => ({ error: inner });
    const found = [
      ['template', 'rest_own'],
      ['username', 'rest_invalid_type'],
    ];
    assert.deepEqual(
      await errorsOf(parameters, { json: { username: 5, template: 'x' } }, findCheck({ template })),
      found,
    );
  });

  test('cleaners receive converted values in the second round and may change or reject them', async () => {
    const [username, status]: ParameterCheck[] = [(value) => ({ value: `${value}!` }), (value) => ({ value: [value] })];
    const clean = findCheck({ username: username ?? unexpectedCheck(''), status: status ?? unexpectedCheck('') });
    assert.deepEqual(await valuesOf(parameters, { query: { username: 'x', status: 'a,b' } }, clean), {
      username: 'x!',
      status: [['a', 'b']],
    });
    const rejecting = findCheck({ username: () => ({ message: 'No.' }), status: async () => ({ error: inner }) });
    assert.deepEqual(await errorsOf(parameters, { query: { status: 'a', username: 'x' } }, rejecting), [
      ['status', 'rest_own'],
      ['username', null],
    ]);
  });

  test('cleaners do not run if the first round found errors', async () => {
    assert.deepEqual(await errorsOf(parameters, { json: { username: 5, status: 'x' } }), [
      ['username', 'rest_invalid_type'],
    ]);
  });
});

describe('normalization of list parameters', () => {
  test('IDs lose their sign', async () => {
    assert.deepEqual((await valuesOf(list, { query: { include: '-3,4' } })).include, [3, 4]);
  });

  test('search loses tags and redundant whitespace but keeps single < and & characters', async () => {
    assert.equal((await valuesOf(list, { query: { search: ' <b>one</b>\n  two ' } })).search, 'one two');
    assert.equal((await valuesOf(list, { query: { search: '1 < 2 & 100%' } })).search, '1 < 2 & 100%');
  });

  test('page loses its sign', async () => {
    const unbound: Parameters = { page: Type.Integer({ first: true }) };
    assert.equal((await valuesOf(unbound, { query: { page: '-3' } })).page, 3);
  });

  test('enum values keep their declared case', async () => {
    assert.equal((await valuesOf(list, { query: { relation: 'AND' } })).relation, 'AND');
  });
});

test('the data of the error contains params and details', async () => {
  const thrown = await readParameters(list, from({ query: { page: 'x' } }), unexpectedCheck).catch(
    (error: ApiError) => error,
  );
  assert.ok(thrown instanceof ApiError);
  const message = 'page must be of type integer.';
  assert.deepEqual(thrown.options.data, {
    params: { page: message },
    details: { page: { code: 'rest_invalid_type', message, data: { param: 'page' } } },
  });
});

describe('lenient parameters', () => {
  test('ignore values that are too long without validating them', () => {
    let validations = 0;
    const refuse = () => {
      validations += 1;
      return undefined;
    };
    const texts: Parameters = { title: Type.String({ refuse }), notes: Type.Object({}, { refuse }) };
    const read = (length: number) => {
      const text = 'é'.repeat(length);
      return lenientParameters(texts, from({ json: { title: text, notes: { one: [text] } } }), 10);
    };
    assert.deepEqual([Object.keys(read(6)), validations], [[], 0]);
    assert.deepEqual([Object.keys(read(5)), validations], [['title', 'notes'], 2]);
  });

  test('contain the valid values, without defaults and without custom checks', () => {
    const query = { page: 'x', include: '1,2', order: 'asc', context: 'z' };
    assert.deepEqual({ ...lenientParameters(list, from({ query })) }, { include: [1, 2], order: 'asc' });
    const json = { title: 5, sticky: '1', meta: 'x', date: null };
    assert.deepEqual({ ...lenientParameters(write, from({ json, path: { id: '7' } })) }, { sticky: true, id: 7 });
  });
});

test('reading two of thirty parameters takes microseconds', async () => {
  const many: Parameters = {
    ...list,
    ...Object.fromEntries(Array.from({ length: 24 }, (_none, index) => [`other_${index}`, optional(ids())])),
  };
  const sources = from({ query: { page: '2', include: '1,2' } });
  await readParameters(many, sources, unexpectedCheck);
  await assertAsyncCpuTime(async () => {
    for (let round = 0; round < 2000; round += 1) await readParameters(many, sources, unexpectedCheck);
  }, 1000);
});
