// Creates a site for the leak test of the public pages, with records that anonymous callers may see and records that they may not.
//
// Words that begin with `veiled` are secrets: no page may contain them. Words that begin with `plain` are public: they must occur on a page.
import type { SiteConfig } from '../../server/config/site-config.ts';
import { statement } from '../../server/database/statement.ts';
import { createImage, createSound } from '../media-site.ts';
import type { Caller, TestResponse, TestSite } from '../site.ts';
import { blocksThatReferTo } from './referring-blocks.ts';

/** Types and taxonomies, some of which are not public or have no public pages. */
export const secretSiteConfig: SiteConfig = {
  types: [
    {
      ...{ name: 'recipe', restBase: 'recipes', noun: { one: 'recipe', many: 'recipes' }, hierarchical: true },
      meta: { private_note: { type: 'string', default: '', context: ['edit'], description: 'A note for editors.' } },
    },
    { name: 'snippet', restBase: 'snippets', noun: { one: 'snippet', many: 'snippets' }, viewable: false },
    { name: 'memo', restBase: 'memos', noun: { one: 'memo', many: 'memos' }, hasPages: false },
  ],
  taxonomies: [
    { name: 'cuisine', restBase: 'cuisines', noun: { one: 'cuisine', many: 'cuisines' }, types: ['recipe'] },
    {
      ...{ name: 'drawer', restBase: 'drawers', noun: { one: 'drawer', many: 'drawers' }, types: ['snippet'] },
      hasPages: false,
    },
  ],
};

const unpublishTemplates = statement((q) =>
  q.updateTable('entries').set({ status: 'draft' }).where('type', 'in', ['cms_template', 'cms_template_part']),
);

export interface SecretSite {
  readonly secrets: readonly string[];
  /** Words that must occur on a page. */
  readonly publicWords: readonly string[];
  /** IDs of entries, terms, users and comments, public or not. */
  readonly ids: readonly number[];
}

/** Creates records, and collects the words in them. */
class Builder {
  readonly site: TestSite;
  readonly words = new Set<string>();
  readonly ids = new Set<number>();

  constructor(site: TestSite) {
    this.site = site;
  }

  async create(path: string, json: object, caller?: Caller): Promise<number> {
    return this.#record(await this.site.create(path, json, caller), json);
  }

  async change(path: string, json: object, method = 'POST'): Promise<void> {
    const { status, body } = await this.site.request('administrator', method, path, json);
    if (status >= 300) throw new Error(`${method} ${path} returned ${status}: ${JSON.stringify(body)}`);
    this.#record(body, json);
  }

  /** Uploads a file, whose name may contain words. */
  async upload(name: string, bytes: Uint8Array, query = ''): Promise<number> {
    const { status, body } = await this.site.sendBody('administrator', 'POST', `/cms/v2/media${query}`, bytes, {
      ...{ 'content-type': 'application/octet-stream', 'content-disposition': `attachment; filename="${name}"` },
    });
    if (status !== 201) throw new Error(`Uploading ${name} returned ${status}: ${JSON.stringify(body)}`);
    return this.#record(body, name);
  }

  #record(body: TestResponse['body'], submitted: unknown): number {
    for (const [word] of JSON.stringify(submitted).matchAll(/\b(?:veiled|plain)\w+/g)) this.words.add(word);
    const id = Number(body.id ?? body.cms_id);
    if (Number.isSafeInteger(id)) this.ids.add(id);
    return id;
  }
}

/** Creates all records. The site must have been opened with `secretSiteConfig` and with a file store. */
export async function createSecretSite(site: TestSite): Promise<SecretSite> {
  const builder = new Builder(site);
  await createSettings(builder);
  const users = await createUsers(builder);
  const terms = await createTerms(builder);
  const hidden = await createHiddenEntries(builder, terms);
  const theme = await createHiddenDesign(builder);
  const files = await createFiles(builder, hidden.private);
  await createPublicEntries(builder, { ...terms, ...users, ...files });
  await createComments(builder, hidden);
  const content = blocksThatReferTo({ ...hidden, ...theme, ...files, ...users, ...terms });
  for (const [at, blocks] of content.entries())
    await builder.create('/cms/v2/pages', { title: `References ${at}`, status: 'publish', content: blocks });
  const words = [...builder.words];
  return {
    secrets: words.filter((word) => word.startsWith('veiled')),
    publicWords: words.filter((word) => word.startsWith('plain')),
    ids: [...builder.ids],
  };
}

async function createSettings(builder: Builder): Promise<void> {
  await builder.change('/cms/v2/settings', {
    ...{ title: 'The plaintitle', description: 'About the plaintagline', posts_per_page: 3 },
    email: 'veiledsiteemail@site.test',
  });
  await builder.site.service.settings.set({ comment_previously_approved: false });
}

