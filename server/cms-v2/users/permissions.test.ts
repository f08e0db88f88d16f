import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import {
  type Caller,
  type CallerRow,
  callers,
  openUsersSite,
  testRows,
  type UsersSite,
} from '../../../test/users-site.ts';
import { openDatabase } from '../../database/open.ts';

let site: UsersSite;
let hidden: number;
let withoutContent: number;
let withContent: number;

before(async () => {
  site = await openUsersSite(await openDatabase({ kind: 'memory' }));
  hidden = await site.addUser('hidden', ['author']);
  withoutContent = await site.addUser('unseen', ['author']);
  withContent = await site.addUser('published', ['author'], 'Publisher');
  await site.request('administrator', 'POST', '/cms/v2/posts', {
    title: 'p',
    content: 'c',
    status: 'publish',
    author: withContent,
  });
});

const selfPath = (caller: Caller) => `/cms/v2/users/${site.ids[caller]}`;
const mePath = () => '/cms/v2/users/me';
const hiddenPath =
  (query = '') =>
  () =>
    `/cms/v2/users/${hidden}${query}`;
const publishedPath =
  (query = '') =>
  () =>
    `/cms/v2/users/${withContent}${query}`;
const list = (query: string) => () => `/cms/v2/users?${query}`;
const toTrash = '?force=true&reassign=false';

const view = 'rest_user_cannot_view';
const edit = 'rest_cannot_edit';
const roles = 'rest_cannot_edit_roles';
const context = 'rest_forbidden_context';
const order = 'rest_forbidden_orderby';
const who = 'rest_forbidden_who';
const create = 'rest_cannot_create_user';
const deleteError = 'rest_user_cannot_delete';
const unknown = 'rest_user_invalid_id';
const role = 'rest_user_invalid_role';
const signIn = 'rest_not_logged_in';
const newUser = { username: 'x', email: 'x@new.example', password: 'Secret-1' };

// Requests that are rejected come before those that succeed, so that the rows do not depend on each other.
const table: CallerRow[] = [
  ['read a user without published content', 'GET', hiddenPath(), undefined, view, view, view, view, view, 200],
  ['read a user with published content', 'GET', publishedPath(), undefined, 200, 200, 200, 200, 200, 200],
  ['read in the embed context', 'GET', publishedPath('?context=embed'), undefined, 200, 200, 200, 200, 200, 200],
  [
    'read another user in the edit context',
    'GET',
    publishedPath('?context=edit'),
    undefined,
    context,
    context,
    context,
    context,
    context,
    200,
  ],
  [
    'read oneself in the edit context',
    'GET',
    (caller) => `${selfPath(caller)}?context=edit`,
    undefined,
    unknown,
    200,
    200,
    200,
    200,
    200,
  ],
  [
    'read `me` in the edit context',
    'GET',
    () => `${mePath()}?context=edit`,
    undefined,
    signIn,
    200,
    200,
    200,
    200,
    200,
  ],
  ['list', 'GET', list(''), undefined, 200, 200, 200, 200, 200, 200],
  [
    'list in the edit context',
    'GET',
    list('context=edit'),
    undefined,
    context,
    context,
    context,
    context,
    context,
    200,
  ],
  ['list by role', 'GET', list('roles=author'), undefined, view, view, view, view, view, 200],
  ['list by capability', 'GET', list('capabilities=read'), undefined, view, view, view, view, view, 200],
  ['order by email address', 'GET', list('orderby=email'), undefined, order, order, order, order, order, 200],
  [
    'order by registration date',
    'GET',
    list('orderby=registered_date'),
    undefined,
    order,
    order,
    order,
    order,
    order,
    200,
  ],
  ['list authors', 'GET', list('who=authors'), undefined, who, who, 200, 200, 200, 200],
  ['update another user', 'POST', hiddenPath(), { url: '' }, edit, edit, edit, edit, edit, 200],
  ['update oneself', 'PATCH', selfPath, { url: '' }, unknown, 200, 200, 200, 200, 200],
  ['update `me`', 'PUT', mePath, { url: '' }, unknown, 200, 200, 200, 200, 200],
  [
    'assign a role to another user',
    'POST',
    hiddenPath(),
    { roles: ['author'] },
    roles,
    roles,
    roles,
    roles,
    roles,
    200,
  ],
  ['assign a role to oneself', 'POST', mePath, { roles: ['author'] }, unknown, roles, roles, roles, roles, role],
  ['remove all roles of another user', 'POST', hiddenPath(), { roles: [] }, edit, edit, edit, edit, edit, 200],
  ['remove all roles of oneself', 'POST', mePath, { roles: [] }, unknown, roles, roles, roles, roles, role],
  ['create a user', 'POST', list(''), newUser, create, create, create, create, create, 201],
  [
    'delete another user',
    'DELETE',
    hiddenPath(toTrash),
    undefined,
    deleteError,
    deleteError,
    deleteError,
    deleteError,
    deleteError,
    200,
  ],
  [
    'delete oneself',
    'DELETE',
    (caller) => selfPath(caller) + toTrash,
    undefined,
    unknown,
    deleteError,
    deleteError,
    deleteError,
    deleteError,
    deleteError,
  ],
  [
    'delete `me`',
    'DELETE',
    () => mePath() + toTrash,
    undefined,
    unknown,
    deleteError,
    deleteError,
    deleteError,
    deleteError,
    deleteError,
  ],
];

