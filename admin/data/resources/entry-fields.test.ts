import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ContentType, Taxonomy } from '../bootstrap.ts';
import { bodyOf, editableFields, selectableStatuses, valuesOf } from './entry-fields.ts';

const schema = { type: 'string' };
const all = [
  ...['title', 'slug', 'date', 'status', 'password', 'author', 'content', 'parent', 'menu_order', 'template'],
  ...['sticky', 'comment_status', 'categories'],
];
const writable = Object.fromEntries(all.map((name) => [name, schema]));

const type: ContentType = {
  ...{ slug: 'post', name: 'Posts', labels: {}, icon: null, rest_base: 'posts', rest_namespace: 'wp/v2' },
  ...{ hierarchical: false, supports: { title: true, author: true, comments: true }, taxonomies: ['category'] },
  can: { create: true, publish: true, edit_others: true },
};
const category: Taxonomy = {
  ...{ slug: 'category', name: 'Categories', labels: {}, rest_base: 'categories', rest_namespace: 'wp/v2' },
  ...{ hierarchical: true, types: ['post'], can: { manage: true, edit: true, delete: true } },
};
const edited = { type, taxonomies: [category], writable };
const links = Object.fromEntries(
  ['publish', 'sticky', 'assign-author', 'assign-categories'].map((action) => [`wp:action-${action}`, [{}]]),
);

describe('the fields that a user can change in lists', () => {
  it('are those of the schema that the type supports and the user may set', () => {
    const common = ['title', 'slug', 'date', 'status'];
    const own = ['menu_order', 'template', 'comment_status'];
    assert.deepEqual(editableFields(edited, {}), [...common, ...own]);
    assert.deepEqual(editableFields(edited, links), [
      ...[...common, 'password', 'author', 'menu_order', 'template', 'sticky', 'comment_status', 'categories'],
    ]);
    assert.deepEqual(editableFields({ ...edited, writable: { slug: schema } }, links), ['slug']);
    const page = { ...type, hierarchical: true, supports: {} };
    assert.deepEqual(editableFields({ ...edited, type: page, taxonomies: [] }, {}), [
      ...['slug', 'date', 'status', 'parent', 'menu_order', 'template'],
    ]);
  });

  it('have the statuses that the user can give, and the present one', () => {
    assert.deepEqual(selectableStatuses({ status: 'draft' }), ['pending', 'draft']);
    assert.deepEqual(selectableStatuses({ status: 'publish' }), ['publish', 'pending', 'draft']);
    const publishable = { status: 'future', _links: links };
    assert.deepEqual(selectableStatuses(publishable), ['publish', 'future', 'private', 'pending', 'draft']);
  });

  it('have values as forms need them', () => {
    const record = {
      title: { raw: 'A & B', rendered: 'A &amp; B' },
      date: '2026-01-31T12:34:56',
      categories: [7, 3],
      parent: 4,
    };
    const values = valuesOf(record, ['title', 'date', 'categories', 'parent', 'template']);
    assert.deepEqual(values, { title: 'A & B', date: '2026-01-31T12:34', categories: [3, 7], parent: 4, template: '' });
    assert.deepEqual(bodyOf({ date: '2026-01-31T12:35', parent: 0 }), { date: '2026-01-31T12:35:00', parent: 0 });
    assert.deepEqual(bodyOf({ date: '' }), { date: null });
  });
});
