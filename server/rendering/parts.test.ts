import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { contentParts, hasHoles, packParts, unpackParts } from './parts.ts';
import { renderContent } from './render.ts';

const names = (raw: string) => contentParts(raw).map((part) => (typeof part === 'string' ? part : part.name));

describe('the parts of a content', () => {
  it('are one piece of HTML where no block is dynamic', () => {
    assert.deepEqual(names('"a"'), ['<p>&#8220;a&#8221;</p>\n']);
    assert.equal(hasHoles(renderContent('<!-- wp:paragraph --><p>a</p><!-- /wp:paragraph -->')), false);
  });

  it('are finished around dynamic blocks, which nothing touches', () => {
    const raw =
      '<p>"a" :)</p> <!-- wp:search {"label":"\\u0022x\\u0022 :) ..."} /-->[caption]<img src="x">[/caption] "b"';
    const [before, block, after] = contentParts(raw);
    assert.equal(before, '<p>&#8220;a&#8221; 🙂</p> ');
    assert.ok(typeof block === 'object');
    assert.deepEqual(block.attributes, { label: '"x" :) ...' });
    assert.equal(after, '<img decoding="async" src="x"> &#8220;b&#8221;');
  });

  it('keep a dynamic block with everything inside it in one', () => {
    const raw =
      '<!-- wp:group --><div class="g"><!-- wp:query --><b><!-- wp:post-template -->x<!-- /wp:post-template --></b><!-- /wp:query --></div><!-- /wp:group -->';
    assert.deepEqual(names(raw), [
      '<div class="g is-layout-flow wp-block-group-is-layout-flow">',
      'core/query',
      '</div>',
    ]);
  });

  it('leave out hidden blocks', () => {
    assert.deepEqual(names('<!-- wp:search {"metadata":{"blockVisibility":false}} /-->'), ['']);
  });

  it('survive being stored', () => {
    const raw =
      'a\n<!-- wp:categories {"label":"é \\u003c"} /-->\n<!-- wp:query {"queryId":1} --><i><!-- wp:post-title /--></i><!-- /wp:query -->b';
    const parts = contentParts(raw);
    assert.ok(hasHoles(packParts(parts)));
    assert.deepEqual(unpackParts(packParts(parts)), parts);
  });

  it('cannot be forged by an author', () => {
    for (const raw of ['\u0001["<b>",["x"]]', '<!-- wp:x -->\u0001["a"]<!-- /wp:x -->']) {
      assert.equal(hasHoles(renderContent(raw)), false, raw);
    }
    const parts = contentParts(
      '<!--\u00010--><!--\u0001<!-- wp:acme/x /-->1--><!-- wp:search /-->\u0001<!--\u00017-->',
    );
    assert.deepEqual(
      parts.map((part) => typeof part),
      ['string', 'object', 'string'],
    );
    assert.ok(!parts.some((part) => typeof part === 'string' && part.includes('\u0001')));
  });

  it('take linear time', { timeout: 20_000 }, () => {
    renderContent('<!-- wp:search /-->'.repeat(50_000));
    renderContent('<!-- wp:query -->'.repeat(50_000));
    unpackParts(renderContent('<!-- wp:search /-->x'.repeat(50_000)));
  });
});
