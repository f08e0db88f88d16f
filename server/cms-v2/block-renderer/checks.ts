// Checks the attributes of a block to be rendered.
import { Type } from '../../../contract/grammar/schema.ts';
import type { ParameterCheckFactory } from '../../http/module.ts';
import { check } from '../../http/parameters/check.ts';
import { type AttributeSchemas, dynamicBlockAttributes } from '../../rendering/dynamic/block-attributes.ts';

const schemaOf = (properties: AttributeSchemas) =>
  Type.Unsafe<Record<string, unknown>>({ type: 'object', properties, additionalProperties: false });

/**
 * Accepts only declared attributes of known blocks. Attributes of unknown blocks pass; the operation rejects the block.
 */
export const blockRendererChecks: Record<string, ParameterCheckFactory> = {
  'block-attributes': ({ path }) => {
    const known = dynamicBlockAttributes.get(path.name ?? '');
    return (value, name, schema) => check(known ? schemaOf(known) : schema, value, name);
  },
};
