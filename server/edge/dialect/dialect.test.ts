import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { textOf } from '../../http/json-text.ts';
import { hearBody, hearPath, hearQuery } from './hear.ts';
import { makeSpeaker } from './say.ts';
import { toCompatible, toOwn, words } from './words.ts';

describe('the compatible names', () => {
  it('are a table that leads back and forth', () => {
    for (const [own, compatible] of words) {
      assert.equal(toCompatible(own), compatible);
      assert.equal(toOwn(compatible), own);
    }
    assert.equal(toOwn('/cms/v2/posts'), '/wp/v2/posts', 'own names are unknown on the other side');
  });

  it('are heard in paths, names of parameters and values that are names', () => {
    assert.equal(hearPath('/wp/v2/types/wp_block'), '/cms/v2/types/cms_block');
    assert.equal(hearQuery('type=wp_block&search=wp_block&page=2'), 'type=cms_block&search=wp_block&page=2');
    assert.equal(hearQuery('_embed=author%2Cwp%3Aterm'), '_embed=author%2Ccms%3Aterm');
    assert.equal(hearQuery('_fields=id,_links.wp:term'), '_fields=id%2C_links.cms%3Aterm');
    assert.equal(hearQuery('wp_pattern_category[]=3&_wpnonce=x'), 'cms_pattern_category[]=3&_cmsnonce=x');
    assert.equal(hearQuery('meta[wp_pattern_sync_status]=unsynced'), 'meta[cms_pattern_sync_status]=unsynced');
    assert.equal(hearQuery('namespace=wp%2Fv2'), 'namespace=cms%2Fv2');
    assert.equal(hearQuery('namespace=wp-block-editor/v1'), 'namespace=cms-block-editor%2Fv1');
    assert.equal(
      hearQuery('has_published_posts=post,wp_block&type=wp%5Fblock'),
      'has_published_posts=post%2Ccms_block&type=cms_block',
    );
    assert.equal(hearQuery('type=wp_blocks%2Cx'), 'type=wp_blocks%2Cx', 'a type of the site');
    assert.equal(hearQuery('_fields[a]=wp_block'), '_fields[a]=cms_block');
    const escaped = (name: string) => `requests%5B0%5D%5Bbody%5D%5B${name}%5D=3`;
    assert.equal(hearQuery(escaped('wp_pattern_category')), escaped('cms_pattern_category'));
    assert.equal(hearQuery('meta%5B_wp_note_status%5D=reopen'), 'meta%5B_cms_note_status%5D=reopen');
    const own = 'meta[mine][wp_block][type]=wp_block';
    assert.equal(hearQuery(own), own);
    assert.equal(hearQuery('_fields=%E0%A4%A'), '_fields=%E0%A4%A', 'no wp in it');
    assert.equal(hearQuery('_fields=wp%E0%A4%A'), `_fields=${encodeURIComponent('wp%E0%A4%A')}`);
  });

  const heard = (body: unknown, type = 'application/json') =>
    Buffer.from(hearBody('POST', type, Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)))).toString();

  it('are heard in bodies, where content stays what it is', () => {
    const content = '<!-- wp:paragraph --><p class="wp-block">wp_block wp/v2</p><!-- /wp:paragraph -->';
    assert.deepEqual(JSON.parse(heard({ wp_theme: 'quarto', type: 'wp_template', title: 'wp_block', content })), {
      cms_theme: 'quarto',
      type: 'cms_template',
      title: 'wp_block',
      content,
    });
    const preferences = { meta: { persisted_preferences: { 'core/views': { type: 'wp_block', wp_template: 1 } } } };
    assert.deepEqual(JSON.parse(heard(preferences)), preferences);
    assert.deepEqual(JSON.parse(heard({ meta: { wp_mine: 1, wp_pattern_sync_status: 'unsynced' } })), {
      meta: { wp_mine: 1, cms_pattern_sync_status: 'unsynced' },
    });
    const request = {
      method: 'POST',
      path: '/wp/v2/posts?_fields=id',
      body: { title: '/wp/v2' },
      headers: { 'X-WP-Nonce': 'x' },
    };
    assert.deepEqual(JSON.parse(heard({ requests: [request] })), {
      requests: [
        {
          method: 'POST',
          path: '/cms/v2/posts?_fields=id',
          body: { title: '/wp/v2' },
          headers: { 'X-CMS-Nonce': 'x' },
        },
      ],
    });
    const prose = { instance: { raw: { code: 'see wp_block, wp_template' } } };
    assert.deepEqual(JSON.parse(heard(prose)), prose);
    assert.deepEqual(JSON.parse(heard({ type: 'post,wp_block' })), { type: 'post,cms_block' });
    assert.deepEqual(JSON.parse(heard({ _fields: { a: 'id,wp_x,_links.wp:term' } })), {
      _fields: { a: 'id,wp_x,_links.cms:term' },
    });
    const form = (text: string) => heard(text, 'application/x-www-form-urlencoded');
    assert.equal(form('type=é,wp_block'), 'type=é,cms_block', 'letters stay the bytes that they were sent as');
    const inside = 'requests[0][body][meta][mine][wp_block]=wp_block';
    assert.equal(form(inside), inside, 'what is in a meta field of a batch is the site’s own');
    assert.equal(
      form('requests[0][body][meta][wp_pattern_sync_status]=unsynced'),
      'requests[0][body][meta][cms_pattern_sync_status]=unsynced',
    );
    assert.equal(heard('wp_id=5&title=wp_block', 'application/x-www-form-urlencoded'), 'cms_id=5&title=wp_block');
  });

  it('are heard in the requests of a batch that is sent as a form', () => {
    const form = (sent: string) => heard(sent, 'application/x-www-form-urlencoded');
    const path = (text: string) => `requests[0][path]=${encodeURIComponent(text)}`;
    assert.equal(form('requests[0][path]=/wp/v2/posts?_fields=id'), path('/cms/v2/posts?_fields=id'));
    assert.equal(form('requests%5B0%5D%5Bpath%5D=%2Fwp%2Fv2%2Fposts').split('=')[1], '%2Fcms%2Fv2%2Fposts');
    assert.equal(form('requests[0][body][type]=wp_block'), 'requests[0][body][type]=cms_block');
    assert.equal(form('type[]=wp_block&type[7]=wp_block'), 'type[]=cms_block&type[7]=cms_block');
    assert.equal(form('title=/wp/v2&path=wp_x'), 'title=/wp/v2&path=wp_x');
  });

  it('leave to others what cannot be read', () => {
    for (const body of ['{"wp_id":', '"wp"', `${'['.repeat(100_000)}"wp"`, '{"wp_id":1,}'])
      assert.equal(heard(body), body);
    const latin1 = Buffer.from('{"wp_id":"\u00ff"}', 'latin1');
    assert.equal(hearBody('POST', 'application/json', latin1), latin1);
    assert.deepEqual(
      JSON.parse(heard('{"wp_id":1,"__proto__":{"a":1}}')),
      JSON.parse('{"cms_id":1,"__proto__":{"a":1}}'),
    );
  });

  const speaker = makeSpeaker('https://site.test/rest', 'https://site.test/wp-json');
  const said = (value: unknown) => JSON.parse(textOf(speaker.json(JSON.stringify(value))));

  it('are said in members, addresses and names', () => {
    const href = (path: string) => `https://site.test${path}`;
    const own = {
      type: 'cms_block',
      slug: 'cms_block',
      class_list: ['type-cms_block'],
      meta: { cms_pattern_sync_status: '', cms_mine: 'cms_block' },
      _links: { 'cms:term': [{ href: href('/rest/cms/v2/tags?post=1'), taxonomy: 'post_tag' }], curies: [{}] },
      link: href('/?post_type=cms_block&p=1'),
      namespaces: ['cms/v2', 'cms-site-health/v1'],
      routes: { '/cms/v2/posts': {} },
      schema: { title: 'cms_block', properties: { cms_pattern_category: { enum: ['cms_block'] } } },
    };
    assert.deepEqual(said(own), {
      type: 'wp_block',
      slug: 'wp_block',
      class_list: ['type-wp_block'],
      meta: { wp_pattern_sync_status: '', cms_mine: 'cms_block' },
      _links: {
        'wp:term': [{ href: href('/wp-json/wp/v2/tags?post=1'), taxonomy: 'post_tag' }],
        curies: [{ name: 'wp', href: 'https://api.w.org/{rel}', templated: true }],
      },
      link: href('/?post_type=wp_block&p=1'),
      namespaces: ['wp/v2', 'wp-site-health/v1'],
      routes: { '/wp/v2/posts': {} },
      schema: { title: 'wp_block', properties: { wp_pattern_category: { enum: ['wp_block'] } } },
    });
  });

  it('are said in titles of schemas, of what belongs to something too', () => {
    const schema = (title: string) => ({ schema: { title, properties: { x: { title: 'cms_block-revision' } } } });
    assert.deepEqual(said(schema('cms_block-revision')), schema('wp_block-revision'));
    assert.deepEqual(said(schema('cms_template_part')), schema('wp_template_part'));
  });

  it('are said where a refusal names parameters', () => {
    const refused = (name: string) => ({
      code: 'rest_invalid_param',
      message: `These cannot be: ${name}.`,
      data: { status: 400, params: { [name]: `${name} must be a list.` } },
    });
    assert.deepEqual(said(refused('cms_pattern_category')), refused('wp_pattern_category'));
  });

  it('are not said in what somebody has written', () => {
    const written = {
      title: { raw: 'cms_block', rendered: 'cms:x https://site.test/rest/' },
      content: { rendered: '<a href="https://site.test/rest/cms/v2">cms/v2</a>' },
      name: 'cms_block',
      description: 'cms/v2',
      slug: 'about-cms_block',
      link: 'https://site.test/about-cms_block/',
    };
    assert.deepEqual(said(written), written);
  });

  it('are said in the headers that an envelope holds', () => {
    const link = (root: string, name: string) => `<https://site.test/${root}/${name}/v2/posts?page=2>; rel="next"`;
    assert.deepEqual(said({ body: [], status: 200, headers: { 'X-CMS-Total': 3, Link: link('rest', 'cms') } }), {
      body: [],
      status: 200,
      headers: { 'X-WP-Total': 3, Link: link('wp-json', 'wp') },
    });
  });

  it('are said in headers', () => {
    assert.deepEqual(speaker.header('X-CMS-Total', '5'), ['X-WP-Total', '5']);
    const root = '<https://site.test/rest/>; rel="cms:root"';
    assert.deepEqual(speaker.header('Link', root)[1], '<https://site.test/wp-json/>; rel="https://api.w.org/"');
  });
});
