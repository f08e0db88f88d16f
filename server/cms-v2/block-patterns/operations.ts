// Declares the types of the block pattern operations.
import type {
  BlockPatternEndpoints,
  blockPatternCategoryFields,
  blockPatternFields,
} from '../../../contract/cms-v2/block-patterns.ts';
import type { Operations } from '../../http/implement.ts';
import type { PlainRow } from '../../http/plain-presenter.ts';

type BlockPatternRow = PlainRow<typeof blockPatternFields> | PlainRow<typeof blockPatternCategoryFields>;

/** The operations, keyed by their names in the contract. */
export type BlockPatternOperations = Operations<BlockPatternEndpoints, object, BlockPatternRow>;
