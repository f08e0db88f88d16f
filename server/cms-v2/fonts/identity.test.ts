// Tests which settings make two font faces identical (media-fonts-and-oembed.md, B2).
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FontFaceSettings } from '../../../contract/cms-v2/font-faces.ts';
import { describeFace, faceSlug } from './identity.ts';

const identityOf = (settings: Partial<FontFaceSettings>) => describeFace({ fontFamily: 'Box', src: 'x', ...settings });

describe('the canonical description of a font face', () => {
  it('ignores sources, display and preview', () => {
    assert.equal(identityOf({}), 'box;normal;400;100%;U+0-10FFFF');
    assert.equal(identityOf({ src: 'y', fontDisplay: 'swap', preview: '/p.svg' }), identityOf({}));
  });

  const same: readonly (readonly [Partial<FontFaceSettings>, Partial<FontFaceSettings>])[] = [
    [{ fontFamily: '"Open Sans",  Serif' }, { fontFamily: "'open sans',serif" }],
    [{ fontWeight: 'bold' }, { fontWeight: '700' }],
    [{ fontWeight: 'normal bold' }, { fontWeight: '400 700' }],
    [{ fontStyle: 'Italic' }, { fontStyle: 'italic' }],
    [{ fontStretch: 'Ultra-Condensed' }, { fontStretch: '50%' }],
    [{ fontStretch: 'semi-expanded' }, { fontStretch: '112.5%' }],
    [{ unicodeRange: 'u+25, U+30' }, { unicodeRange: 'U+25,u+30' }],
    [{ fontWeight: '' }, {}],
  ];
  for (const [one, other] of same)
    it(`${JSON.stringify(one)} equals ${JSON.stringify(other)}`, () =>
      assert.equal(identityOf(one), identityOf(other)));

  const different: readonly Partial<FontFaceSettings>[] = [
    { fontFamily: 'Box Two' },
    { fontStyle: 'oblique' },
    { fontWeight: '500' },
    { fontStretch: 'condensed' },
    { unicodeRange: 'U+25' },
  ];
  for (const each of different)
    it(`${JSON.stringify(each)} differs from the default`, () => assert.notEqual(identityOf(each), identityOf({})));

  it('gives a slug of fixed length', () => {
    assert.match(faceSlug(identityOf({ unicodeRange: 'U+25,'.repeat(10_000) })), /^[0-9a-f]{64}$/);
  });
});
