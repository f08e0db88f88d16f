import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderHtml } from '../../../../test/rendering/site.ts';
import { renderContentParts, serializeParts } from '../../content-parts.ts';

const raws: Readonly<Record<string, string>> = {
  header: '<!-- wp:site-title {"level":0} /-->',
  again: 'x<!-- wp:template-part {"slug":"again"} /-->',
};
const site = {
  templatePart: (slug: string) => {
    const raw = raws[slug];
    return raw === undefined
      ? undefined
      : { id: 0, type: 'cms_template_part', raw, stored: serializeParts(renderContentParts(raw)) };
  },
  pattern: (slug: string) =>
    ({
      'quarto/a': '<!-- wp:paragraph --><p>A</p><!-- /wp:paragraph -->',
      'quarto/b': 'b<!-- wp:pattern {"slug":"quarto/b"} /-->',
    })[slug],
};

test('a template part renders its blocks in the configured element', async () => {
  const title = '<p class="wp-block-site-title"><a href="http://x.test/">A site</a></p>';
  for (const json of ['{"slug":"header","tagName":"header"}', '{"slug":"header","theme":"quarto","area":"header"}'])
    assert.equal(
      await renderHtml(`<!-- wp:template-part ${json} /-->`, site),
      `<header class="wp-block-template-part">${title}</header>`,
    );
  assert.match(await renderHtml('<!-- wp:template-part {"slug":"header","tagName":"script"} /-->', site), /^<div /);
});

test('a template part of another theme or a missing one is empty', async () => {
  for (const json of ['{"slug":"header","theme":"other"}', '{"slug":"none"}', '{}'])
    assert.equal(await renderHtml(`<!-- wp:template-part ${json} /-->`, site), '');
});

test('a pattern renders its blocks', async () => {
  assert.equal(
    await renderHtml('<!-- wp:pattern {"slug":"quarto/a"} /-->', site),
    '<p class="wp-block-paragraph">A</p>',
  );
  assert.equal(await renderHtml('<!-- wp:pattern {"slug":"quarto/none"} /-->', site), '');
});

test('a template part or pattern is not rendered within itself', async () => {
  assert.equal(
    await renderHtml('<!-- wp:template-part {"slug":"again"} /-->', site),
    '<div class="wp-block-template-part">x</div>',
  );
  assert.equal(await renderHtml('<!-- wp:pattern {"slug":"quarto/b"} /-->', site), 'b');
});
