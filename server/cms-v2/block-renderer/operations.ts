// Declares the types of the block renderer: the target of its permission, its operation, and the row that it returns.
import type { BlockRendererEndpoints, renderedBlockFields } from '../../../contract/cms-v2/block-renderer.ts';
import type { Operations } from '../../http/implement.ts';
import type { PlainRow } from '../../http/plain-presenter.ts';
import type { EntryRow } from '../entries/rows.ts';

/** The target of the permission. */
export type BlockRendererTargets = {
  /** The entry that contains the block; undefined if the request names none. */
  'render-block': EntryRow | undefined;
};

/** The operations, keyed by their names in the contract. */
export type BlockRendererOperations = Operations<
  BlockRendererEndpoints,
  BlockRendererTargets,
  PlainRow<typeof renderedBlockFields>
>;
