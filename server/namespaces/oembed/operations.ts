// Declares the types of the oEmbed operations. They return no rows.
import type { OembedEndpoints } from '../../../contract/oembed-1.0/oembed.ts';
import type { Operations } from '../../http/implement.ts';

/** The operations, keyed by their names in the contract. */
export type OembedOperations = Operations<OembedEndpoints, object, never>;
