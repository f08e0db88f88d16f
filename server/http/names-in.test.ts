import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { namesIn } from './names-in.ts';
import { embedWish } from './presenting.ts';
import { namesOfFields } from './projection.ts';

describe('the names in a reserved parameter', () => {
  it('are pieces of a text, or of a list, whatever stands in its brackets', () => {
    assert.deepEqual(namesIn('id, slug\ntitle'), ['id', 'slug', 'title']);
    assert.deepEqual(namesIn(['id', 'slug']), ['id', 'slug']);
    assert.deepEqual(namesIn({ a: 'id', b: 'slug' }), ['id', 'slug']);
    assert.deepEqual(namesIn({ a: 'id', b: { c: 'slug' } }), ['id']);
  });

  it('narrow nothing and embed everything where there are none', () => {
    for (const nothing of ['', ' ,, ', [], {}, [['id']], [Object.create(null)]]) {
      assert.equal(namesOfFields(nothing), undefined);
      assert.equal(embedWish(nothing)?.name, 'everything');
    }
    assert.equal(embedWish(Object.assign(Object.create(null), { a: 'author' }))?.name, 'only author');
    assert.equal(embedWish(undefined), undefined);
  });
});
