// Tests dynamic blocks (docs/rendering.md): they render only public content, authors cannot inject scripts with them, and
// hostile content has a limited cost.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { describeEachEngine } from './engines.ts';
import { findDangers, maliciousContents, maliciousValues } from './rendering/malicious-contents.ts';
import { type Caller, openTestSite, type TestSite } from './site.ts';

const loop = (query: object, inner = '<!-- wp:post-title /-->') =>
  `<!-- wp:query ${JSON.stringify({ query: { perPage: 100, ...query } })} --><div><!-- wp:post-template -->${inner}<!-- /wp:post-template --></div><!-- /wp:query -->`;

/** Returns the text of each element with this tag name, in document order. */
const textsOf = (html: string, tag: string): string[] =>
  [...html.matchAll(new RegExp(`<${tag}[^>]*>(.*?)</${tag}>`, 'g'))].map((found) =>
    (found[1] ?? '').replace(/<[^>]*>/g, ''),
  );

async function renderFor(site: TestSite, caller: Caller, content: string, more: object = {}): Promise<string> {
  const made = await site.create('/cms/v2/pages', { title: 'Shown', content, status: 'publish', ...more });
  const response = await site.request(caller, 'GET', `/cms/v2/pages/${made.id}`);
  assert.equal(response.status, 200, JSON.stringify(response.body));
  return response.body.content.rendered;
}

