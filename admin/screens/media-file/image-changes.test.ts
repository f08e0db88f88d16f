// Tests the state of an edited image: the orientation that the user sees is the one that the steps of the API produce.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  clampArea,
  flip,
  modifiersOf,
  type Orientation,
  orientedDimensions,
  rotate,
  upright,
  wholeOf,
} from './image-changes.ts';

const image = { width: 4, height: 3 };

/** The position of a pixel after the steps of an orientation. */
function positionOf([x, y]: readonly [number, number], { isFlipped, angle }: Orientation): readonly [number, number] {
  const { width, height } = image;
  const flipped = isFlipped ? width - 1 - x : x;
  return (
    {
      0: [flipped, y],
      90: [height - 1 - y, flipped],
      180: [width - 1 - flipped, height - 1 - y],
      270: [y, width - 1 - flipped],
    } as const
  )[angle];
}

const orientations = [0, 90, 180, 270].flatMap((angle) =>
  [true, false].map((isFlipped) => ({ isFlipped, angle: angle as Orientation['angle'] })),
);

describe('an edited image', () => {
  it('is flipped and rotated as it is displayed', () => {
    for (const orientation of orientations) {
      const { width, height } = orientedDimensions(image, orientation);
      const [x, y] = positionOf([1, 2], orientation);
      assert.deepEqual(positionOf([1, 2], flip(orientation, 'horizontal')), [width - 1 - x, y]);
      assert.deepEqual(positionOf([1, 2], flip(orientation, 'vertical')), [x, height - 1 - y]);
      assert.deepEqual(positionOf([1, 2], rotate(orientation, 90)), [height - 1 - y, x]);
      assert.deepEqual(positionOf([1, 2], rotate(orientation, -90)), [y, width - 1 - x]);
    }
  });

  it('has the steps that change it, and none if nothing was changed', () => {
    assert.deepEqual(modifiersOf(image, upright, wholeOf(image)), []);
    const turned = rotate(flip(upright, 'horizontal'), 90);
    assert.deepEqual(modifiersOf(image, turned, { left: 0, top: 1, width: 3, height: 2 }), [
      { type: 'flip', args: { flip: { horizontal: true, vertical: false } } },
      { type: 'rotate', args: { angle: 90 } },
      { type: 'crop', args: { left: 0, top: 25, width: 100, height: 50 } },
    ]);
  });

  it('keeps its area inside the image', () => {
    assert.deepEqual(clampArea({ left: -5, top: 2, width: 2.4, height: 9 }, image), {
      ...{ left: 0, top: 0, width: 2, height: 3 },
    });
    assert.deepEqual(clampArea({ left: 3, top: Number.NaN, width: 0, height: 1 }, image), {
      ...{ left: 3, top: 0, width: 1, height: 1 },
    });
  });
});
