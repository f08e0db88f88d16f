import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEntryView, renderHtml } from '../../../../test/rendering/site.ts';

const page = (id: number, parent = 0, menuOrder = 0) =>
  createEntryView(id, { type: 'page', title: `Page ${id}`, titleKey: `page ${id}`, parent, menuOrder });
const entries = () => [page(3), page(1), page(2, 1), page(9, 0, -1)];
const item = (id: number, below = '', more = '') =>
  `<li class="wp-block-pages-list__item${below && ' has-child'}${more && ' current-menu-item'}">` +
  `<a class="wp-block-pages-list__item__link" href="http://x.test/post-${id}/"${more}>Page ${id}</a>` +
  `${below && `<ul class="wp-block-navigation__submenu-container">${below}</ul>`}</li>`;

test('renders pages as a tree by menu order and title, and marks the current page', async () => {
  assert.equal(
    await renderHtml('<!-- wp:page-list /-->', { entries }),
    `<ul class="wp-block-page-list">${item(9, '', ' aria-current="page"')}${item(1, item(2))}${item(3)}</ul>`,
  );
});

test('renders the descendants of a page', async () => {
  assert.equal(
    await renderHtml('<!-- wp:page-list {"parentPageID":1} /-->', { entries }),
    `<ul class="wp-block-page-list">${item(2)}</ul>`,
  );
  assert.equal(await renderHtml('<!-- wp:page-list {"parentPageID":3} /-->', { entries }), '');
});
