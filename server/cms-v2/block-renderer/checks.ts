// Checks the attributes of a block that is to be rendered.
import { Type } from '../../../contract/grammar/schema.ts';
import type { ParameterCheckFactory } from '../../http/module.ts';
import { check } from '../../http/parameters/check.ts';
import { type AttributeSchemas, dynamicBlockAttributes } from '../../rendering/dynamic/block-attributes.ts';

const schemaOf = (properties: AttributeSchemas) =>
  Type.Unsafe<Record<string, unknown>>({ type: 'object', properties, additionalProperties: false });

/**
 * The parameter check of block attributes, keyed by its name in the contract. For a dynamic block, it accepts only declared
 * attributes. For any other block, it accepts all attributes, because the operation rejects the block.
 */
export const blockRendererChecks: Record<string, ParameterCheckFactory> = {
  'block-attributes': ({ path }) => {
    const known = dynamicBlockAttributes.get(path.name ?? '');
    return (value, name, schema) => check(known ? schemaOf(known) : schema, value, name);
  },
};
