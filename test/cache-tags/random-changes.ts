// Random changes of a tagged site, as editors and administrators make them.
import type { Records, TaggedSite } from './tagged-site.ts';

/** A change with a name for messages. */
export interface Change {
  readonly name: string;
  run(): Promise<unknown>;
}

type Random = () => number;

/** Returns the contents of entries, some of which have dynamic blocks. */
const contentsOf = ({ blocks, media, posts }: Records, one: <T>(all: readonly T[]) => T, text: string): string[] => [
  `<!-- wp:paragraph --><p>Some text ${text}</p><!-- /wp:paragraph -->`,
  '<!-- wp:latest-posts /-->',
  '<!-- wp:latest-comments /--><!-- wp:categories {"showPostCounts":true} /-->',
  '<!-- wp:query {"query":{"postType":"page","perPage":3}} --><!-- wp:post-template --><!-- wp:post-title /--><!-- /wp:post-template --><!-- /wp:query -->',
  `<!-- wp:block {"ref":${one(blocks)}} /-->`,
  `<!-- wp:image {"id":${one(media)}} --><figure><img src="http://site.test/uploads/2026/03/image.png" class="wp-image-${one(media)}"></figure><!-- /wp:image -->`,
  `<!-- wp:embed {"url":"http://site.test/p${one(posts)}/"} --><figure><div>http://site.test/p${one(posts)}/</div></figure><!-- /wp:embed -->`,
];

const statuses = ['publish', 'publish', 'publish', 'draft', 'private', 'pending'];

/** Adds the records with which the changes begin. */
export async function addRecords(site: TaggedSite): Promise<void> {
  const { records, change, upload, node } = site;
  const create = async (path: string, json: object) => {
    const id = await change('POST', path, json);
    if (id === undefined) throw new Error(`POST ${path} was rejected: ${JSON.stringify(json)}`);
    return id;
  };
  await change('POST', '/cms/v2/settings', { title: 'Tagged' });
  await node.site.request('administrator', 'POST', '/octavo/v1/settings', { anonymous_comments: true });
  for (const name of ['One', 'Two', 'Three']) {
    const parent = name === 'Three' ? (records.categories[0] ?? 0) : 0;
    const id = await create('/cms/v2/categories', { name, parent });
    await create(`/cms/v2/categories/${id}`, { slug: `c${id}` });
    records.categories.push(id);
    records.tags.push(await create('/cms/v2/tags', { name }));
  }
  const addImage = async (parent?: number) => {
    const id = await upload(parent);
    if (id === undefined) throw new Error('the upload was rejected');
    records.media.push(id);
  };
  await addImage();
  await addImage();
  records.blocks.push(await create('/cms/v2/blocks', { title: 'Block', content: 'In a block', status: 'publish' }));
  const { ids } = node.site;
  for (const author of [ids.author, ids.other, ids.administrator, ids.author]) {
    const id = await create('/cms/v2/posts', { title: 'A text', content: 'Text', status: 'publish', author });
    await create(`/cms/v2/posts/${id}`, { slug: `p${id}` });
    records.posts.push(id);
    records.comments.push(await create('/cms/v2/comments', { post: id, content: 'A comment' }));
  }
  await addImage(records.posts[0]);
  for (const title of ['Parent', 'Child', 'Grandchild']) {
    const parent = records.pages.at(-1) ?? 0;
    const id = await create('/cms/v2/pages', { title, content: title, status: 'publish', parent });
    await create(`/cms/v2/pages/${id}`, { slug: `g${id}` });
    records.pages.push(id);
  }
}

