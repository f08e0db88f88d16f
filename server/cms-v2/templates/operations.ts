// Declares the types of the template operations, which load no targets.
import type { TemplateEndpoints } from '../../../contract/shared/templates.ts';
import type { Operations } from '../../http/implement.ts';
import type { ArgsOf } from '../../http/module.ts';
import type { Template } from './template.ts';

/** The operations, keyed by their names in the contract. */
export type TemplateOperations = Operations<TemplateEndpoints, object, Template>;

/** The arguments for creating a template. Those for updating one are the same, except that they have no flag for suggestions. */
export type TemplateArgs = ArgsOf<TemplateEndpoints['create-template']>;