describeEachEngine('dynamic blocks', (engine) => {
  let site: TestSite;
  const ids: Record<string, number> = {};
  let statements = 0;
  const titles = async (query: object) => textsOf(await renderFor(site, 'anonymous', loop(query)), 'h2');

  before(async () => {
    site = await openTestSite({ database: await engine.open({ onStatement: () => (statements += 1) }) });
    const make = async (path: string, json: object, caller: Caller = 'administrator') => {
      const { id } = await site.create(path, json, caller);
      ids[(json as { title?: string; name?: string }).title ?? (json as { name: string }).name] = id;
      return id as number;
    };
    await make('/cms/v2/categories', { name: 'Red' });
    await make('/cms/v2/categories', { name: 'Blue', parent: ids.Red });
    await make('/cms/v2/tags', { name: 'Small' });
    const post = (title: string, day: number, more: object = {}, caller: Caller = 'administrator') =>
      make(
        '/cms/v2/posts',
        { title, content: `About ${title}`, status: 'publish', date: `2026-01-0${day}T00:00:00`, ...more },
        caller,
      );
    await post('Ant', 1, { categories: [ids.Red] });
    await post('Bee', 2, { categories: [ids.Blue], tags: [ids.Small] });
    await post('Cat', 3, { categories: [ids.Red, ids.Blue], sticky: true });
    await post('Dog', 4, { content: 'A crocodile is mentioned' }, 'author');
    await post('Secret', 5, { password: 'x', excerpt: 'hidden words', content: 'hidden crocodile' });
    await post('Draft', 6, { status: 'draft' });
    await post('Private', 7, { status: 'private' });
    await post('Future', 8, { status: 'future', date: '2099-01-01T00:00:00' });
    await make('/cms/v2/pages', { title: 'Page', status: 'publish' });
    await make('/cms/v2/blocks', { title: 'Open', content: 'Open block', status: 'publish' });
    await make('/cms/v2/blocks', { title: 'Unfinished', content: 'Unfinished block', status: 'draft' });
    await make('/cms/v2/blocks', { title: 'Locked', content: 'Locked block', status: 'publish', password: 'x' });
    await site.request('administrator', 'DELETE', '/cms/v2/posts/1?force=true');
  });
  after(() => assert.deepEqual(site.errors, []));

  const all = ['Secret', 'Dog', 'Cat', 'Bee', 'Ant'];
  for (const [query, expected] of [
    [{}, all],
    [{ order: 'asc' }, all.toReversed()],
    [{ orderBy: 'title', order: 'asc' }, ['Ant', 'Bee', 'Cat', 'Dog', 'Secret']],
    [{ perPage: 2, offset: 1 }, ['Dog', 'Cat']],
    [{ sticky: 'only' }, ['Cat']],
    [{ sticky: 'exclude' }, ['Secret', 'Dog', 'Bee', 'Ant']],
    [{ search: 'crocodile' }, ['Dog']],
    [{ search: 'hidden' }, []],
    [{ postType: 'cms_block' }, []],
    [{ postType: 'nosuch' }, []],
  ] as const) {
    it(`a query ${JSON.stringify(query)}`, async () => assert.deepEqual(await titles(query), expected));
  }

  it('a query by terms, authors and exclusion', async () => {
    assert.deepEqual(await titles({ taxQuery: { category: [ids.Red] } }), ['Cat', 'Ant']);
    assert.deepEqual(await titles({ taxQuery: { category: [ids.Red, ids.Blue] } }), ['Cat', 'Bee', 'Ant']);
    assert.deepEqual(
      await titles({ taxQuery: { include: { category: [ids.Blue] }, exclude: { post_tag: [ids.Small] } } }),
      ['Cat'],
    );
    assert.deepEqual(await titles({ taxQuery: { nosuch: [1] } }), []);
    assert.deepEqual(await titles({ taxQuery: { include: { category: [ids.Red] }, exclude: { nosuch: [1] } } }), [
      'Cat',
      'Ant',
    ]);
    assert.deepEqual(await titles({ author: String(site.ids.author) }), ['Dog']);
    assert.deepEqual(await titles({ exclude: [ids.Dog, ids.Cat] }), ['Secret', 'Bee', 'Ant']);
  });

  it('several queries in the same content are independent', async () => {
    const html = await renderFor(
      site,
      'anonymous',
      [
        loop({ perPage: 1 }),
        loop({ perPage: 1, order: 'asc' }),
        loop({ perPage: 1, orderBy: 'title', order: 'asc', offset: 1 }),
        loop({ search: 'crocodile' }),
      ].join(''),
    );
    assert.deepEqual(textsOf(html, 'h2'), ['Secret', 'Ant', 'Bee', 'Dog']);
  });

  it('query totals ignore their limits', async () => {
    const total = (query: object) =>
      `<!-- wp:query ${JSON.stringify({ query })} --><div><!-- wp:query-total /--></div><!-- /wp:query -->`;
    const html = await renderFor(
      site,
      'anonymous',
      total({ perPage: 1 }) + total({ sticky: 'only', perPage: 1 }) + total({ search: 'crocodile' }),
    );
    assert.deepEqual(
      [...html.matchAll(/(\d+) results? found/g)].map((found) => found[1]),
      ['5', '1', '1'],
    );
  });

  it('terms with the number of their published posts', async () => {
    const html = await renderFor(
      site,
      'anonymous',
      '<!-- wp:categories {"showPostCounts":true,"showHierarchy":true} /--><!-- wp:tag-cloud {"showTagCounts":true} /-->',
    );
    assert.match(
      html,
      />Red<\/a> \(2\)<ul class="children"><li class="cat-item cat-item-\d+"><a href="http:\/\/site\.test\/category\/red\/blue\/">Blue<\/a> \(2\)/,
    );
    assert.match(html, /href="http:\/\/site\.test\/tag\/small\/"[^>]*>Small<span class="tag-link-count"> \(1\)/);
  });

  it('archives, newest first', async () => {
    const html = await renderFor(site, 'anonymous', '<!-- wp:archives {"type":"daily","showPostCounts":true} /-->');
    assert.deepEqual(textsOf(html, 'a'), [
      'January 5, 2026',
      'January 4, 2026',
      'January 3, 2026',
      'January 2, 2026',
      'January 1, 2026',
    ]);
  });

  it('a calendar of the latest month', async () => {
    const html = await renderFor(
      site,
      'anonymous',
      '<!-- wp:calendar /--><!-- wp:calendar {"month":2,"year":2026} /-->',
    );
    assert.deepEqual(textsOf(html, 'caption'), ['January 2026', 'February 2026']);
    assert.deepEqual(textsOf(html, 'a'), ['1', '2', '3', '4', '5', 'January 2026']);
  });

  it('public comments of the site and of an entry', async () => {
    const comment = (post: number | undefined, content: string, more: object = {}) =>
      site.create('/cms/v2/comments', { post, content, ...more });
    const first = await comment(ids.Ant, 'On Ant');
    await comment(ids.Ant, 'Below', { parent: first.id });
    await comment(ids.Ant, 'Held back', { status: 'hold' });
    await comment(ids.Secret, 'On a secret');
    await comment(ids.Private, 'On a private one');
    const latest = await renderFor(site, 'anonymous', '<!-- wp:latest-comments /-->');
    assert.deepEqual(
      [...latest.matchAll(/excerpt">(.*?)<\/div>/g)].map((found) => found[1]),
      ['Below', 'On Ant'],
    );
    const inner =
      '<!-- wp:comments-title /--><!-- wp:comment-template --><!-- wp:comment-content /--><!-- /wp:comment-template -->';
    const html = await renderFor(site, 'anonymous', loop({ order: 'asc', perPage: 2 }, inner));
    assert.deepEqual(textsOf(html, 'h2'), ['2 comments on “Ant”']);
    assert.match(html, /On Ant<\/p>\s*<\/div><ol><li id="comment-\d+" class="comment">.*Below/s);
  });

  it('many blocks take as many SQL statements as one block', async () => {
    const inner =
      '<!-- wp:comments-title /--><!-- wp:comment-template --><!-- wp:comment-content /--><!-- /wp:comment-template --><!-- wp:breadcrumbs /--><!-- wp:post-featured-image /-->';
    const content = (times: number) =>
      [1, 2, 3]
        .slice(0, times)
        .map(
          (at) =>
            `<!-- wp:calendar {"month":${at},"year":2026} /--><!-- wp:latest-comments {"commentsToShow":${at}} /--><!-- wp:template-part {"slug":"${['header', 'footer', 'none'][at - 1]}"} /--><!-- wp:site-logo /-->`,
        )
        .join('') + loop({ perPage: times === 1 ? 1 : 5 }, inner);
    const countStatements = async (times: number) => {
      const { id } = await site.create('/cms/v2/pages', { title: 'S', content: content(times), status: 'publish' });
      const before = statements;
      const { body } = await site.request('subscriber', 'GET', `/cms/v2/pages/${id}`);
      assert.match(body.content.rendered, /calendar.*latest-comments.*breadcrumbs/s);
      return statements - before;
    };
    const [one, many] = [await countStatements(1), await countStatements(3)];
    assert.ok(many <= one + 1, `${one} statements for one of each, ${many} for many`);
  });

  it('terms in a loop, in either order', async () => {
    const terms = (query: object) =>
      `<!-- wp:terms-query ${JSON.stringify({ termQuery: query })} --><div><!-- wp:term-template --><!-- wp:term-name {"level":3} /--><!-- /wp:term-template --></div><!-- /wp:terms-query -->`;
    const html = await renderFor(
      site,
      'anonymous',
      terms({ showNested: true }) + terms({ showNested: true, order: 'desc' }) + terms({ include: [ids.Blue] }),
    );
    const names = textsOf(html, 'h3').filter((name) => name !== 'Uncategorized');
    assert.deepEqual(names, ['Blue', 'Red', 'Red', 'Blue', 'Blue']);
  });

  it('breadcrumbs omit parent pages that are not public', async () => {
    const make = (title: string, parent: number, status = 'publish') =>
      site.create('/cms/v2/pages', { title, parent, status, content: '<!-- wp:breadcrumbs /-->' });
    const top = await make('Top', 0);
    const middle = await make('Middle', top.id);
    const low = await make('Low', middle.id);
    assert.deepEqual(textsOf(low.content.rendered, 'li'), ['Home', '/ Top', '/ Middle', '/ Low']);
    const drafted = await make('Drafted', top.id, 'draft');
    const below = await make('Lowest', drafted.id);
    assert.doesNotMatch(below.content.rendered, /Drafted/);
  });

  it('template parts and patterns of the theme; stored parts take precedence', async () => {
    const content = '<!-- wp:template-part {"slug":"footer","tagName":"footer"} /-->';
    assert.match(await renderFor(site, 'anonymous', content), /^<footer class="wp-block-template-part">.+<\/footer>$/s);
    const pattern = await renderFor(site, 'anonymous', '<!-- wp:pattern {"slug":"quarto/recipe"} /-->');
    assert.match(pattern, /<h2 class="wp-block-heading">Bread for a slow Sunday<\/h2>/);
    await site.create('/cms/v2/template-parts', { slug: 'footer', content: 'Stored footer' });
    assert.equal(
      await renderFor(site, 'anonymous', content),
      '<footer class="wp-block-template-part"><p>Stored footer</p>\n</footer>',
    );
  });

  it('render only public content, for every caller', async () => {
    const content =
      loop({}, '<!-- wp:post-title /--><!-- wp:post-excerpt /--><!-- wp:post-content /-->') +
      ['Open', 'Unfinished', 'Locked', 'Ant'].map((name) => `<!-- wp:block {"ref":${ids[name]}} /-->`).join('') +
      ['Draft', 'Private', 'Future', 'Ant']
        .map((name) => `<!-- wp:navigation-link {"kind":"post-type","id":${ids[name]},"label":"to ${name}"} /-->`)
        .join('') +
      '<!-- wp:latest-posts {"displayPostContent":true,"displayPostContentRadio":"full_post"} /-->';
    const rendered = await renderFor(site, 'anonymous', content);
    for (const hidden of ['hidden', 'Draft', 'Private', 'Future', 'Unfinished', 'Locked'])
      assert.doesNotMatch(rendered, new RegExp(hidden));
    for (const open of ['Secret', 'About Ant', 'Open block', 'to Ant']) assert.match(rendered, new RegExp(open));
    const made = await site.create('/cms/v2/pages', { title: 'Shown', content, status: 'publish' });
    const [one, ...others] = await Promise.all(
      (['anonymous', 'subscriber', 'editor', 'administrator'] as const).map(
        async (caller) => (await site.request(caller, 'GET', `/cms/v2/pages/${made.id}`)).body.content.rendered,
      ),
    );
    for (const other of others) assert.equal(other, one);
  });

  it('protected content is not rendered without the password', async () => {
    const made = await site.create('/cms/v2/pages', {
      title: 'S',
      content: loop({}),
      status: 'publish',
      password: 'p',
    });
    assert.equal((await site.request('anonymous', 'GET', `/cms/v2/pages/${made.id}`)).body.content.rendered, '');
    const open = await site.request('anonymous', 'GET', `/cms/v2/pages/${made.id}?password=p`);
    assert.deepEqual(textsOf(open.body.content.rendered, 'h2'), all);
  });

  it('render the same in lists, embeds and responses to writes; raw content is unchanged', async () => {
    const content = loop({ perPage: 1 });
    const made = await site.create('/cms/v2/pages', { title: 'S', content, status: 'publish' });
    assert.equal(made.content.raw, content);
    const expected = textsOf(made.content.rendered, 'h2');
    assert.deepEqual(expected, ['Secret']);
    const listed = await site.request('anonymous', 'GET', `/cms/v2/pages?include=${made.id}&_fields=content`);
    assert.deepEqual(textsOf(listed.body[0].content.rendered, 'h2'), expected);
    const below = await site.create('/cms/v2/pages', {
      title: 'Below',
      content: 'x',
      status: 'publish',
      parent: made.id,
    });
    const embedded = await site.request('anonymous', 'GET', `/cms/v2/pages/${below.id}?_embed=up`);
    assert.equal(embedded.body._embedded.up[0].id, made.id);
  });

  it('a deleted reusable block is rendered as an empty text', async () => {
    const gone = await site.create('/cms/v2/blocks', { title: 'Gone', content: 'Gone block', status: 'publish' });
    const made = await site.create('/cms/v2/pages', {
      title: 'S',
      content: `a<!-- wp:block {"ref":${gone.id}} /-->b`,
      status: 'publish',
    });
    assert.match(made.content.rendered, /Gone block/);
    await site.request('administrator', 'DELETE', `/cms/v2/blocks/${gone.id}?force=true`);
    assert.equal((await site.request('anonymous', 'GET', `/cms/v2/pages/${made.id}`)).body.content.rendered, 'ab');
  });

  it('rendering of recursive blocks terminates', async () => {
    const [one, two] = [
      await site.create('/cms/v2/blocks', { title: '1', content: 'x', status: 'publish' }),
      await site.create('/cms/v2/blocks', { title: '2', content: 'x', status: 'publish' }),
    ];
    await site.request('administrator', 'PUT', `/cms/v2/blocks/${one.id}`, {
      content: `one <!-- wp:block {"ref":${two.id}} /--><!-- wp:block {"ref":${one.id}} /-->`,
    });
    await site.request('administrator', 'PUT', `/cms/v2/blocks/${two.id}`, {
      content: `two <!-- wp:block {"ref":${one.id}} /-->`,
    });
    assert.equal(await renderFor(site, 'anonymous', `<!-- wp:block {"ref":${one.id}} /-->`), 'one two ');
  });

  it('ten thousand blocks of an author are rendered in time', { timeout: 20_000 }, async () => {
    const blocks = Array.from(
      { length: 10_000 },
      (_, at) => `<!-- wp:latest-posts {"postsToShow":${(at % 50) + 1}} /-->`,
    ).join('');
    const started = performance.now();
    const made = await site.create('/cms/v2/posts', { title: 'Many', content: blocks, status: 'publish' }, 'author');
    const response = await site.request('anonymous', 'GET', `/cms/v2/posts/${made.id}`);
    assert.equal(response.status, 200);
    assert.ok(performance.now() - started < 10_000);
  });
});

describe('an author without unfiltered_html', () => {
  let site: TestSite;
  before(async () => {
    site = await openTestSite();
  });
  after(async () => {
    await site.database.close();
    assert.deepEqual(site.errors, []);
  });

  it('cannot inject scripts with any attribute of any block', async () => {
    for (const value of maliciousValues) {
      for (const content of maliciousContents(value)) {
        const post = {
          title: 'T',
          content,
          status: 'publish',
          meta: { footnotes: JSON.stringify([{ id: value, content: value }]) },
        };
        const made = await site.create('/cms/v2/posts', post, 'author');
        const { rendered } = (await site.request('anonymous', 'GET', `/cms/v2/posts/${made.id}`)).body.content;
        assert.deepEqual(findDangers(rendered), [], `${JSON.stringify(value)}\n${rendered}`);
        assert.ok(!rendered.includes('\u0001'));
      }
    }
  });

  it('gets names that others have entered as text, even if administrators have entered markup', async () => {
    const value = 'A & "b" <b onclick="x()">c</b><script>alert(1)</script> <img src=x onerror=alert(1)>';
    await site.create('/cms/v2/posts', { title: value, content: 'x', excerpt: value, status: 'publish' });
    await site.create('/cms/v2/pages', { title: value, content: 'x', status: 'publish' });
    const category = await site.create('/cms/v2/categories', { name: value });
    const tag = await site.create('/cms/v2/tags', { name: value });
    await site.create('/cms/v2/posts', {
      title: 'y',
      content: 'x',
      status: 'publish',
      categories: [category.id],
      tags: [tag.id],
    });
    await site.request('administrator', 'PUT', `/cms/v2/users/${site.ids.author}`, { name: value, description: value });
    await site.service.settings.set({ title: value });
    await site.service.settings.set({ description: value });
    const names =
      'latest-posts archives categories tag-cloud page-list site-title site-tagline post-title post-excerpt post-author post-author-name post-author-biography avatar post-terms read-more navigation';
    const json =
      '{"term":"category","displayPostContent":true,"displayAuthor":true,"isLink":true,"showBio":true,"showTagCounts":true}';
    const inner = names
      .split(' ')
      .map((name) => `<!-- wp:${name} ${json} /-->`)
      .join('');
    const content = `${inner + loop({}, inner)}<!-- wp:categories {"displayAsDropdown":true} /-->`;
    const made = await site.create('/cms/v2/posts', { title: value, content, status: 'publish' }, 'author');
    const { rendered } = (await site.request('anonymous', 'GET', `/cms/v2/posts/${made.id}`)).body.content;
    assert.deepEqual(findDangers(rendered), []);
    assert.doesNotMatch(rendered, /<b>|<b |<img src=x/);
    assert.match(rendered, /A (&#038;|&amp;) (&quot;|&#8220;)b/);
  });
});
