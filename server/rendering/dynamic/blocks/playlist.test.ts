import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderHtml } from '../../../../test/rendering/site.ts';

test('a playlist is its saved HTML with a player for each track', async () => {
  const track = (json: string) => `<!-- wp:playlist-track ${json} /-->`;
  const content = `<!-- wp:playlist --><figure class="wp-block-playlist"><ol>${track('{"src":"http://x.test/a.mp3","title":"A \u003cb\u003eb\u003c/b\u003e","artist":"C","length":"1:02"}')}${track('{"src":"javascript:x","title":"Bad"}')}</ol></figure><!-- /wp:playlist -->`;
  const detailHtml = (name: string, text: string) => `<span class="wp-block-playlist-track__${name}">${text}</span>`;
  assert.equal(
    await renderHtml(content),
    `<figure class="wp-block-playlist"><ol><li class="wp-block-playlist-track">${detailHtml('title', 'A b')} ${detailHtml('artist', 'C')} ${detailHtml('length', '1:02')} ` +
      '<audio src="http://x.test/a.mp3" preload="none" aria-label="A b" controls></audio></li></ol></figure>',
  );
});
