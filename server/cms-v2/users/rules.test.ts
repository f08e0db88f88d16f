import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type Caller, type CallerRow, callers, makePeople, type People, testRows } from '../../../test/people.ts';
import { openDatabase } from '../../database/open.ts';

let people: People;
let hidden: number;
let unseen: number;
let published: number;

before(async () => {
  people = await makePeople(await openDatabase({ kind: 'memory' }));
  hidden = await people.add('hidden', ['author']);
  unseen = await people.add('unseen', ['author']);
  published = await people.add('published', ['author'], 'Publisher');
  await people.ask('administrator', 'POST', '/cms/v2/posts', {
    title: 'p',
    content: 'c',
    status: 'publish',
    author: published,
  });
});

const ofSelf = (as: Caller) => `/cms/v2/users/${people.ids[as]}`;
const me = () => '/cms/v2/users/me';
const ofHidden =
  (query = '') =>
  () =>
    `/cms/v2/users/${hidden}${query}`;
const ofPublished =
  (query = '') =>
  () =>
    `/cms/v2/users/${published}${query}`;
const list = (query: string) => () => `/cms/v2/users?${query}`;
const away = '?force=true&reassign=false';

const view = 'rest_user_cannot_view';
const edit = 'rest_cannot_edit';
const roles = 'rest_cannot_edit_roles';
const context = 'rest_forbidden_context';
const order = 'rest_forbidden_orderby';
const who = 'rest_forbidden_who';
const create = 'rest_cannot_create_user';
const remove = 'rest_user_cannot_delete';
const unknown = 'rest_user_invalid_id';
const role = 'rest_user_invalid_role';
const signIn = 'rest_not_logged_in';
const someone = { username: 'x', email: 'x@new.example', password: 'Secret-1' };

// What is refused comes before what is done, so that the rows do not depend on each other.
const table: CallerRow[] = [
  ['read who published nothing', 'GET', ofHidden(), undefined, view, view, view, view, view, 200],
  ['read who published', 'GET', ofPublished(), undefined, 200, 200, 200, 200, 200, 200],
  ['read for embedding', 'GET', ofPublished('?context=embed'), undefined, 200, 200, 200, 200, 200, 200],
  [
    'read another for editing',
    'GET',
    ofPublished('?context=edit'),
    undefined,
    context,
    context,
    context,
    context,
    context,
    200,
  ],
  [
    'read oneself for editing',
    'GET',
    (as) => `${ofSelf(as)}?context=edit`,
    undefined,
    unknown,
    200,
    200,
    200,
    200,
    200,
  ],
  ['read oneself by the word', 'GET', () => `${me()}?context=edit`, undefined, signIn, 200, 200, 200, 200, 200],
  ['list', 'GET', list(''), undefined, 200, 200, 200, 200, 200, 200],
  ['list for editing', 'GET', list('context=edit'), undefined, context, context, context, context, context, 200],
  ['list by role', 'GET', list('roles=author'), undefined, view, view, view, view, view, 200],
  ['list by capability', 'GET', list('capabilities=read'), undefined, view, view, view, view, view, 200],
  ['list by address', 'GET', list('orderby=email'), undefined, order, order, order, order, order, 200],
  ['list by registration', 'GET', list('orderby=registered_date'), undefined, order, order, order, order, order, 200],
  ['list who writes', 'GET', list('who=authors'), undefined, who, who, 200, 200, 200, 200],
  ['change another', 'POST', ofHidden(), { url: '' }, edit, edit, edit, edit, edit, 200],
  ['change oneself', 'PATCH', ofSelf, { url: '' }, unknown, 200, 200, 200, 200, 200],
  ['change oneself by the word', 'PUT', me, { url: '' }, unknown, 200, 200, 200, 200, 200],
  ['give another a role', 'POST', ofHidden(), { roles: ['author'] }, roles, roles, roles, roles, roles, 200],
  ['give oneself a role', 'POST', me, { roles: ['author'] }, unknown, roles, roles, roles, roles, role],
  ['take all roles from another', 'POST', ofHidden(), { roles: [] }, edit, edit, edit, edit, edit, 200],
  ['take all roles from oneself', 'POST', me, { roles: [] }, unknown, roles, roles, roles, roles, role],
  ['make a user', 'POST', list(''), someone, create, create, create, create, create, 201],
  ['delete another', 'DELETE', ofHidden(away), undefined, remove, remove, remove, remove, remove, 200],
  ['delete oneself', 'DELETE', (as) => ofSelf(as) + away, undefined, unknown, remove, remove, remove, remove, remove],
  [
    'delete oneself by the word',
    'DELETE',
    () => me() + away,
    undefined,
    unknown,
    remove,
    remove,
    remove,
    remove,
    remove,
  ],
];

