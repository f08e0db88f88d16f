// Tests content types, statuses and taxonomies (protocol.md §15, §16, §17): visibility by role, custom declarations, and
// their names at the compatible mount.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { SiteConfig } from '../server/config/site-config.ts';
import { callers } from './permission-rows.ts';
import { type Caller, openTestSite, type TestSite } from './site.ts';

const config: SiteConfig = {
  types: [
    {
      name: 'recipe',
      restBase: 'recipes',
      noun: { one: 'recipe', many: 'recipes' },
      rights: 'pages',
      supports: ['title', 'editor', 'sticky'],
      description: { icon: 'food', labels: { all_items: 'The cookbook' }, capabilities: { read: 'edit_pages' } },
    },
    { name: 'snippet', restBase: 'snippets', noun: { one: 'snippet', many: 'snippets' }, viewable: false },
  ],
  taxonomies: [
    { name: 'cuisine', restBase: 'cuisines', noun: { one: 'cuisine', many: 'cuisines' }, types: ['recipe'] },
    {
      name: 'snippet_group',
      restBase: 'snippet-groups',
      noun: { one: 'snippet group', many: 'snippet groups' },
      types: ['snippet'],
      hasPages: false,
      rights: { manage: 'a', edit: 'b', delete: 'c', assign: 'edit_theme_options' },
    },
  ],
};

let site: TestSite;
before(async () => {
  site = await openTestSite({ config });
});
after(async () => {
  assert.deepEqual(site.errors, []);
  await site.database.close();
});

const get = (caller: Caller, path: string) => site.request(caller, 'GET', `/cms/v2/${path}`);

/** Requests a list as each caller. Returns the status and code of each error, or the keys of the listed object. */
async function outcomesOfList(path: string): Promise<unknown[]> {
  const outcomes = callers.map(async (caller) => {
    const { status, body } = await get(caller, path);
    return status === 200 ? Object.keys(body).join(' ') : `${status} ${body.code}`;
  });
  return Promise.all(outcomes);
}

/** Requests an item as each caller. Returns the status, the code of an error, and the allowed methods. */
const outcomesOfItem = (path: string) =>
  Promise.all(
    callers.map(async (caller) => {
      const { status, body, headers } = await get(caller, path);
      return [status, ...(status === 200 ? [] : [body.code]), headers.Allow ?? '-'].join(' ');
    }),
  );

const errorsOf = (code: string) => [`401 ${code}`, `403 ${code}`];

