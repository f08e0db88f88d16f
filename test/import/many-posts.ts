// Creates large exports for tests.
import { exportOf, itemOf } from './records.ts';

/** Returns an export with this many posts of about 2 KB. Their IDs follow `last`. */
export const manyPosts = (count: number, last = 0): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    Buffer.from(
      exportOf(
        ...Array.from({ length: count }, (_, n) => {
          const id = last + n + 1;
          return itemOf(id, { title: `Post ${id}`, post_name: `p-${id}`, content: '<p>Harbour</p>\n'.repeat(130) });
        }),
      ),
    ),
  );
