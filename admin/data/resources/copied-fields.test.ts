import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { copiedFields } from './copied-fields.ts';

describe('the fields of a copy', () => {
  const writable = {
    ...{ slug: {}, status: {}, date: {}, title: {}, content: {}, author: {}, template: {}, sticky: {} },
    ...{ categories: {}, tags: {}, password: {} },
    meta: { properties: { venue: {}, code: { readonly: true }, start: {} } },
  };
  const source = {
    ...{ id: 7, slug: 'a', status: 'publish', date: '2026-01-01T00:00:00', author: 3, sticky: true, modified: 'x' },
    ...{ title: { raw: 'A', rendered: 'A' }, content: { raw: '<!-- wp:x /-->\n', rendered: '', protected: false } },
    ...{ template: 'wide', categories: [1], tags: [2, 3], password: 'secret' },
    meta: { venue: 'Harbour', code: 'X', start: null, other: 1 },
  };
  const terms = [
    { href: 'http://a.test/wp-json/wp/v2/categories?post=7' },
    { href: 'http://a.test/wp-json/wp/v2/tags?post=7' },
  ];

  it('are all that the user may set, with raw texts, except those that belong to one entry', () => {
    const links = { 'wp:term': terms, 'wp:action-assign-author': [], 'wp:action-assign-categories': [] };
    assert.deepEqual(copiedFields({ ...source, _links: { ...links, 'wp:action-assign-tags': [] } }, writable), {
      ...{
        content: '<!-- wp:x /-->\n',
        author: 3,
        template: 'wide',
        categories: [1],
        tags: [2, 3],
        password: 'secret',
      },
      meta: { venue: 'Harbour' },
    });
  });

  it('exclude the author and terms that the user may not assign', () => {
    const fields = copiedFields({ ...source, _links: { 'wp:term': terms, 'wp:action-assign-tags': [] } }, writable);
    assert.deepEqual(Object.keys(fields).sort(), ['content', 'meta', 'password', 'tags', 'template']);
  });
});
