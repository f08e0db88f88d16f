// Addresses of the site's own entries in texts: what they show, and until when (rendering.md §5).
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeEachEngine } from './engines.ts';
import { type MediaSite, openMediaSite, picture } from './media-site.ts';

describeEachEngine("addresses of the site's own entries in texts", (engine) => {
  let site: MediaSite;
  let statements: string[] = [];
  before(async () => {
    site = await openMediaSite({ database: await engine.open({ onStatement: (sql) => statements.push(sql) }) });
  });
  after(async () => {
    assert.deepEqual(site.faults, []);
    await site.close();
  });

  const make = (more: object = {}, type = 'posts') =>
    site.make(`/cms/v2/${type}`, { title: 'Told', content: 'Words', status: 'publish', ...more });
  const shownIn = async (content: string): Promise<string> => {
    const { id } = await make({ content });
    return (await site.ask('anonymous', 'GET', `/cms/v2/posts/${id}`)).body.content.rendered;
  };
  const framed = (html: string): string[] =>
    [...html.matchAll(/<iframe [^>]* src="([^"#]*)#/g)].map(([, to]) => to ?? '');

  it('shows what oEmbed tells of them, without its script', async () => {
    const target = await make({ title: 'One & <em>only</em> "here"' });
    const html = await shownIn(`Before\n\n${target.link}\n\nAfter`);
    const secret = /data-secret="([0-9a-f]{10})"/.exec(html)?.[1];
    const told = (await site.ask('anonymous', 'GET', `/oembed/1.0/embed?url=${encodeURIComponent(target.link)}`)).body
      .html;
    const expected = told
      .replace(/<script>.*<\/script>/, '')
      .replace(/(secret[="]+)[A-Za-z0-9]{10}/g, `$1${secret}`)
      .replace('<em>only</em>', 'only')
      .replace('<iframe ', '<iframe loading="lazy" ');
    assert.equal(html, `<p>Before</p>\n${expected}\n<p>After</p>\n`);
    assert.equal(html.split(`${secret}`).length - 1, 3);
  });

  it('knows them however they are written, and blocks and shortcodes that hold them', async () => {
    const { id, link } = await make({ slug: 'written' });
    const page = await make({ title: 'P', slug: 'a-page' }, 'pages');
    const file = (await site.upload('administrator', 'a.png', await picture(20, 20))).body;
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
      assert.deepEqual(framed(await shownIn(content)), [frame], content);
    assert.deepEqual(framed(await shownIn(`${page.link}\n${file.link}`)), [`${page.link}embed/`, `${file.link}embed/`]);
  });

  it('leaves all others as they are written', async () => {
    const text = async (address: string) => assert.equal(await shownIn(address), `<p>${address}</p>\n`, address);
    const draft = await make({ status: 'draft' });
    const hidden = await make({ status: 'private', slug: 'hidden' });
    const block = await make({}, 'blocks');
    for (const address of [
      `http://site.test/?p=${draft.id}`,
      hidden.link,
      `http://site.test/?p=${block.id}`,
      'http://site.test/',
      'http://site.test/nothing/',
      'https://www.example.com/a-post/',
      'http://site.test.evil.example/?p=1',
      'http://site.test:8080/?p=1',
    ])
      await text(address);
    const link = `<a href="${hidden.link}">${hidden.link}</a>`;
    assert.equal(await shownIn(`[embed]${hidden.link}[/embed]`), `<p>${link}</p>\n`);
  });

  it('tells of an entry with a password that it is protected, and not what is in it', async () => {
    const { link } = await make({ title: 'Locked', content: 'Secret', password: 'x' });
    const html = await shownIn(link);
    assert.match(html, />Protected: Locked<\/a><\/blockquote><iframe /);
    assert.doesNotMatch(html, /Secret/);
  });

  it('asks for all addresses of an answer in two statements, and for none of other sites', async () => {
    const links = await Promise.all(Array.from({ length: 12 }, async () => (await make()).link));
    const costOf = async (content: string): Promise<number> => {
      const { id } = await make({ content });
      statements = [];
      await site.ask('administrator', 'GET', `/cms/v2/posts/${id}?context=edit`);
      return statements.length;
    };
    const plain = await costOf('Text');
    assert.ok(plain > 0);
    assert.equal(await costOf('https://www.example.com/\n\n[embed]https://www.example.org/[/embed]'), plain);
    const one = await costOf(`${links[0]}`);
    assert.equal(await costOf(links.join('\n\n')), one);
    assert.equal(one - plain, 1, 'all numbers in one, all paths in another');
  });

  it('an answer is the same whenever nothing has changed', async () => {
    const { link } = await make();
    const { id } = await make({ content: link });
    const read = async () =>
      (await site.ask('editor', 'GET', `/cms/v2/posts/${id}?context=edit`)).body.content.rendered;
    assert.equal(await read(), await read());
  });

  it('a made excerpt shows the address as text', async () => {
    const { link } = await make();
    const { id } = await make({ content: `Words\n\n${link}` });
    const { excerpt } = (await site.ask('anonymous', 'GET', `/cms/v2/posts/${id}`)).body;
    assert.equal(excerpt.rendered, `<p>Words ${link}</p>\n`);
  });
});
