import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { targetOfEditorLink } from './editor-links.ts';

describe('links of the editor', () => {
  const cases: readonly [location: string, search: string, target: string | undefined][] = [
    ['/content/post/edit.php', 'post_type=page', '/content/page'],
    ['/content/post/edit.php', '', '/content/post'],
    ['/content/page/post-new.php', 'post_type=page', '/content/page/new'],
    ['/content/post/post.php', 'post=12&action=edit', '/content/post/12'],
    ['/content/post/post.php', 'post=x', undefined],
    ['/content/post/other.php', '', undefined],
    ['/content/post/site-editor.php', '', '/site-editor'],
    ['/content/post/site-editor.php', 'p=%2Fpattern', '/site-editor?p=%2Fpattern'],
    ['/edit.php', 'post_type=page', '/content/page'],
    ['/edit.php', '', '/content/post'],
    ['/content/post/post.php', 'post=12&post_type=attachment', '/media/12'],
    ['/content/attachment', '', '/media'],
    ['/content/attachment/12', '', '/media/12'],
    ['/content/attachments/12', '', undefined],
    ['/content/post/7', '', undefined],
    ['/', '', undefined],
  ];
  for (const [location, search, target] of cases)
    it(`${location}?${search} leads to ${target ?? 'no other screen'}`, () =>
      assert.equal(targetOfEditorLink(location, search), target));
});
