// Creates terms, posts and other entries with every status, with revisions and autosaves, and menus.
import type { Body, Client } from './client.ts';
import type { Files } from './fill-media.ts';
import type { Clients } from './fill-users.ts';

const text = (content: string) => `<!-- wp:paragraph -->\n<p>${content}</p>\n<!-- /wp:paragraph -->`;

/** IDs of content that other fixture data refers to. */
export interface Content {
  readonly post: number;
  readonly page: number;
  readonly category: number;
}

/** Creates all terms, entries and menus, as users with different roles. */
export async function fillContent(clients: Clients, files: Files): Promise<Content> {
  const [admin, editor, author] = [clients('admin'), clients('editor-1'), clients('author-1')];
  const terms = await fillTerms(admin);
  const post = await editor.create('/cms/v2/posts', {
    title: 'Published “and” revised & <em>marked up</em>',
    content: text('First words, ünï 😀.'),
    ...{ status: 'publish', sticky: true, slug: 'revised', excerpt: 'An excerpt of its own.' },
    ...{ categories: [terms.category], tags: terms.tags, cuisines: [terms.cuisine], featured_media: files.image },
  });
  for (const content of ['Second words.', 'Third words, <strong>strong</strong>.', dynamicBlocks])
    await editor.update(`/cms/v2/posts/${post.id}`, { content: content.startsWith('<!--') ? content : text(content) });
  await editor.update(`/cms/v2/posts/${post.id}/autosaves`, { content: text('Not yet saved.') });
  await fillStatuses(clients, terms);
  const page = await fillPages(editor);
  await fillRecipes(admin, author, terms);
  await fillBlocks(admin, editor);
  const content = { post: post.id, page, category: terms.category };
  await fillMenus(admin, content);
  return content;
}

const dynamicBlocks = `${text('Fourth words with <a href="https://elsewhere.example/">a link</a>.')}

<!-- wp:latest-posts {"postsToShow":2} /-->

<!-- wp:heading -->
<h2 class="wp-block-heading">A heading</h2>
<!-- /wp:heading -->`;

interface Terms {
  readonly category: number;
  readonly tags: readonly number[];
  readonly cuisine: number;
  readonly region: number;
}

async function fillTerms(admin: Client): Promise<Terms> {
  const make = async (base: string, name: string, more: object = {}): Promise<number> =>
    (await admin.create(`/cms/v2/${base}`, { name, ...more })).id;
  const parent = await make('categories', 'Journeys & ways', { description: 'Where <em>we</em> went.' });
  const category = await make('categories', 'By sea', { parent, slug: 'sea' });
  const tags = [await make('tags', 'Ärger'), await make('tags', 'Slow', { description: 'Takes its time.' })];
  await make('tags', 'Used by nothing');
  const region = await make('regions', 'South');
  return {
    ...{ category, tags, cuisine: await make('cuisines', 'Of the coast') },
    region: await make('regions', 'Islands', { parent: region }),
  };
}

/** Creates posts with each status, by users with different roles. */
async function fillStatuses(clients: Clients, terms: Terms): Promise<void> {
  const [editor, author, contributor] = [clients('editor-2'), clients('author-1'), clients('contributor-1')];
  const more = { content: text('Words of a post.'), categories: [terms.category] };
  const make = (client: Client, title: string, fields: object = {}): Promise<Body> =>
    client.create('/cms/v2/posts', { title, ...more, ...fields });
  await make(author, 'Published by an author', { status: 'publish', date: '2020-02-29T12:30:00', format: 'aside' });
  await make(editor, 'Closed', { status: 'publish', comment_status: 'closed', ping_status: 'closed', format: 'quote' });
  await make(editor, 'Protected', { status: 'publish', password: 'open sesame' });
  await make(editor, 'Private', { status: 'private' });
  await make(author, 'Scheduled', { status: 'publish', date: '2099-12-31T23:00:00' });
  await make(author, 'A draft', { status: 'draft', tags: terms.tags });
  await make(author, 'A draft without a title of its own', { status: 'draft', title: '' });
  await make(contributor, 'Pending', { status: 'pending', categories: [] });
  const trashed = await make(editor, 'In the trash', { status: 'publish', slug: 'trashed' });
  await editor.delete(`/cms/v2/posts/${trashed.id}`);
  const deleted = await make(editor, 'Deleted for good', { status: 'publish' });
  await editor.delete(`/cms/v2/posts/${deleted.id}?force=true`);
}

