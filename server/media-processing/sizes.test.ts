// Tests of the dimensions of derived images (media-fonts-and-oembed.md, A6).
import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { cropArea, dimensionsOfSize, fitWithin, missingSizes, registeredSizes, sizesInCreationOrder } from './sizes.ts';

const derivedSizes = (width: number, height: number) =>
  sizesInCreationOrder.flatMap((size) => {
    const to = dimensionsOfSize({ width, height }, size);
    return to ? [`${size.name} ${to.width}x${to.height}`] : [];
  });

it('derives the sizes of the contract', () => {
  assert.deepEqual(derivedSizes(640, 480), ['medium 300x225', 'thumbnail 150x150']);
  assert.deepEqual(derivedSizes(320, 200), ['medium 300x188', 'thumbnail 150x150']);
  assert.deepEqual(derivedSizes(150, 150), []);
  assert.deepEqual(derivedSizes(300, 225), ['thumbnail 150x150']);
  assert.deepEqual(derivedSizes(768, 576), ['medium 300x225', 'thumbnail 150x150']);
  assert.deepEqual(derivedSizes(1024, 512), ['medium 300x150', 'thumbnail 150x150', 'medium_large 768x384']);
  assert.deepEqual(derivedSizes(300, 2700), [
    'medium 33x300',
    'large 114x1024',
    'thumbnail 150x150',
    '1536x1536 171x1536',
    '2048x2048 228x2048',
  ]);
  assert.deepEqual(derivedSizes(120, 2600).includes('thumbnail 120x150'), true);
  assert.deepEqual(fitWithin({ width: 2800, height: 1400 }, { width: 2560, height: 2560 }), {
    width: 2560,
    height: 1280,
  });
  assert.deepEqual(missingSizes({ width: 640, height: 480 }, ['medium']), ['thumbnail']);
});

it('never exceeds the image or the box, and every crop is inside the image', () => {
  const edge = fc.integer({ min: 1, max: 20_000 });
  fc.assert(
    fc.property(edge, edge, (width, height) => {
      for (const size of registeredSizes) {
        const to = dimensionsOfSize({ width, height }, size);
        if (!to) continue;
        assert.ok(to.width >= 1 && to.height >= 1 && to.width <= width && to.height <= height);
        assert.ok(to.width <= size.width && (size.height === 0 || to.height <= size.height));
        const area = cropArea({ width, height }, to);
        assert.ok(area.left >= 0 && area.top >= 0);
        assert.ok(area.left + area.width <= width && area.top + area.height <= height);
      }
    }),
  );
});
