import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEntryView, renderContent, renderHtml } from '../../../../test/rendering/site.ts';

const navigation = (inner: string, json = '') => `<!-- wp:navigation ${json} -->${inner}<!-- /wp:navigation -->`;
const link = (json: string) => `<!-- wp:navigation-link ${json} /-->`;
const item = (text: string, href: string, more = '', classes = '') =>
  `<li class="wp-block-navigation-item ${classes}wp-block-navigation-link"><a class="wp-block-navigation-item__content" href="${href}"${more}>` +
  `<span class="wp-block-navigation-item__label">${text}</span></a></li>`;
const frame = (items: string) =>
  `<nav class="wp-block-navigation"><ul class="wp-block-navigation__container">${items}</ul></nav>`;

test('renders its inner links', async () => {
  const inner = `${link('{"label":"A \\u003cb\\u003eb\\u003c/b\\u003e","url":"/a?x=1\\u0026y=2","opensInNewTab":true}')}\n`;
  assert.equal(
    await renderHtml(navigation(inner)),
    frame(item('A b', '/a?x=1&amp;y=2', ' target="_blank" rel="noopener"')),
  );
});

test('wraps other blocks in list items', async () => {
  assert.match(
    await renderHtml(navigation('<!-- wp:site-title {"level":0} /--><!-- wp:home-link /-->', '{"ariaLabel":"Main"}')),
    /aria-label="Main"><ul class="[^"]+"><li class="wp-block-navigation-item"><p class="wp-block-site-title">.*<\/p><\/li><li class="wp-block-navigation-item wp-block-home-link">.*Home/,
  );
});

test('renders submenus', async () => {
  const sub = `<!-- wp:navigation-submenu {"label":"More","url":"/m"} -->${link('{"label":"B","url":"/b"}')}<!-- /wp:navigation-submenu -->`;
  assert.equal(
    await renderHtml(navigation(sub)),
    frame(
      '<li class="wp-block-navigation-item has-child wp-block-navigation-submenu"><a class="wp-block-navigation-item__content" href="/m">' +
        '<span class="wp-block-navigation-item__label">More</span></a><ul class="wp-block-navigation__submenu-container">' +
        `${item('B', '/b')}</ul></li>`,
    ),
  );
});

test('a link to an entry has its current URL, and is omitted when the entry is not public', async () => {
  const to = navigation(link('{"label":"Old","url":"http://x.test/former/","kind":"post-type","type":"page","id":4}'));
  const { html, requestedNeeds } = await renderContent(to, {
    entry: (id) => (id === 4 ? createEntryView(4) : undefined),
  });
  assert.equal(html, frame(item('Old', 'http://x.test/post-4/')));
  assert.deepEqual(requestedNeeds.flat(), [{ kind: 'entry', id: 4 }]);
  assert.equal(await renderHtml(to), frame(''));
  assert.match(
    await renderHtml(to, { entry: () => createEntryView(4) }, createEntryView(4)),
    /current-menu-item.*aria-current="page"/,
  );
});

test('renders a referenced navigation, but no other content', async () => {
  const raw = link('{"label":"A","url":"/a"}');
  const contents = { 5: { type: 'cms_navigation', raw }, 6: { type: 'post', raw } };
  assert.equal(await renderHtml('<!-- wp:navigation {"ref":5} /-->', { contents }), frame(item('A', '/a')));
  assert.equal(await renderHtml('<!-- wp:navigation {"ref":6} /-->', { contents }), '');
  assert.equal(await renderHtml('<!-- wp:navigation {"ref":7} /-->', { contents }), '');
});

test('a recursive navigation ends', async () => {
  const contents = { 5: { type: 'cms_navigation', raw: '<!-- wp:navigation {"ref":5} /-->' } };
  assert.equal(
    await renderHtml('<!-- wp:navigation {"ref":5} /-->', { contents }),
    frame('<li class="wp-block-navigation-item"></li>'),
  );
});

test('renders all pages by default', async () => {
  assert.match(
    await renderHtml('<!-- wp:navigation /-->', { entries: () => [createEntryView(3)] }),
    /^<nav class="wp-block-navigation"><ul class="wp-block-navigation__container"><li class="wp-block-pages-list__item wp-block-navigation-item">/,
  );
});

test('on a page, a block without links renders the navigation of the site, otherwise all pages', async () => {
  const page = { url: '', description: '', queryPages: new Map() };
  const render = (raw: string, html: string) =>
    renderContent(
      html,
      {
        siteNavigation: () => ({ id: 5, type: 'cms_navigation', raw, stored: raw }),
        entries: () => [createEntryView(3)],
      },
      createEntryView(9),
      page,
    );
  const empty = '<!-- wp:navigation /-->';
  const { html, requestedNeeds } = await render(link('{"label":"A","url":"/a"}'), empty);
  assert.equal(html, frame(item('A', '/a')));
  assert.deepEqual(requestedNeeds, [[{ kind: 'site navigation' }], []]);
  assert.match((await render('', empty)).html, /<a [^>]*href="http:\/\/x\.test\/post-3\/"/);
  const nested = (await render(empty, empty)).html;
  assert.equal(nested.match(/<nav /g)?.length, 2, 'a navigation is not rendered within itself');
  const own = navigation(link('{"label":"B","url":"/b"}'));
  assert.deepEqual((await render(link('{"label":"A","url":"/a"}'), own)).html, frame(item('B', '/b')));
});
