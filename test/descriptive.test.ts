// Types, states and taxonomies as they are described (protocol.md §15, §16, §17): who sees what, what a site declares of its
// own, and which names clients of the other mount are told.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { SiteConfig } from '../server/config/site-config.ts';
import { openTestSite, type Person, type TestSite } from './site.ts';
import { people } from './who-may.ts';

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
  assert.deepEqual(site.faults, []);
  await site.database.close();
});

const get = (person: Person, path: string) => site.ask(person, 'GET', `/cms/v2/${path}`);

/** What each of the people is answered: the status and code of a refusal, or the keys of an object. */
async function told(path: string): Promise<unknown[]> {
  const answers = people.map(async (person) => {
    const { status, body } = await get(person, path);
    return status === 200 ? Object.keys(body).join(' ') : `${status} ${body.code}`;
  });
  return Promise.all(answers);
}

/** What each of the people is answered for one item: a status, with the code of a refusal and the methods allowed. */
const judged = (path: string) =>
  Promise.all(
    people.map(async (person) => {
      const { status, body, headers } = await get(person, path);
      return [status, ...(status === 200 ? [] : [body.code]), headers.Allow ?? '-'].join(' ');
    }),
  );

const refused = (code: string) => [`401 ${code}`, `403 ${code}`];

describe('content types', () => {
  it('are told to everyone, for editing to those who write them', async () => {
    const all = [
      'post page attachment nav_menu_item cms_block cms_template cms_template_part cms_global_styles cms_navigation',
      'cms_font_family cms_font_face recipe snippet',
    ].join(' ');
    assert.deepEqual(
      await told('types'),
      people.map(() => all),
    );
    const ofPosts = 'post attachment cms_block snippet';
    const ofPages = 'post page attachment cms_block recipe snippet';
    const shown = [...refused('rest_cannot_view'), ofPosts, ofPosts, ofPages, all];
    assert.deepEqual(await told('types?context=edit'), shown);
  });

  it('are refused one by one, while the route stays open to all', async () => {
    assert.deepEqual(
      await judged('types/page?context=edit'),
      ['401', '403', '403', '403'].map((status) => `${status} rest_forbidden_context GET`).concat('200 GET', '200 GET'),
    );
    assert.deepEqual(
      await judged('types/recipe'),
      people.map(() => '200 GET'),
    );
    assert.deepEqual(
      await judged('types/Post?context=edit'),
      people.map(() => '404 rest_type_invalid GET'),
    );
    assert.deepEqual(
      await judged('types/revision'),
      people.map((person) => `${person === 'anonymous' ? 401 : 403} rest_cannot_read_type GET`),
    );
  });

  it('of a site are described by what it declares, and by what follows from that', async () => {
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

  it('have a picture where they stand for what is published (protocol.md §15)', async () => {
    const types: Record<string, { icon: string | null }> = (await get('anonymous', 'types')).body;
    const pictured = Object.keys(types).filter((name) => types[name]?.icon !== null);
    assert.deepEqual(pictured, ['post', 'page', 'attachment', 'recipe']);
  });

  it('show in each context what it has', async () => {
    const embedded = Object.keys((await get('anonymous', 'types/post?context=embed')).body);
    const viewed = Object.keys((await get('anonymous', 'types/post')).body);
    const always = ['name', 'slug', 'icon', 'rest_base', 'rest_namespace', 'template', 'template_lock', '_links'];
    assert.deepEqual(embedded, always);
    assert.deepEqual(
      viewed.filter((name) => !always.includes(name)),
      ['description', 'hierarchical', 'has_archive', 'taxonomies'],
    );
  });

  it('are narrowed by key and by member (protocol.md §6)', async () => {
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

describe('states', () => {
  it('beside the public one are told to those who write something', async () => {
    const all = 'publish future draft pending private trash';
    const seen = ['publish', 'publish', all, all, all, all];
    assert.deepEqual(await told('statuses'), seen);
    assert.deepEqual(await told('statuses?context=edit'), [...refused('rest_cannot_view'), ...seen.slice(2)]);
  });

  it('are judged one by one', async () => {
    const open = people.map(() => '200 GET');
    assert.deepEqual(await judged('statuses/publish?context=edit'), open);
    const inward = people.map((person) => `${person === 'anonymous' ? 401 : 403} rest_cannot_read_status -`);
    for (const name of ['future', 'draft', 'pending', 'private', 'trash'])
      assert.deepEqual(await judged(`statuses/${name}`), [...inward.slice(0, 2), ...open.slice(2)], name);
    for (const name of ['inherit', 'auto-draft', 'request-pending', 'request-completed'])
      assert.deepEqual(await judged(`statuses/${name}`), inward, name);
    for (const name of ['any', 'spam', 'Publish', '0'])
      assert.deepEqual(
        await judged(`statuses/${name}`),
        people.map(() => '404 rest_status_invalid -'),
        name,
      );
  });

  it('keep their links whatever is asked for', async () => {
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
  it('are told to everyone, for editing to those who use them', async () => {
    const all = 'category post_tag cms_pattern_category nav_menu cuisine snippet_group';
    const used = 'category post_tag cms_pattern_category cuisine';
    assert.deepEqual(
      await told('taxonomies'),
      people.map(() => all),
    );
    const forEditing = [...refused('rest_cannot_view'), used, used, used, all];
    assert.deepEqual(await told('taxonomies?context=edit'), forEditing);
  });

  it('are those of a type where one is named', async () => {
    const none = people.map(() => '');
    assert.deepEqual(
      await told('taxonomies?type=recipe'),
      people.map(() => 'cuisine'),
    );
    assert.deepEqual(await told('taxonomies?type=page&_fields=category'), none);
    assert.deepEqual(await told('taxonomies?type=post,page'), none);
    const refusals = people.map((person) => `${person === 'anonymous' ? 401 : 403} rest_cannot_view`);
    assert.deepEqual(await told('taxonomies?type=page&context=edit'), refusals);
    const block = [...refusals.slice(0, 5), 'snippet_group'];
    assert.deepEqual(await told('taxonomies?type=snippet&context=edit'), block);
    assert.equal((await get('anonymous', 'taxonomies?type[]=post')).status, 400);
  });

  it('are judged one by one', async () => {
    const open = people.map(() => '200 GET');
    assert.deepEqual(await judged('taxonomies/cuisine'), open);
    const unused = people.map((person) => `${person === 'anonymous' ? 401 : 403} rest_forbidden_context -`);
    assert.deepEqual(await judged('taxonomies/cuisine?context=edit'), [...unused.slice(0, 2), ...open.slice(2)]);
    assert.deepEqual(await judged('taxonomies/snippet_group?context=edit'), [...unused.slice(0, 5), '200 GET']);
    for (const name of ['nothing', 'categories', 'Category', 'constructor'])
      assert.deepEqual(
        await judged(`taxonomies/${name}?context=edit`),
        people.map(() => '404 rest_taxonomy_invalid GET'),
      );
    assert.deepEqual(
      await judged('taxonomies/post_format'),
      people.map((person) => `${person === 'anonymous' ? 401 : 403} rest_forbidden -`),
    );
  });

  it('tell the rights and where they are shown', async () => {
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

it('clients of the compatible mount are told the names that they know', async () => {
  for (const path of ['types', 'taxonomies', 'types?context=edit', 'statuses']) {
    const { body } = await site.askCompatible('administrator', 'GET', `/wp/v2/${path}`);
    const text = JSON.stringify(body);
    assert.doesNotMatch(text, /cms/, path);
    if (path !== 'statuses') assert.match(text, /"wp_block"/, path);
  }
});
