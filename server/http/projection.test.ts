import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Resource } from '../../contract/grammar/resource.ts';
import { everywhere, Type } from '../../contract/grammar/schema.ts';
import { keep, narrow, projectionOf } from './projection.ts';

const resourceWith = (name: string): Resource => ({
  ...{ title: 'item', namespace: `${name}/v1`, room: name, links: [], routes: [] },
  fields: { [name]: Type.String({ context: everywhere }) },
});

describe('a projection', () => {
  it('belongs to its resource, also where another one has the same title', () => {
    const [one, other] = [resourceWith('one'), resourceWith('other')];
    assert.deepEqual([...projectionOf(one, 'view', undefined).wants], ['one']);
    assert.deepEqual([...projectionOf(other, 'view', undefined).wants], ['other']);
  });

  it('is made once, and stays right however many were asked for', () => {
    const resource = resourceWith('one');
    const first = projectionOf(resource, 'view', ['one']);
    assert.equal(projectionOf(resource, 'view', ['one']), first);
    for (let n = 0; n < 1000; n += 1) projectionOf(resource, 'view', [`x${n}`]);
    assert.deepEqual(projectionOf(resource, 'view', ['one']), first);
  });
});

describe('names that reach into a value', () => {
  const below = (...names: string[]) => ({ within: names.map((name) => ({ name, shown: name })) });

  it('keep the items of a list that they number, and leave it a list', () => {
    assert.deepEqual(keep(['a', 'b'], below('nothing')), []);
    assert.deepEqual(keep(['a', 'b'], below('length')), []);
    assert.deepEqual(keep(['a', 'b'], below('1', '0')), ['a', 'b']);
    assert.deepEqual(keep([{ a: 1, b: 2 }], { within: [{ name: '0', shown: '0', ...below('b') }] }), [{ b: 2 }]);
    assert.deepEqual(keep(['a', 'b'], below('1')), { 1: 'b' }, 'an item keeps its number');
    assert.deepEqual(narrow({ responses: [{ status: 1 }] }, ['responses.status']), { responses: [] });
    assert.deepEqual(narrow({ responses: [{ status: 1, body: 2 }] }, ['responses.0.status']), {
      responses: [{ status: 1 }],
    });
  });

  it('keep what has no members', () => {
    assert.equal(keep('text', below('nothing')), 'text');
    assert.equal(keep(null, below('nothing')), null);
    assert.deepEqual(keep({ a: 1 }, below('nothing', 'toString')), {});
  });
});