/** Creates nested pages. The topmost page gets more changes than its type retains revisions. Returns the ID of this page. */
async function fillPages(editor: Client): Promise<number> {
  const page = await editor.create('/cms/v2/pages', {
    ...{ title: 'Above', status: 'publish', content: text('A page.'), template: 'wide', menu_order: 2 },
  });
  for (const n of [1, 2, 3, 4, 5, 6, 7]) await editor.update(`/cms/v2/pages/${page.id}`, { title: `Above ${n}` });
  const below = await editor.create('/cms/v2/pages', { title: 'Below', status: 'publish', parent: page.id });
  await editor.create('/cms/v2/pages', { title: 'Far below', status: 'draft', parent: below.id });
  await editor.create('/cms/v2/pages', { title: 'Hidden', status: 'private', parent: page.id });
  return page.id;
}

async function fillRecipes(admin: Client, author: Client, terms: Terms): Promise<void> {
  const recipe = await author.create('/cms/v2/recipes', {
    ...{ title: 'Soup', status: 'publish', content: text('Boil it.'), cuisines: [terms.cuisine] },
    ...{ regions: [terms.region], meta: { minutes: 40, source: 'Grandmother', ingredients: ['water', 'salt'] } },
  });
  await author.update(`/cms/v2/recipes/${recipe.id}`, { content: text('Boil it well.'), meta: { minutes: 55 } });
  await author.create('/cms/v2/recipes', { title: 'Stew', status: 'draft' });
  const place = await admin.create('/cms/v2/places', { title: 'Harbour', status: 'publish', regions: [terms.region] });
  await admin.create('/cms/v2/places', { title: 'Quay', status: 'publish', parent: place.id, menu_order: 3 });
}

async function fillBlocks(admin: Client, editor: Client): Promise<void> {
  const { id } = await admin.create('/cms/v2/cms_pattern_category', { name: 'Greetings' });
  const block = await editor.create('/cms/v2/blocks', {
    ...{ title: 'Greeting', status: 'publish', content: text('Hello.'), cms_pattern_category: [id] },
  });
  await editor.update(`/cms/v2/blocks/${block.id}`, { content: text('Hello again.') });
  const link = '<!-- wp:navigation-link {"label":"Elsewhere","url":"https://elsewhere.example/"} /-->';
  await admin.create('/cms/v2/navigation', { title: 'Ways', status: 'publish', content: link });
}

/** Creates two menus at different locations. The first has items that link to URLs, entries and a category. */
async function fillMenus(admin: Client, { post, page, category }: Content): Promise<void> {
  const menu = await admin.create('/cms/v2/menus', {
    ...{ name: 'Everywhere', description: 'On every page.', locations: ['header'], auto_add: true },
  });
  await admin.create('/cms/v2/menus', { name: 'Small print', locations: ['footer'] });
  const add = (item: object): Promise<Body> =>
    admin.create('/cms/v2/menu-items', { menus: menu.id, status: 'publish', ...item });
  const custom = { type: 'custom', url: 'https://elsewhere.example/', title: 'Elsewhere', target: '_blank' };
  const first = await add({ ...custom, menu_order: 1, classes: ['out'], xfn: ['friend'], attr_title: 'A hint' });
  await add({ type: 'post_type', object: 'page', object_id: page, menu_order: 2 });
  await add({ type: 'post_type', object: 'post', object_id: post, menu_order: 3, parent: first.id });
  await add({ type: 'taxonomy', object: 'category', object_id: category, menu_order: 4 });
  await add({ ...custom, title: 'Not yet', status: 'draft', menu_order: 5 });
}
