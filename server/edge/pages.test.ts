// The pages of text that the edge shows: what is on them, and that their policy lets nothing in but their own styles.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import type { OpenApi } from '../http/open-api.ts';
import { docsPage, docsPolicy } from './docs-page.ts';
import { homePage, homePolicy } from './home-page.ts';

const title = 'A &amp; &#039;B&#039; & <script>';
const document: OpenApi = {
  openapi: '3.1.0',
  info: { title, version: '1', description: '' },
  servers: [{ url: 'http://site.test/rest' }],
  paths: {},
} as never;
const pages = {
  'the home page': { html: homePage({ title, description: '' }, ['http://site.test/rest']), policy: homePolicy },
  'the page of the API': { html: docsPage(document), policy: docsPolicy },
};

for (const [name, { html, policy }] of Object.entries(pages)) {
  describe(name, () => {
    it('shows a title as it is stored, entities and all, and no markup of it', () => {
      assert.match(html, /<h1>A &amp; &#039;B&#039; &amp; &lt;script&gt;/);
    });

    it('may have its own styles and nothing else', () => {
      const [, styles = ''] = /<style>([\s\S]*?)<\/style>/.exec(html) ?? [];
      const hash = createHash('sha256').update(styles).digest('base64');
      assert.match(styles, /--paper/);
      assert.ok(policy.startsWith(`default-src 'none'; style-src 'sha256-${hash}'; `), policy);
      assert.doesNotMatch(policy, /unsafe|\*|script-src|https?:/);
      assert.doesNotMatch(html, / style=| on\w+=|<script/);
    });
  });
}
