// Which faces are the same (media-fonts-and-oembed.md, B2).
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FontFaceSettings } from '../../../contract/cms-v2/font-faces.ts';
import { faceInWords, slugOfFace } from './identity.ts';

const words = (settings: Partial<FontFaceSettings>) => faceInWords({ fontFamily: 'Box', src: 'x', ...settings });

describe('a face', () => {
  it('in words has what counts, and nothing else', () => {
    assert.equal(words({}), 'box;normal;400;100%;U+0-10FFFF');
    assert.equal(words({ src: 'y', fontDisplay: 'swap', preview: '/p.svg' }), words({}));
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
    it(`${JSON.stringify(one)} is ${JSON.stringify(other)}`, () => assert.equal(words(one), words(other)));

  const different: readonly Partial<FontFaceSettings>[] = [
    { fontFamily: 'Box Two' },
    { fontStyle: 'oblique' },
    { fontWeight: '500' },
    { fontStretch: 'condensed' },
    { unicodeRange: 'U+25' },
  ];
  for (const each of different) it(`${JSON.stringify(each)} is another`, () => assert.notEqual(words(each), words({})));

  it('has a slug that columns can hold, however long its words are', () => {
    assert.match(slugOfFace(words({ unicodeRange: 'U+25,'.repeat(10_000) })), /^[0-9a-f]{64}$/);
  });
});