describe('content types', () => {
  it('are public, and in the edit context restricted to users who may edit them', async () => {
    const all = [
      'post page attachment nav_menu_item cms_block cms_template cms_template_part cms_global_styles cms_navigation',
      'cms_font_family cms_font_face recipe snippet',
    ].join(' ');
    assert.deepEqual(
      await outcomesOfList('types'),
      callers.map(() => all),
    );
    const ofPosts = 'post attachment cms_block snippet';
    const ofPages = 'post page attachment cms_block recipe snippet';
    const expected = [...errorsOf('rest_cannot_view'), ofPosts, ofPosts, ofPages, all];
    assert.deepEqual(await outcomesOfList('types?context=edit'), expected);
  });

  it('are forbidden individually, while the list remains public', async () => {
    assert.deepEqual(
      await outcomesOfItem('types/page?context=edit'),
      ['401', '403', '403', '403'].map((status) => `${status} rest_forbidden_context GET`).concat('200 GET', '200 GET'),
    );
    assert.deepEqual(
      await outcomesOfItem('types/recipe'),
      callers.map(() => '200 GET'),
    );
    assert.deepEqual(
      await outcomesOfItem('types/Post?context=edit'),
      callers.map(() => '404 rest_type_invalid GET'),
    );
    assert.deepEqual(
      await outcomesOfItem('types/revision'),
      callers.map((caller) => `${caller === 'anonymous' ? 401 : 403} rest_cannot_read_type GET`),
    );
  });

  it('of a site have the configured properties and defaults', async () => {
    const { body } = await get('administrator', 'types/recipe?context=edit');
    assert.equal(body.name, 'Recipes');
    assert.equal(body.icon, 'food');
    assert.equal(body.labels.all_items, 'The cookbook');
    assert.equal(body.labels.add_new_item, 'Add Recipe');
    assert.deepEqual(body.supports, { title: true, editor: true, autosave: true });
    assert.deepEqual(body.taxonomies, ['cuisine']);
    assert.deepEqual(body.visibility, { show_in_nav_menus: true, show_ui: true });
    assert.equal(body.viewable, true);
    assert.equal(body.capabilities.edit_post, 'edit_page');
    assert.equal(body.capabilities.read, 'edit_pages');
    assert.equal(body.capabilities.create_posts, 'edit_pages');
    assert.deepEqual(Object.keys(body._links), ['collection', 'cms:items', 'curies']);
    assert.equal(body._links['cms:items'][0].href, 'http://site.test/rest/cms/v2/recipes');
    assert.equal((await get('administrator', 'types/snippet?context=edit')).body.viewable, false);
  });

  it('have an icon if they have public pages (protocol.md §15)', async () => {
    const types: Record<string, { icon: string | null }> = (await get('anonymous', 'types')).body;
    const withIcon = Object.keys(types).filter((name) => types[name]?.icon !== null);
    assert.deepEqual(withIcon, ['post', 'page', 'attachment', 'recipe']);
  });

  it('have the fields of each context', async () => {
    const embedded = Object.keys((await get('anonymous', 'types/post?context=embed')).body);
    const viewed = Object.keys((await get('anonymous', 'types/post')).body);
    const always = ['name', 'slug', 'icon', 'rest_base', 'rest_namespace', 'template', 'template_lock', '_links'];
    assert.deepEqual(embedded, always);
    assert.deepEqual(
      viewed.filter((name) => !always.includes(name)),
      ['description', 'hierarchical', 'has_archive', 'taxonomies'],
    );
  });

  it('are filtered by key and by property (protocol.md §6)', async () => {
    const cases: [string, unknown][] = [
      ['post', { post: {} }],
      ['slug', {}],
      ['post.slug', { post: {} }],
      ['post.slug,slug', { post: { slug: 'post' } }],
      ['page,slug,rest_base', { page: { slug: 'page', rest_base: 'pages' } }],
      ['post.nothing,slug', { post: {} }],
    ];
    for (const [fields, expected] of cases)
      assert.deepEqual((await get('anonymous', `types?_fields=${fields}`)).body, expected, fields);
    const linked = (await get('anonymous', 'types?_fields=post.slug,post._links,slug,_links')).body;
    assert.deepEqual(Object.keys(linked.post), ['slug', '_links']);
    const one = (await get('administrator', 'types/post?context=edit&_fields=capabilities.edit_post')).body;
    assert.deepEqual(one, { capabilities: { edit_post: 'edit_post' } });
  });
});

describe('statuses', () => {
  it('other than publish are listed for users who may edit posts', async () => {
    const all = 'publish future draft pending private trash';
    const visibleStatuses = ['publish', 'publish', all, all, all, all];
    assert.deepEqual(await outcomesOfList('statuses'), visibleStatuses);
    assert.deepEqual(await outcomesOfList('statuses?context=edit'), [
      ...errorsOf('rest_cannot_view'),
      ...visibleStatuses.slice(2),
    ]);
  });

  it('are checked individually', async () => {
    const open = callers.map(() => '200 GET');
    assert.deepEqual(await outcomesOfItem('statuses/publish?context=edit'), open);
    const forbidden = callers.map((caller) => `${caller === 'anonymous' ? 401 : 403} rest_cannot_read_status -`);
    for (const name of ['future', 'draft', 'pending', 'private', 'trash'])
      assert.deepEqual(await outcomesOfItem(`statuses/${name}`), [...forbidden.slice(0, 2), ...open.slice(2)], name);
    for (const name of ['inherit', 'auto-draft', 'request-pending', 'request-completed'])
      assert.deepEqual(await outcomesOfItem(`statuses/${name}`), forbidden, name);
    for (const name of ['any', 'spam', 'Publish', '0'])
      assert.deepEqual(
        await outcomesOfItem(`statuses/${name}`),
        callers.map(() => '404 rest_status_invalid -'),
        name,
      );
  });

  it('keep their links with any _fields', async () => {
    const one = (await get('anonymous', 'statuses/publish?_fields=slug')).body;
    assert.deepEqual(one, { slug: 'publish', _links: { archives: [{ href: 'http://site.test/rest/cms/v2/posts' }] } });
    const list = (await get('editor', 'statuses?_fields=draft')).body;
    assert.deepEqual(list, {
      draft: { _links: { archives: [{ href: 'http://site.test/rest/cms/v2/posts?status=draft' }] } },
    });
    assert.deepEqual((await get('editor', 'statuses?_fields=draft.slug,slug')).body, { draft: { slug: 'draft' } });
  });
});