const fixed: Readonly<Record<string, number>> = { [unknown]: 404, [signIn]: 401, [role]: 403 };

describe('who may do what with users', () => {
  testRows(() => people, table, fixed);
});

describe('what answers keep to themselves', () => {
  const secrets =
    /secret\.example|username|"email"|first_name|roles|capabilities|registered|locale|nickname|password|preferences/;

  test('a record for reading has nothing that is for editors, whoever asks', async () => {
    for (const as of callers) {
      for (const address of [
        ofPublished()(),
        ofPublished('?context=embed')(),
        '/cms/v2/users',
        '/cms/v2/users?per_page=100&page=1',
      ]) {
        const { body } = await people.ask(as, 'GET', address);
        assert.doesNotMatch(JSON.stringify(body), secrets, `${as} ${address}`);
      }
    }
  });

  test('names in _fields do not open what the context hides', async () => {
    const { body } = await people.ask(
      'administrator',
      'GET',
      ofPublished('?_fields=id,email,roles,capabilities,meta')(),
    );
    assert.deepEqual(body, { id: published, meta: {} });
  });

  test('nobody is told the password, nor its hash', async () => {
    const { body } = await people.ask(
      'administrator',
      'GET',
      ofPublished('?context=edit&_fields=password,password_hash,id')(),
    );
    assert.deepEqual(body, { id: published });
  });

  test('lists and their totals leave out who has published nothing', async () => {
    for (const as of callers.slice(0, -1)) {
      for (const query of [
        '',
        'search=unseen',
        'slug=unseen',
        `include=${unseen}`,
        'has_published_posts=false',
        'orderby=slug',
      ]) {
        const { body, headers } = await people.ask(as, 'GET', `/cms/v2/users?${query}`);
        const names = (body as unknown as { slug: string }[]).map((user) => user.slug);
        assert.equal(names.includes('unseen'), false, `${as} ${query}`);
        assert.equal(headers['X-CMS-Total'], String(names.length), `${as} ${query}`);
      }
    }
  });

  test('addresses cannot be searched by those who may not list users', async () => {
    for (const as of callers.slice(0, -1)) {
      for (const query of [
        'search=published@secret',
        'search=secret.example&search_columns=email',
        'search=secret&search_columns=email,name',
      ]) {
        assert.deepEqual((await people.ask(as, 'GET', `/cms/v2/users?${query}`)).body, [], `${as} ${query}`);
      }
    }
    const { headers } = await people.ask('administrator', 'GET', '/cms/v2/users?search=published@secret');
    assert.equal(headers['X-CMS-Total'], '1');
    const found = await people.ask('editor', 'GET', '/cms/v2/users?search=published');
    assert.equal(found.headers['X-CMS-Total'], '1');
  });

  test('an author is embedded for those alone who may see it', async () => {
    const { body: post } = await people.ask('administrator', 'POST', '/cms/v2/posts', {
      title: 'q',
      content: 'c',
      status: 'publish',
      author: published,
    });
    const { body } = await people.ask('nobody', 'GET', `/cms/v2/posts/${post.id}?_embed=author`);
    const [author] = (body._embedded as { author: { name: string }[] }).author;
    assert.equal(author?.name, 'Publisher');
    assert.doesNotMatch(JSON.stringify(author), secrets);
  });
});

test('a private entry makes its author visible to those who may read it', async () => {
  const quiet = await people.add('quiet', ['author']);
  await people.ask('administrator', 'POST', '/cms/v2/posts', {
    title: 'p',
    content: 'c',
    status: 'private',
    author: quiet,
  });
  const statuses = [];
  for (const as of callers) statuses.push((await people.ask(as, 'GET', `/cms/v2/users/${quiet}`)).status);
  assert.deepEqual(statuses, [401, 403, 403, 403, 200, 200]);
});
