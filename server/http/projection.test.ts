import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Resource } from '../../contract/grammar/resource.ts';
import { everywhere, Type } from '../../contract/grammar/schema.ts';
import { narrow, project, projectionOf } from './projection.ts';

const resourceWith = (name: string): Resource => ({
  ...{ title: 'item', namespace: `${name}/v1`, module: { name }, links: [], routes: [] },
  fields: { [name]: Type.String({ context: everywhere }) },
});

describe('projectionOf', () => {
  it('distinguishes resources with the same title', () => {
    const [one, other] = [resourceWith('one'), resourceWith('other')];
    assert.deepEqual([...projectionOf(one, 'view', undefined).fieldNames], ['one']);
    assert.deepEqual([...projectionOf(other, 'view', undefined).fieldNames], ['other']);
  });

  it('caches projections and stays correct when the cache is full', () => {
    const resource = resourceWith('one');
    const first = projectionOf(resource, 'view', ['one']);
    assert.equal(projectionOf(resource, 'view', ['one']), first);
    for (let n = 0; n < 1000; n += 1) projectionOf(resource, 'view', [`x${n}`]);
    assert.deepEqual(projectionOf(resource, 'view', ['one']), first);
  });
});

describe('nested field names', () => {
  const below = (...names: string[]) => ({ within: names.map((name) => ({ name, outputName: name })) });

  it('select array items by index and keep the array', () => {
    assert.deepEqual(project(['a', 'b'], below('nothing')), []);
    assert.deepEqual(project(['a', 'b'], below('length')), []);
    assert.deepEqual(project(['a', 'b'], below('1', '0')), ['a', 'b']);
    assert.deepEqual(project([{ a: 1, b: 2 }], { within: [{ name: '0', outputName: '0', ...below('b') }] }), [
      { b: 2 },
    ]);
    assert.deepEqual(project(['a', 'b'], below('1')), { 1: 'b' }, 'an item keeps its index');
    assert.deepEqual(narrow({ responses: [{ status: 1 }] }, ['responses.status']), { responses: [] });
    assert.deepEqual(narrow({ responses: [{ status: 1, body: 2 }] }, ['responses.0.status']), {
      responses: [{ status: 1 }],
    });
  });

  it('do not change values without properties', () => {
    assert.equal(project('text', below('nothing')), 'text');
    assert.equal(project(null, below('nothing')), null);
    assert.deepEqual(project({ a: 1 }, below('nothing', 'toString')), {});
  });
});
