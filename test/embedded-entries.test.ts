// Tests URLs of the site's own entries in content: how they are embedded, and when the embeds change (rendering.md §5).
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeEachEngine } from './engines.ts';
import { createImage, type MediaSite, openMediaSite } from './media-site.ts';

describeEachEngine("URLs of the site's own entries in content", (engine) => {
  let site: MediaSite;
  let statements: string[] = [];
  before(async () => {
    site = await openMediaSite({ database: await engine.open({ onStatement: (sql) => statements.push(sql) }) });
  });
  after(async () => {
    await site.close();
    assert.deepEqual(site.errors, []);
  });

  const make = (more: object = {}, type = 'posts') =>
    site.create(`/cms/v2/${type}`, { title: 'Embedded', content: 'Words', status: 'publish', ...more });
  const renderContent = async (content: string): Promise<string> => {
    const { id } = await make({ content });
    return (await site.request('anonymous', 'GET', `/cms/v2/posts/${id}`)).body.content.rendered;
  };
  const iframeUrls = (html: string): string[] =>
    [...html.matchAll(/<iframe [^>]* src="([^"#]*)#/g)].map(([, to]) => to ?? '');

  it('are rendered as the oEmbed HTML of the entry, without its script', async () => {
    const target = await make({ title: 'One & <em>only</em> "here"' });
    const html = await renderContent(`Before\n\n${target.link}\n\nAfter`);
    const secret = /data-secret="([0-9a-f]{10})"/.exec(html)?.[1];
    const oembedHtml = (
      await site.request('anonymous', 'GET', `/oembed/1.0/embed?url=${encodeURIComponent(target.link)}`)
    ).body.html;
    const expected = oembedHtml
      .replace(/<script>.*<\/script>/, '')
      .replace(/(secret[="]+)[A-Za-z0-9]{10}/g, `$1${secret}`)
      .replace('<em>only</em>', 'only')
      .replace('<iframe ', '<iframe loading="lazy" ');
    assert.equal(html, `<p>Before</p>\n${expected}\n<p>After</p>\n`);
    assert.equal(html.split(`${secret}`).length - 1, 3);
  });

  it('are recognized in every form, and in blocks and shortcodes', async () => {
    const { id, link } = await make({ slug: 'written' });
    const page = await make({ title: 'P', slug: 'a-page' }, 'pages');
    const file = (await site.upload('administrator', 'a.png', await createImage(20, 20))).body;
    const block = (url: string) =>
      `<!-- wp:embed {"url":"${url}"} -->\n<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">\n${url}\n</div></figure>\n<!-- /wp:embed -->`;
    const frame = `${link}embed/`;
    for (const content of [
      link,
      link.replace('//', '//www.'),
      link.replace(/\/$/, ''),
      `${link}?a=1&amp;b=2`,
      `http://site.test/?p=${id}`,
      `[embed]${link}[/embed]`,
      `[embed width="5"]/?p=${id}[/embed]`,
      block(link),
      `<!-- wp:paragraph --><p>x</p><!-- /wp:paragraph -->\n\n${link}\n`,
    ])
      assert.deepEqual(iframeUrls(await renderContent(content)), [frame], content);
    assert.deepEqual(iframeUrls(await renderContent(`${page.link}\n${file.link}`)), [
      `${page.link}embed/`,
      `${file.link}embed/`,
    ]);
  });

  it('are embedded, but no other URLs are', async () => {
    const text = async (url: string) => assert.equal(await renderContent(url), `<p>${url}</p>\n`, url);
    const draft = await make({ status: 'draft' });
    const hidden = await make({ status: 'private', slug: 'hidden' });
    const block = await make({}, 'blocks');
    for (const url of [
      `http://site.test/?p=${draft.id}`,
      hidden.link,
      `http://site.test/?p=${block.id}`,
      'http://site.test/',
      'http://site.test/nothing/',
      'https://www.example.com/a-post/',
      'http://site.test.evil.example/?p=1',
      'http://site.test:8080/?p=1',
    ])
      await text(url);
    const link = `<a href="${hidden.link}">${hidden.link}</a>`;
    assert.equal(await renderContent(`[embed]${hidden.link}[/embed]`), `<p>${link}</p>\n`);
  });

  it('are rendered without the content of a protected entry', async () => {
    const { link } = await make({ title: 'Locked', content: 'Secret', password: 'x' });
    const html = await renderContent(link);
    assert.match(html, />Protected: Locked<\/a><\/blockquote><iframe /);
    assert.doesNotMatch(html, /Secret/);
  });

  it('take two SQL statements for all URLs of a response, and none for URLs of other sites', async () => {
    const links = await Promise.all(Array.from({ length: 12 }, async () => (await make()).link));
    const countStatements = async (content: string): Promise<number> => {
      const { id } = await make({ content });
      statements = [];
      await site.request('administrator', 'GET', `/cms/v2/posts/${id}?context=edit`);
      return statements.length;
    };
    const plain = await countStatements('Text');
    assert.ok(plain > 0);
    assert.equal(await countStatements('https://www.example.com/\n\n[embed]https://www.example.org/[/embed]'), plain);
    const one = await countStatements(`${links[0]}`);
    assert.equal(await countStatements(links.join('\n\n')), one);
    assert.equal(one - plain, 1, 'one statement for all IDs, another for all paths');
  });

  it('are rendered in the same way as long as nothing changes', async () => {
    const { link } = await make();
    const { id } = await make({ content: link });
    const read = async () =>
      (await site.request('editor', 'GET', `/cms/v2/posts/${id}?context=edit`)).body.content.rendered;
    assert.equal(await read(), await read());
  });

  it('appear as text in a generated excerpt', async () => {
    const { link } = await make();
    const { id } = await make({ content: `Words\n\n${link}` });
    const { excerpt } = (await site.request('anonymous', 'GET', `/cms/v2/posts/${id}`)).body;
    assert.equal(excerpt.rendered, `<p>Words ${link}</p>\n`);
  });
});
