// Checks the attributes of the block to render.
import { Type } from '../../../contract/grammar/schema.ts';
import type { ParameterCheckFactory } from '../../http/module.ts';
import { check } from '../../http/parameters/check.ts';
import { type AttributeSchemas, dynamicBlockAttributes } from '../../rendering/dynamic/block-attributes.ts';

const schemaOf = (properties: AttributeSchemas) =>
  Type.Unsafe<Record<string, unknown>>({ type: 'object', properties, additionalProperties: false });

/**
 * The parameter check of block attributes, keyed by its name in the contract. It accepts only the declared attributes of dynamic
 * blocks. Any attributes of other blocks are accepted, because the operation rejects these blocks.
 */
export const blockRendererChecks: Record<string, ParameterCheckFactory> = {
  'block-attributes': ({ path }) => {
    const known = dynamicBlockAttributes.get(path.name ?? '');
    return (value, name, schema) => check(known ? schemaOf(known) : schema, value, name);
  },
};
