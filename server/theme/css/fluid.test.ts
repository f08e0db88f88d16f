import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fluidFontSize, spacingScale } from './fluid.ts';

describe('fluid font sizes', () => {
  const fluid = { typography: { fluid: true } };
  const rows: readonly (readonly [size: unknown, fluid: unknown, settings: object, expected: unknown])[] = [
    ['2rem', undefined, {}, '2rem'],
    ['2rem', { min: '1rem', max: '3rem' }, {}, '2rem'],
    ['2rem', false, fluid, '2rem'],
    ['2em', undefined, fluid, '2em'],
    ['clamp(1rem,2vw,3rem)', undefined, fluid, 'clamp(1rem,2vw,3rem)'],
    ['14px', undefined, fluid, '14px'],
    [13, undefined, fluid, '13px'],
    // At 320 pixels, 1.05rem + 3.2 · 0.25rem / 16 = 1.6rem; at 1600 pixels, 2.5rem.
    ['2rem', { min: '1.6rem', max: '2.4rem' }, fluid, 'clamp(1.6rem,1.4rem + 1vw,2.4rem)'],
    ['32px', { min: '25.6px', max: '38.4px' }, fluid, 'clamp(1.6rem,1.4rem + 1vw,2.4rem)'],
    // The factor of 64 pixels is 1 − 0.075 · 6 = 0.55.
    ['4rem', undefined, fluid, 'clamp(2.2rem,1.75rem + 2.25vw,4rem)'],
    ['4rem', { min: '4rem' }, fluid, '4rem'],
    [
      '2rem',
      { min: '1.6rem', max: '2.4rem' },
      { ...fluid, layout: { wideSize: '960px' } },
      'clamp(1.6rem,1.2rem + 2vw,2.4rem)',
    ],
    [
      '2rem',
      { min: '1.6rem', max: '2.4rem' },
      { typography: { fluid: { minViewportWidth: '640px', maxViewportWidth: '1280px' } } },
      'clamp(1.6rem,0.8rem + 2vw,2.4rem)',
    ],
    ['20px', undefined, { typography: { fluid: { minFontSize: '20px' } } }, '20px'],
  ];
  for (const [size, preset, settings, expected] of rows)
    it(`${size} ${JSON.stringify(preset)} ${JSON.stringify(settings)}`, () =>
      assert.equal(fluidFontSize(size, preset, { ...settings }), expected));
});

describe('the spacing scale', () => {
  const sizesOf = (scale: object) =>
    spacingScale({ spacing: { spacingScale: scale } }).map(({ slug, size }) => `${slug} ${size}`);

  it('multiplies or adds from the medium size', () => {
    const scale = { operator: '*', increment: 1.5, steps: 7, mediumStep: 1.5, unit: 'rem' };
    assert.deepEqual(sizesOf(scale), [
      ...['20 0.44rem', '30 0.67rem', '40 1rem', '50 1.5rem', '60 2.25rem', '70 3.38rem', '80 5.06rem'],
    ]);
    const sum = { operator: '+', increment: 4, steps: 5, mediumStep: 10, unit: 'px' };
    assert.deepEqual(sizesOf(sum), ['30 2px', '40 6px', '50 10px', '60 14px', '70 18px']);
    assert.deepEqual(sizesOf({ ...sum, mediumStep: 4 }), ['50 4px', '60 8px', '70 12px', '80 16px', '90 20px']);
    assert.deepEqual(sizesOf({ ...sum, steps: 1 }), ['50 10px']);
  });

  it('is empty if it is incomplete, and has at most ten sizes', () => {
    const scale = { operator: '+', increment: 4, steps: 1e9, mediumStep: 100, unit: 'px' };
    assert.equal(sizesOf(scale).length, 10);
    for (const broken of [
      { steps: 0 },
      { unit: 'px;}' },
      { unit: 3 },
      { operator: '/' },
      { increment: 0 },
      { mediumStep: '1' },
      { steps: Number.NaN },
    ])
      assert.deepEqual(sizesOf({ ...scale, ...broken }), [], JSON.stringify(broken));
    assert.deepEqual(sizesOf({ ...scale, operator: '*', increment: 1e300 }), ['50 100px']);
  });
});
