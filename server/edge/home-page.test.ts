import assert from 'node:assert/strict';
import { it } from 'node:test';
import { homePage } from './home-page.ts';

it('the home page shows a title as it is stored, and no markup of it', () => {
  const title = 'A &amp; &#039;B&#039; & <script>';
  const page = homePage({ title, description: '', roots: ['http://site.test/rest'], base: '' });
  assert.match(page, /<h1>A &amp; &#39;B&#39; &amp; &lt;script&gt;<\/h1>/);
  assert.match(page, /<a href="http:\/\/site\.test\/rest">/);
});