const fixed: Readonly<Record<string, number>> = { [unknown]: 404, [signIn]: 401, [role]: 403 };

describe('permissions of users', () => {
  testRows(() => site, table, fixed);
});

describe('personal data of users', () => {
  const secrets =
    /secret\.example|username|"email"|first_name|roles|capabilities|registered|locale|nickname|password|preferences/;

  test('records in other contexts than edit contain no edit fields for any caller', async () => {
    for (const caller of callers) {
      for (const path of [
        publishedPath()(),
        publishedPath('?context=embed')(),
        '/cms/v2/users',
        '/cms/v2/users?per_page=100&page=1',
      ]) {
        const { body } = await site.request(caller, 'GET', path);
        assert.doesNotMatch(JSON.stringify(body), secrets, `${caller} ${path}`);
      }
    }
  });

  test('_fields cannot select fields that the context excludes', async () => {
    const { body } = await site.request(
      'administrator',
      'GET',
      publishedPath('?_fields=id,email,roles,capabilities,meta')(),
    );
    assert.deepEqual(body, { id: withContent, meta: {} });
  });

  test('no response contains the password or its hash', async () => {
    const { body } = await site.request(
      'administrator',
      'GET',
      publishedPath('?context=edit&_fields=password,password_hash,id')(),
    );
    assert.deepEqual(body, { id: withContent });
  });

  test('lists and totals exclude users without published content', async () => {
    for (const caller of callers.slice(0, -1)) {
      for (const query of [
        '',
        'search=unseen',
        'slug=unseen',
        `include=${withoutContent}`,
        'has_published_posts=false',
        'orderby=slug',
      ]) {
        const { body, headers } = await site.request(caller, 'GET', `/cms/v2/users?${query}`);
        const names = (body as unknown as { slug: string }[]).map((user) => user.slug);
        assert.equal(names.includes('unseen'), false, `${caller} ${query}`);
        assert.equal(headers['X-CMS-Total'], String(names.length), `${caller} ${query}`);
      }
    }
  });

  test('only callers with list_users can search email addresses', async () => {
    for (const caller of callers.slice(0, -1)) {
      for (const query of [
        'search=published@secret',
        'search=secret.example&search_columns=email',
        'search=secret&search_columns=email,name',
      ]) {
        assert.deepEqual((await site.request(caller, 'GET', `/cms/v2/users?${query}`)).body, [], `${caller} ${query}`);
      }
    }
    const { headers } = await site.request('administrator', 'GET', '/cms/v2/users?search=published@secret');
    assert.equal(headers['X-CMS-Total'], '1');
    const found = await site.request('editor', 'GET', '/cms/v2/users?search=published');
    assert.equal(found.headers['X-CMS-Total'], '1');
  });

  test('an author is embedded only for callers who may view the author', async () => {
    const { body: post } = await site.request('administrator', 'POST', '/cms/v2/posts', {
      title: 'q',
      content: 'c',
      status: 'publish',
      author: withContent,
    });
    const { body } = await site.request('nobody', 'GET', `/cms/v2/posts/${post.id}?_embed=author`);
    const [author] = (body._embedded as { author: { name: string }[] }).author;
    assert.equal(author?.name, 'Publisher');
    assert.doesNotMatch(JSON.stringify(author), secrets);
  });
});

test('a private entry makes its author visible to users who may read it', async () => {
  const privateAuthor = await site.addUser('quiet', ['author']);
  await site.request('administrator', 'POST', '/cms/v2/posts', {
    title: 'p',
    content: 'c',
    status: 'private',
    author: privateAuthor,
  });
  const statuses = [];
  for (const caller of callers)
    statuses.push((await site.request(caller, 'GET', `/cms/v2/users/${privateAuthor}`)).status);
  assert.deepEqual(statuses, [401, 403, 403, 403, 200, 200]);
});

// The quoted rule is "of any REST-visible type" (users-and-comments.md §3.3, §3.4); for the parameter, the specification names
// nav_menu_item.
test('a published entry of any declared type makes its author visible', async () => {
  const seen = async () => (await site.request('nobody', 'GET', `/cms/v2/users/${site.ids.author}`)).status;
  assert.equal(await seen(), 401);
  await site.request('author', 'POST', '/cms/v2/blocks', { title: 'b', status: 'publish' });
  assert.equal(await seen(), 200);
  const listed = async (types: string) => {
    const { body } = await site.request('nobody', 'GET', `/cms/v2/users?has_published_posts=${types}`);
    return (body as unknown as { id: number }[]).map(({ id }) => id);
  };
  assert.ok((await listed('true')).includes(site.ids.author));
  assert.deepEqual(await listed('cms_block'), [site.ids.author]);
  assert.deepEqual(await listed('nav_menu_item,attachment'), []);
});

test('a list ignores the sign of IDs and accepts role names as capabilities', async () => {
  const found = async (query: string) => {
    const { body } = await site.request('administrator', 'GET', `/cms/v2/users?${query}`);
    return (body as unknown as { id: number }[]).map(({ id }) => id);
  };
  assert.deepEqual(await found(`include=-${site.ids.editor}`), [site.ids.editor]);
  assert.ok(!(await found(`exclude=-${site.ids.editor}&per_page=100`)).includes(site.ids.editor));
  assert.deepEqual(await found('capabilities=editor'), [site.ids.editor]);
  assert.deepEqual(await found('capabilities=nothing'), []);
});
