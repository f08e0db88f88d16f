import assert from 'node:assert/strict';
import { test } from 'node:test';
import { entryOf, show, shownOf } from '../site-for-tests.ts';

const navigation = (inner: string, json = '') => `<!-- wp:navigation ${json} -->${inner}<!-- /wp:navigation -->`;
const link = (json: string) => `<!-- wp:navigation-link ${json} /-->`;
const item = (text: string, href: string, more = '', classes = '') =>
  `<li class="wp-block-navigation-item ${classes}wp-block-navigation-link"><a class="wp-block-navigation-item__content" href="${href}"${more}>` +
  `<span class="wp-block-navigation-item__label">${text}</span></a></li>`;
const frame = (items: string) =>
  `<nav class="wp-block-navigation"><ul class="wp-block-navigation__container">${items}</ul></nav>`;

test('shows its own links', async () => {
  const inner = `${link('{"label":"A \\u003cb\\u003eb\\u003c/b\\u003e","url":"/a?x=1\\u0026y=2","opensInNewTab":true}')}\n`;
  assert.equal(
    await shownOf(navigation(inner)),
    frame(item('A b', '/a?x=1&amp;y=2', ' target="_blank" rel="noopener"')),
  );
});

test('puts what is no item into one', async () => {
  assert.match(
    await shownOf(navigation('<!-- wp:site-title {"level":0} /--><!-- wp:home-link /-->', '{"ariaLabel":"Main"}')),
    /aria-label="Main"><ul class="[^"]+"><li class="wp-block-navigation-item"><p class="wp-block-site-title">.*<\/p><\/li><li class="wp-block-navigation-item wp-block-home-link">.*Home/,
  );
});

test('shows links below a link', async () => {
  const sub = `<!-- wp:navigation-submenu {"label":"More","url":"/m"} -->${link('{"label":"B","url":"/b"}')}<!-- /wp:navigation-submenu -->`;
  assert.equal(
    await shownOf(navigation(sub)),
    frame(
      '<li class="wp-block-navigation-item has-child wp-block-navigation-submenu"><a class="wp-block-navigation-item__content" href="/m">' +
        '<span class="wp-block-navigation-item__label">More</span></a><ul class="wp-block-navigation__submenu-container">' +
        `${item('B', '/b')}</ul></li>`,
    ),
  );
});

test('a link to an entry follows the entry, and goes with it', async () => {
  const to = navigation(link('{"label":"Old","url":"http://x.test/former/","kind":"post-type","type":"page","id":4}'));
  const { html, asked } = await show(to, { entry: (id) => (id === 4 ? entryOf(4) : undefined) });
  assert.equal(html, frame(item('Old', 'http://x.test/post-4/')));
  assert.deepEqual(asked.flat(), [{ kind: 'entry', id: 4 }]);
  assert.equal(await shownOf(to), frame(''));
  assert.match(await shownOf(to, { entry: () => entryOf(4) }, entryOf(4)), /current-menu-item.*aria-current="page"/);
});

test('shows a navigation of the site, and no other text', async () => {
  const raw = link('{"label":"A","url":"/a"}');
  const contents = { 5: { type: 'cms_navigation', raw }, 6: { type: 'post', raw } };
  assert.equal(await shownOf('<!-- wp:navigation {"ref":5} /-->', { contents }), frame(item('A', '/a')));
  assert.equal(await shownOf('<!-- wp:navigation {"ref":6} /-->', { contents }), '');
  assert.equal(await shownOf('<!-- wp:navigation {"ref":7} /-->', { contents }), '');
});

test('a navigation within itself ends', async () => {
  const contents = { 5: { type: 'cms_navigation', raw: '<!-- wp:navigation {"ref":5} /-->' } };
  assert.equal(
    await shownOf('<!-- wp:navigation {"ref":5} /-->', { contents }),
    frame('<li class="wp-block-navigation-item"></li>'),
  );
});

test('shows all pages where it says nothing', async () => {
  assert.match(
    await shownOf('<!-- wp:navigation /-->', { entries: () => [entryOf(3)] }),
    /^<nav class="wp-block-navigation"><ul class="wp-block-navigation__container"><li class="wp-block-pages-list__item wp-block-navigation-item">/,
  );
});
