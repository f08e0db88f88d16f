import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hasPlaceholders, parseParts, renderContentParts, serializeParts } from './content-parts.ts';
import { renderContent } from './render.ts';

const names = (raw: string) => renderContentParts(raw).map((part) => (typeof part === 'string' ? part : part.name));

describe('the parts of rendered content', () => {
  it('are one HTML string when no block is dynamic', () => {
    assert.deepEqual(names('"a"'), ['<p>&#8220;a&#8221;</p>\n']);
    assert.equal(hasPlaceholders(renderContent('<!-- wp:paragraph --><p>a</p><!-- /wp:paragraph -->')), false);
  });

  it('are rendered around dynamic blocks, which are unchanged', () => {
    const raw =
      '<p>"a" :)</p> <!-- wp:search {"label":"\\u0022x\\u0022 :) ..."} /-->[caption]<img src="x">[/caption] "b"';
    const [before, block, after] = renderContentParts(raw);
    assert.equal(before, '<p>&#8220;a&#8221; 🙂</p> ');
    assert.ok(typeof block === 'object');
    assert.deepEqual(block.attributes, { label: '"x" :) ...' });
    assert.equal(after, '<img decoding="async" src="x"> &#8220;b&#8221;');
  });

  it('keep a dynamic block with its inner blocks as one part', () => {
    const raw =
      '<!-- wp:group --><div class="g"><!-- wp:query --><b><!-- wp:post-template -->x<!-- /wp:post-template --></b><!-- /wp:query --></div><!-- /wp:group -->';
    assert.deepEqual(names(raw), [
      '<div class="g is-layout-flow wp-block-group-is-layout-flow">',
      'core/query',
      '</div>',
    ]);
  });

  it('omit hidden blocks', () => {
    assert.deepEqual(names('<!-- wp:search {"metadata":{"blockVisibility":false}} /-->'), ['']);
  });

  it('can be serialized and parsed', () => {
    const raw =
      'a\n<!-- wp:categories {"label":"é \\u003c"} /-->\n<!-- wp:query {"queryId":1} --><i><!-- wp:post-title /--></i><!-- /wp:query -->b';
    const parts = renderContentParts(raw);
    assert.ok(hasPlaceholders(serializeParts(parts)));
    assert.deepEqual(parseParts(serializeParts(parts)), parts);
  });

  it('cannot be forged by an author', () => {
    for (const raw of ['\u0001["<b>",["x"]]', '<!-- wp:x -->\u0001["a"]<!-- /wp:x -->']) {
      assert.equal(hasPlaceholders(renderContent(raw)), false, raw);
    }
    const parts = renderContentParts(
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
    parseParts(renderContent('<!-- wp:search /-->x'.repeat(50_000)));
  });
});