/** Creates an author whose name is public, and a user without entries. */
async function createUsers(builder: Builder) {
  const writer = await builder.create('/cms/v2/users', {
    ...{ username: 'veiledwriterlogin', email: 'veiledwriteremail@site.test', password: 'correct horse' },
    ...{ first_name: 'veiledwriterfirst', last_name: 'veiledwriterlast', nickname: 'veiledwriternick' },
    ...{ name: 'The plainwriter', slug: 'plainwriterslug', description: 'Life of plainbiography', roles: ['author'] },
  });
  const ghost = await builder.create('/cms/v2/users', {
    ...{ username: 'veiledghostlogin', email: 'veiledghostemail@site.test', password: 'correct horse' },
    ...{ first_name: 'veiledghostfirst', last_name: 'veiledghostlast', nickname: 'veiledghostnick' },
    ...{ name: 'veiledghostname', slug: 'veiledghostslug', description: 'veiledghostbiography', roles: ['author'] },
    url: 'https://veiledghosturl.example/',
  });
  return { writer, ghost };
}

async function createTerms(builder: Builder) {
  const category = await builder.create('/cms/v2/categories', {
    ...{ name: 'plaincategory', description: 'About plaincategorytext' },
  });
  const tag = await builder.create('/cms/v2/tags', { name: 'plaintag' });
  const cuisine = await builder.create('/cms/v2/cuisines', { name: 'plaincuisine' });
  const drawer = await builder.create('/cms/v2/drawers', { name: 'Top drawer' });
  const menu = await builder.create('/cms/v2/menus', { name: 'veiledmenu', description: 'veiledmenutext' });
  await builder.create('/cms/v2/menu-items', {
    ...{ menus: menu, title: 'veiledmenuitem', status: 'publish', url: 'https://veiledmenuurl.example/' },
  });
  return { category, tag, cuisine, drawer, menu };
}

const textsOf = (name: string) => ({
  ...{ title: `veiled${name}title`, content: `<p>veiled${name}content</p>`, excerpt: `veiled${name}excerpt` },
  slug: `veiled${name}slug`,
});

/** Creates entries that are not public, or whose content is not. */
async function createHiddenEntries(
  builder: Builder,
  { category, tag, drawer }: Record<'category' | 'tag' | 'drawer', number>,
) {
  const terms = { categories: [category], tags: [tag] };
  const post = (name: string, json: object) => builder.create('/cms/v2/posts', { ...textsOf(name), ...terms, ...json });
  const page = (name: string, json: object) => builder.create('/cms/v2/pages', { ...textsOf(name), ...json });
  const future = { status: 'future', date: '2098-03-04T05:06:07' };
  const draft = await post('draft', { status: 'draft' });
  await post('pending', { status: 'pending' });
  await post('future', future);
  const privatePost = await post('private', { status: 'private', format: 'gallery' });
  const trashed = await post('trashed', { status: 'publish' });
  await builder.change(`/cms/v2/posts/${trashed}`, {}, 'DELETE');
  const draftPage = await page('draftpage', { status: 'draft' });
  await page('futurepage', future);
  const parent = await page('parent', { status: 'private' });
  await page('trashedpage', { status: 'pending' });
  const child = { title: 'Child plainchildtitle', slug: 'plainchild', status: 'publish', content: 'A child.' };
  await builder.create('/cms/v2/pages', { ...child, parent });
  await builder.create('/cms/v2/recipes', { ...textsOf('recipe'), status: 'draft' });
  const automatic = await builder.create('/octavo/v1/auto-drafts', { type: 'post' });
  const snippet = await builder.create('/cms/v2/snippets', {
    ...textsOf('snippet'),
    status: 'publish',
    drawers: [drawer],
  });
  const locked = { status: 'publish', password: 'veiledpassword' };
  const guarded = await post('guarded', {
    ...{ ...locked, title: 'Locked plainguardedtitle', slug: 'plainguarded', date: '2026-02-01T10:00:00' },
  });
  await page('guardedpage', { ...locked, title: 'Locked page', slug: 'locked-page' });
  await builder.create('/octavo/v1/previews', { entry: draft });
  return { draft, private: privatePost, trashed, draftPage, parent, automatic, snippet, guarded };
}