describe('taxonomies', () => {
  it('are public, and in the edit context restricted to users who may assign them', async () => {
    const all = 'category post_tag cms_pattern_category nav_menu cuisine snippet_group';
    const used = 'category post_tag cms_pattern_category cuisine';
    assert.deepEqual(
      await outcomesOfList('taxonomies'),
      callers.map(() => all),
    );
    const forEditing = [...errorsOf('rest_cannot_view'), used, used, used, all];
    assert.deepEqual(await outcomesOfList('taxonomies?context=edit'), forEditing);
  });

  it('are filtered by type', async () => {
    const none = callers.map(() => '');
    assert.deepEqual(
      await outcomesOfList('taxonomies?type=recipe'),
      callers.map(() => 'cuisine'),
    );
    assert.deepEqual(await outcomesOfList('taxonomies?type=page&_fields=category'), none);
    assert.deepEqual(await outcomesOfList('taxonomies?type=post,page'), none);
    const errors = callers.map((caller) => `${caller === 'anonymous' ? 401 : 403} rest_cannot_view`);
    assert.deepEqual(await outcomesOfList('taxonomies?type=page&context=edit'), errors);
    const block = [...errors.slice(0, 5), 'snippet_group'];
    assert.deepEqual(await outcomesOfList('taxonomies?type=snippet&context=edit'), block);
    assert.equal((await get('anonymous', 'taxonomies?type[]=post')).status, 400);
  });

  it('are checked individually', async () => {
    const open = callers.map(() => '200 GET');
    assert.deepEqual(await outcomesOfItem('taxonomies/cuisine'), open);
    const unused = callers.map((caller) => `${caller === 'anonymous' ? 401 : 403} rest_forbidden_context -`);
    assert.deepEqual(await outcomesOfItem('taxonomies/cuisine?context=edit'), [
      ...unused.slice(0, 2),
      ...open.slice(2),
    ]);
    assert.deepEqual(await outcomesOfItem('taxonomies/snippet_group?context=edit'), [...unused.slice(0, 5), '200 GET']);
    for (const name of ['nothing', 'categories', 'Category', 'constructor'])
      assert.deepEqual(
        await outcomesOfItem(`taxonomies/${name}?context=edit`),
        callers.map(() => '404 rest_taxonomy_invalid GET'),
      );
    assert.deepEqual(
      await outcomesOfItem('taxonomies/post_format'),
      callers.map((caller) => `${caller === 'anonymous' ? 401 : 403} rest_forbidden -`),
    );
  });

  it('have capabilities and visibility', async () => {
    const { body } = await get('administrator', 'taxonomies/post_tag?context=edit');
    assert.equal(body.capabilities.assign_terms, 'assign_post_tags');
    assert.equal(body.show_cloud, true);
    const hidden = (await get('administrator', 'taxonomies/snippet_group?context=edit')).body;
    assert.deepEqual(hidden.capabilities, {
      manage_terms: 'a',
      edit_terms: 'b',
      delete_terms: 'c',
      assign_terms: 'edit_theme_options',
    });
    assert.deepEqual([hidden.show_cloud, hidden.visibility.public, hidden.visibility.show_ui], [false, false, true]);
    assert.equal(hidden.name, 'Snippet Groups');
  });
});

it('the compatible mount uses its own names', async () => {
  for (const path of ['types', 'taxonomies', 'types?context=edit', 'statuses']) {
    const { body } = await site.requestCompatible('administrator', 'GET', `/wp/v2/${path}`);
    const text = JSON.stringify(body);
    assert.doesNotMatch(text, /cms/, path);
    if (path !== 'statuses') assert.match(text, /"wp_block"/, path);
  }
});
