import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Resource } from '../../contract/grammar/resource.ts';
import { everywhere, Type } from '../../contract/grammar/schema.ts';
import { projectionOf } from './projection.ts';

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
