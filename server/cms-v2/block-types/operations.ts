// Declares the types of the block type operations.
import type { BlockTypeEndpoints } from '../../../contract/cms-v2/block-types.ts';
import type { Operations } from '../../http/implement.ts';
import type { DescribedBlock } from './described-blocks.ts';

/** The operations, keyed by their names in the contract. */
export type BlockTypeOperations = Operations<BlockTypeEndpoints, object, DescribedBlock>;
