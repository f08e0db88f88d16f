// The sizes of pictures as numbers (media-fonts-and-oembed.md, A6).
import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { cropped, dimensionsOf, missingSizes, registeredSizes, sizesAsMade, within } from './sizes.ts';

const sized = (width: number, height: number) =>
  sizesAsMade.flatMap((size) => {
    const to = dimensionsOf({ width, height }, size);
    return to ? [`${size.name} ${to.width}x${to.height}`] : [];
  });

it('sizes are those of the contract', () => {
  assert.deepEqual(sized(640, 480), ['medium 300x225', 'thumbnail 150x150']);
  assert.deepEqual(sized(320, 200), ['medium 300x188', 'thumbnail 150x150']);
  assert.deepEqual(sized(150, 150), []);
  assert.deepEqual(sized(300, 225), ['thumbnail 150x150']);
  assert.deepEqual(sized(768, 576), ['medium 300x225', 'thumbnail 150x150']);
  assert.deepEqual(sized(1024, 512), ['medium 300x150', 'thumbnail 150x150', 'medium_large 768x384']);
  assert.deepEqual(sized(300, 2700), [
    'medium 33x300',
    'large 114x1024',
    'thumbnail 150x150',
    '1536x1536 171x1536',
    '2048x2048 228x2048',
  ]);
  assert.deepEqual(sized(120, 2600).includes('thumbnail 120x150'), true);
  assert.deepEqual(within({ width: 2800, height: 1400 }, { width: 2560, height: 2560 }), { width: 2560, height: 1280 });
  assert.deepEqual(missingSizes({ width: 640, height: 480 }, ['medium']), ['thumbnail']);
});

it('no size is larger than its picture or its box, and every crop is inside the picture', () => {
  const edge = fc.integer({ min: 1, max: 20_000 });
  fc.assert(
    fc.property(edge, edge, (width, height) => {
      for (const size of registeredSizes) {
        const to = dimensionsOf({ width, height }, size);
        if (!to) continue;
        assert.ok(to.width >= 1 && to.height >= 1 && to.width <= width && to.height <= height);
        assert.ok(to.width <= size.width && (size.height === 0 || to.height <= size.height));
        const part = cropped({ width, height }, to);
        assert.ok(part.left >= 0 && part.top >= 0);
        assert.ok(part.left + part.width <= width && part.top + part.height <= height);
      }
    }),
  );
});
