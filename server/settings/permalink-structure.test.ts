// Tests permalink structures: which are valid, and that a path leads back to the ID and the slug from which it was built.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fillPermalinkStructure, findPermalinkStructureError, matchPermalinkStructure } from './permalink-structure.ts';

const post = { id: 12, date: '2024-05-07T08:09:10', slug: 'three-days-%c3%a9' };

describe('permalink structures', () => {
  const valid: readonly (readonly [structure: string, path: string])[] = [
    ['/%postname%/', '/three-days-%c3%a9/'],
    ['/blog/%postname%/', '/blog/three-days-%c3%a9/'],
    ['/%year%/%postname%/', '/2024/three-days-%c3%a9/'],
    ['/%year%/%monthnum%/%postname%/', '/2024/05/three-days-%c3%a9/'],
    ['/%year%/%monthnum%/%day%/%postname%/', '/2024/05/07/three-days-%c3%a9/'],
    ['/%year%/%monthnum%/%day%/%hour%/%minute%/%second%/%post_id%/', '/2024/05/07/08/09/10/12/'],
    ['/archives/%post_id%/', '/archives/12/'],
    ['/%postname%/%post_id%/', '/three-days-%c3%a9/12/'],
    ['/%post_id%-%postname%/', '/12-three-days-%c3%a9/'],
    ['/a.b/%postname%-%post_id%.html/', '/a.b/three-days-%c3%a9-12.html/'],
  ];
  for (const [structure, path] of valid)
    it(`${structure} is valid`, () => {
      assert.equal(findPermalinkStructureError(structure), undefined);
      assert.equal(fillPermalinkStructure(structure, post), path);
      const { id, slug } = matchPermalinkStructure(structure, path) ?? {};
      assert.deepEqual(
        [id, slug],
        [
          structure.includes('%post_id%') ? post.id : undefined,
          structure.includes('%postname%') ? post.slug : undefined,
        ],
      );
    });

  it('do not match other paths', () => {
    for (const [structure, path] of [
      ['/%year%/%postname%/', '/24/x/'],
      ['/%year%/%postname%/', '/2024/x/y/'],
      ['/a.b/%postname%/', '/axb/x/'],
      ['/archives/%post_id%/', '/archives/x/'],
      ['/archives/%post_id%/', '/archives/1234567890123456/'],
    ] as const)
      assert.equal(matchPermalinkStructure(structure, path), undefined, path);
  });

  const invalid: readonly (readonly [structure: string, error: RegExp])[] = [
    ['', /begin and end with \//],
    ['/', /begin and end with \//],
    ['%postname%', /begin and end with \//],
    ['/%postname%', /begin and end with \//],
    ['//%postname%/', /no empty segment/],
    [`/${'a'.repeat(200)}/%postname%/`, /at most 200 characters/],
    ['/%category%/%postname%/', /must not contain %category%; the tags are %year%, .*%postname%$/],
    ['/%author%/%postname%/', /must not contain %author%/],
    ['/%toString%/%postname%/', /must not contain %toString%/],
    ['/%postname%/%postname%/', /each tag at most once/],
    ['/%year%/%monthnum%/', /must contain %postname% or %post_id%/],
    ['/blog/', /must contain %postname% or %post_id%/],
    ['/Blog/%postname%/', /lowercase letters/],
    ['/%postname%?x/', /lowercase letters/],
    ['/b l/%postname%/', /lowercase letters/],
    ['/100%/%postname%/', /must consist of|must not contain/],
    ['/%post_id%%postname%/', /text between two tags/],
    ['/../%postname%/', /segments \. and \.\./],
    ['/rest/%postname%/', /must not begin with \/rest\//],
    ['/wp-json/%postname%/', /must not begin with \/wp-json\//],
    ['/category/%postname%/', /must not begin with \/category\//],
    ['/feed/%postname%/', /must not begin with \/feed\//],
    ['/sitemap-x/%postname%/', /must not begin with \/sitemap-x\//],
    ['/recipes/%postname%/', /must not begin with \/recipes\//],
    ['/%postname%/embed/', /must not end like/],
    ['/%postname%/page/%post_id%/', /must not end like/],
    ['/%post_id%/', /differ from the URLs of date archives/],
    ['/%year%/%post_id%/', /differ from the URLs of date archives/],
    ['/%year%/%monthnum%/%post_id%/', /differ from the URLs of date archives/],
    ['/2024/%post_id%/', /differ from the URLs of date archives/],
  ];
  for (const [structure, error] of invalid)
    it(`${JSON.stringify(structure.slice(0, 40))} is not valid`, () => {
      assert.match(findPermalinkStructureError(structure, new Set(['recipes'])) ?? '', error);
    });
});
