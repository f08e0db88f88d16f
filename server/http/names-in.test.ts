import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { namesIn } from './names-in.ts';
import { parseEmbed } from './presentation.ts';
import { namesOfFields } from './projection.ts';

describe('namesIn', () => {
  it('splits strings, and the strings of arrays and objects', () => {
    assert.deepEqual(namesIn('id, slug\ntitle'), ['id', 'slug', 'title']);
    assert.deepEqual(namesIn(['id', 'slug']), ['id', 'slug']);
    assert.deepEqual(namesIn({ a: 'id', b: 'slug' }), ['id', 'slug']);
    assert.deepEqual(namesIn({ a: 'id', b: { c: 'slug' } }), ['id']);
  });

  it('returns no names for empty values, which then select all fields and embed everything', () => {
    for (const emptyValue of ['', ' ,, ', [], {}, [['id']], [Object.create(null)]]) {
      assert.equal(namesOfFields(emptyValue), undefined);
      assert.equal(parseEmbed(emptyValue)?.name, 'everything');
    }
    assert.equal(parseEmbed(Object.assign(Object.create(null), { a: 'author' }))?.name, 'only author');
    assert.equal(parseEmbed(undefined), undefined);
  });
});
