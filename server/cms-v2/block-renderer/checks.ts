// The check of the attributes that a block is shown with.
import { Type } from '../../../contract/grammar/schema.ts';
import { check } from '../../http/parameters/check.ts';
import type { CheckMaker } from '../../http/room.ts';
import { type Attributes, attributesOfDynamicBlocks } from '../../rendering/dynamic/block-attributes.ts';

const schemaOf = (properties: Attributes) =>
  Type.Unsafe<Record<string, unknown>>({ type: 'object', properties, additionalProperties: false });

/** Those of a block that there is must be its own; of others nothing is known, and their rule refuses them. */
export const blockRendererChecks: Record<string, CheckMaker> = {
  'block-attributes': ({ path }) => {
    const known = attributesOfDynamicBlocks.get(path.name ?? '');
    return (value, name, schema) => check(known ? schemaOf(known) : schema, value, name);
  },
};
