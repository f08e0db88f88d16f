import assert from 'node:assert/strict';
import { it } from 'node:test';
import { homePage } from './home-page.ts';

it('the home page shows a title as it is stored, entities and all, and no markup of it', () => {
  const page = homePage({ title: 'A &amp; &#039;B&#039; & <script>', description: '' }, ['http://site.test/rest']);
  assert.match(page, /<h1>A &amp; &#039;B&#039; &amp; &lt;script&gt;<\/h1>/);
});