/** Returns a function that chooses the next change. */
export function makeNextChange(site: TaggedSite, random: Random): () => Change {
  const { records, change } = site;
  const { posts, pages, media, blocks, categories, tags, comments } = records;
  const { ids } = site.node.site;
  /** A user that may be deleted. */
  let doomed: number | undefined;
  const one = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const some = (all: readonly number[]) => all.filter(() => random() < 0.4);
  const text = () => `text ${Math.floor(random() * 1e6)}`;
  const authors = () => one([ids.author, ids.other, ids.administrator, ids.editor]);
  const content = () => one(contentsOf(records, one, text()));
  const add = async (all: number[], path: string, json: object) => {
    const id = await change('POST', path, json);
    if (id !== undefined) all.push(id);
    return id;
  };
  const entry = (): string =>
    one([`/cms/v2/posts/${one(posts)}`, `/cms/v2/posts/${one(posts)}`, `/cms/v2/pages/${one(pages)}`]);
  const entryChanges: (() => object)[] = [
    () => ({ title: text() }),
    () => ({ content: content() }),
    () => ({ excerpt: text() }),
    () => ({ status: one(statuses) }),
    () => ({ status: 'publish' }),
    () => ({ author: authors() }),
    () => ({ featured_media: one([0, ...media]) }),
    () => ({ comment_status: one(['open', 'closed']) }),
    () => ({ password: one(['', '', 'secret']) }),
    () => ({ date: `2026-0${one([1, 2])}-1${one([0, 1, 2])}T10:00:00` }),
  ];
  const changes: Readonly<Record<string, () => Promise<unknown>>> = {
    'update an entry': () => change('POST', entry(), one(entryChanges)()),
    'update the texts of an entry': () => change('POST', entry(), { title: text(), content: content() }),
    'change the terms of a post': () =>
      change('POST', `/cms/v2/posts/${one(posts)}`, { categories: some(categories), tags: some(tags) }),
    'change the slug of a post': () => {
      const id = one(posts);
      return change('POST', `/cms/v2/posts/${id}`, { slug: `${one(['p', 'q'])}${id}` });
    },
    'make a post sticky': () => change('POST', `/cms/v2/posts/${one(posts)}`, { sticky: random() < 0.5 }),
    'create a post': async () => {
      const status = one(statuses);
      const json = { title: text(), content: content(), status, author: authors(), categories: some(categories) };
      const id = await add(posts, '/cms/v2/posts', json);
      if (id !== undefined) await change('POST', `/cms/v2/posts/${id}`, { slug: `p${id}` });
    },
    'schedule a post': () =>
      add(posts, '/cms/v2/posts', { title: text(), status: 'future', date_gmt: '2026-03-01T10:00:30' }),
    wait: () => site.wait(20),
    'move a page': () => change('POST', `/cms/v2/pages/${one(pages)}`, { parent: one([0, ...pages]) }),
    'rename a page': () => change('POST', `/cms/v2/pages/${one(pages)}`, { slug: `g${one(pages)}` }),
    'create a page': () =>
      add(pages, '/cms/v2/pages', { title: text(), status: one(statuses), parent: one([0, ...pages]) }),
    'trash an entry': () => change('DELETE', entry()),
    'delete an entry': () => change('DELETE', `${entry()}?force=true`),
    'delete a revision': async () => {
      const path = `${entry()}/revisions`;
      const { body } = await site.node.site.request('administrator', 'GET', path);
      if (Array.isArray(body) && body.length > 0) await change('DELETE', `${path}/${one(body).id}?force=true`);
    },
    'autosave an entry': () => change('POST', `${entry()}/autosaves`, { title: text() }),
    'create a term': async () => {
      const id = await add(categories, '/cms/v2/categories', { name: text(), parent: one([0, ...categories]) });
      if (id !== undefined) await change('POST', `/cms/v2/categories/${id}`, { slug: `c${id}` });
    },
    'update a term': () =>
      change('POST', one([`/cms/v2/categories/${one(categories)}`, `/cms/v2/tags/${one(tags)}`]), {
        ...one([{ name: text() }, { slug: text().replace(' ', '-') }, { description: text() }]),
      }),
    'move a term': () => change('POST', `/cms/v2/categories/${one(categories)}`, { parent: one([0, ...categories]) }),
    'delete a term': () =>
      random() < 0.4
        ? change('DELETE', `/cms/v2/${one([`categories/${one(categories)}`, `tags/${one(tags)}`])}?force=true`)
        : add(tags, '/cms/v2/tags', { name: text() }),
    'merge terms': () => change('POST', `/octavo/v1/terms/${one(tags)}/merge`, { into: one(tags) }),
    'create a comment': () =>
      add(comments, '/cms/v2/comments', { post: one(posts), content: text(), ...one([{}, { parent: one(comments) }]) }),
    'update a comment': () => change('POST', `/cms/v2/comments/${one(comments)}`, { content: text() }),
    'moderate a comment': () =>
      change('POST', `/cms/v2/comments/${one(comments)}`, { status: one(['approved', 'hold', 'spam', 'trash']) }),
    'delete a comment': () => change('DELETE', `/cms/v2/comments/${one(comments)}?force=${random() < 0.5}`),
    'update a user': () =>
      change('POST', `/cms/v2/users/${one(records.users)}`, one([{ name: text() }, { description: text() }])),
    'create a user with a post': async () => {
      const login = `user-${Math.floor(random() * 1e6)}`;
      const json = { username: login, email: `${login}@site.test`, password: 'long enough', roles: ['author'] };
      const id = await change('POST', '/cms/v2/users', json);
      await add(posts, '/cms/v2/posts', { title: text(), status: 'publish', author: id });
      doomed = id;
    },
    'delete a user': () => change('DELETE', `/cms/v2/users/${doomed ?? 0}?force=true&reassign=${ids.editor}`),
    'upload an image': async () => {
      const id = await site.upload(one([undefined, ...posts]));
      if (id !== undefined) media.push(id);
    },
    'update an image': () =>
      change(
        'POST',
        `/cms/v2/media/${one(media)}`,
        one([{ alt_text: text() }, { caption: text() }, { post: one(posts) }]),
      ),
    'delete an image': () =>
      random() < 0.3 ? change('DELETE', `/cms/v2/media/${one(media)}?force=true`) : site.wait(1),
    'update a block': () => change('POST', `/cms/v2/blocks/${one(blocks)}`, { content: text(), status: one(statuses) }),
    'change a setting': () =>
      change('POST', '/cms/v2/settings', one([{ title: text() }, { posts_per_page: one([2, 5, 10]) }])),
    'change a template': () =>
      change('POST', '/cms/v2/templates/quarto//single', { content: `<!-- wp:post-title /-->${text()}` }),
  };
  const names = Object.keys(changes);
  return () => {
    const name = one(names);
    return { name, run: async () => changes[name]?.() };
  };
}
