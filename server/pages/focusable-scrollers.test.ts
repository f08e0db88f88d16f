import assert from 'node:assert/strict';
import { it } from 'node:test';
import { withFocusableScrollers } from './focusable-scrollers.ts';

const cases: readonly (readonly [about: string, html: string, expected: string])[] = [
  [
    'code',
    '<p>a</p><pre class="wp-block-code"><code>b</code></pre>',
    '<p>a</p><pre tabindex=0 class="wp-block-code"><code>b</code></pre>',
  ],
  [
    'tables',
    "<figure class='x wp-block-table'><table></table></figure>",
    "<figure tabindex=0 class='x wp-block-table'><table></table></figure>",
  ],
  [
    'several elements',
    '<pre class="wp-block-code">a</pre><PRE class="wp-block-code">b</PRE>',
    '<pre tabindex=0 class="wp-block-code">a</pre><PRE tabindex=0 class="wp-block-code">b</PRE>',
  ],
  [
    'only these elements',
    '<pre class="wp-block-verse">a</pre><figure class="wp-block-image"></figure><div class="wp-block-table"></div>',
    '<pre class="wp-block-verse">a</pre><figure class="wp-block-image"></figure><div class="wp-block-table"></div>',
  ],
  [
    'only elements that an author has not made focusable',
    '<pre tabindex="-1" class="wp-block-code">a</pre>',
    '<pre tabindex="-1" class="wp-block-code">a</pre>',
  ],
  // The values of the attributes end where they ended before.
  [
    'a tag in values of attributes',
    `<img alt="<pre class=" wp-block-code"><img alt='<pre class="wp-block-code">'>`,
    `<img alt="<pre tabindex=0 class=" wp-block-code"><img alt='<pre tabindex=0 class="wp-block-code">'>`,
  ],
];

for (const [about, html, expected] of cases)
  it(`makes ${about} focusable`, () => assert.equal(withFocusableScrollers(html), expected));