/** Creates blocks, navigation and templates that are not published, and private patterns. */
async function createHiddenDesign(builder: Builder) {
  const block = await builder.create('/cms/v2/blocks', { ...textsOf('block'), status: 'draft' });
  const navigation = await builder.create('/cms/v2/navigation', {
    ...{ title: 'veilednavigationtitle', status: 'draft' },
    content: '<!-- wp:navigation-link {"label":"veilednavigationlabel","url":"/veilednavigationurl/"} /-->',
  });
  for (const [base, slug] of [
    ['template-parts', 'header'],
    ['templates', 'single'],
    ['templates', 'archive'],
  ])
    await builder.create(`/cms/v2/${base}`, {
      slug,
      title: `veiled${slug}title`,
      content: `<p>veiled${slug}content</p>`,
    });
  // Only imports create drafts of templates.
  await builder.site.database.transaction((tx) => tx.run(unpublishTemplates, {}));
  await builder.create('/cms/v2/template-parts', {
    slug: 'veiledpart',
    title: 'veiledparttitle',
    content: 'veiledpartcontent',
  });
  await builder.change('/cms/v2/template-parts/quarto//veiledpart', {}, 'DELETE');
  return { block, navigation };
}

/** Creates files: a public one, and some that only readers of a private post may see. */
async function createFiles(builder: Builder, privatePost: number) {
  const image = await createImage(6, 4);
  const publicImage = await builder.upload('plainimage.png', image);
  const privateImage = await builder.upload('veiledimage.png', image, `?post=${privatePost}`);
  const sound = await builder.upload('veiledsound.wav', createSound(), `?post=${privatePost}`);
  for (const id of [privateImage, sound])
    await builder.change(`/cms/v2/media/${id}`, {
      ...{ title: 'veiledmediatitle', caption: 'veiledcaption', description: 'veileddescription' },
      alt_text: 'veiledalternative',
    });
  return { image: publicImage, privateImage, sound };
}

interface Shown extends Record<'category' | 'tag' | 'cuisine' | 'writer' | 'image' | 'privateImage', number> {}

/** Creates published entries with revisions, an autosave and private meta fields. Some follow an entry that is not public. */
async function createPublicEntries(builder: Builder, { category, tag, cuisine, writer, image, privateImage }: Shown) {
  for (let at = 0; at < 8; at += 1)
    await builder.create('/cms/v2/posts', {
      ...{ title: `Post plainpost${at}`, content: `Text of plaincontent${at}`, status: 'publish', author: writer },
      ...{ categories: [category], tags: [tag], date: `2026-0${1 + (at % 4)}-0${1 + at}T08:00:00`, sticky: at === 1 },
      ...{ format: at % 2 === 0 ? 'gallery' : 'standard', featured_media: at % 3 === 0 ? privateImage : image },
    });
  const revised = await builder.create('/cms/v2/posts', {
    ...{ title: 'veiledrevisiontitle', content: 'veiledrevisioncontent', excerpt: 'veiledrevisionexcerpt' },
    ...{ status: 'publish', slug: 'plainrevised', comment_status: 'open' },
  });
  await builder.change(`/cms/v2/posts/${revised}`, { title: 'The plainrevision', content: 'New', excerpt: '' });
  await builder.change(`/cms/v2/posts/${revised}/autosaves`, {
    ...{ title: 'veiledautosavetitle', content: 'veiledautosavecontent' },
  });
  await builder.create('/cms/v2/pages', {
    ...{ title: 'Pages of plainpages', status: 'publish', slug: 'plainpages' },
    content: 'One plainfirst<!--nextpage-->Two plainsecond<!--nextpage-->Three',
  });
  await builder.create('/cms/v2/recipes', {
    ...{ title: 'Soup plainrecipe', content: 'Stir plainrecipetext', status: 'publish', cuisines: [cuisine] },
    meta: { private_note: 'veiledmeta' },
  });
  // The API returns memos, but they have no pages.
  await builder.create('/cms/v2/memos', {
    title: 'plainmemo',
    slug: 'memo',
    content: 'plainmemotext',
    status: 'publish',
  });
}

/** Creates comments that are public, that are not approved, and on entries that are not public. */
async function createComments(builder: Builder, hidden: Record<'private' | 'guarded', number>) {
  const [post] = (await builder.site.request('anonymous', 'GET', '/cms/v2/posts?slug=plainrevised')).body;
  const comment = (on: number, name: string, status: string) =>
    builder.create('/cms/v2/comments', {
      ...{ post: on, status, content: `${name}comment`, author_name: `${name}commenter` },
      ...{ author_email: `${name.replace('plain', 'veiled')}email@far.test`, author_ip: '203.0.113.77' },
      ...{ author_url: `https://${name}url.example/`, author_user_agent: 'veiledagent' },
    });
  await comment(post.id, 'plain', 'approved');
  for (const status of ['hold', 'spam', 'trash']) await comment(post.id, `veiled${status}`, status);
  await comment(hidden.private, 'veiledonprivate', 'approved');
  await comment(hidden.guarded, 'veiledonguarded', 'approved');
}
