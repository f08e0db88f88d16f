// Declares the types of the content type operations.
import type { TypeEndpoints } from '../../../contract/cms-v2/types.ts';
import type { DescribedType } from '../../../contract/grammar/content-type.ts';
import type { Operations } from '../../http/implement.ts';

/** The operations, keyed by their names in the contract. */
export type TypeOperations = Operations<TypeEndpoints, object, DescribedType>;
