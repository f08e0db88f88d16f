// Declares the types of the template operations, which load no targets.
import type { TemplateEndpoints } from '../../../contract/shared/templates.ts';
import type { Operations } from '../../http/implement.ts';
import type { ArgsOf, PermissionError } from '../../http/module.ts';
import type { Template } from './template.ts';

/** The operations, keyed by their names in the contract. */
export type TemplateOperations = Operations<TemplateEndpoints, object, Template>;

/** The arguments for creating a template. Those for updating one are the same, except that they have no flag for suggestions. */
export type TemplateArgs = ArgsOf<TemplateEndpoints['create-template']>;

// Defines the permission error of the template routes (templates-and-styles.md §3).

/**
 * Error for callers who lack the permission that a request requires: editing entries of any type to read templates, editing the
 * theme to change them.
 */
export const manageError: PermissionError = {
  code: 'rest_cannot_manage_templates',
  message: 'You are not allowed to manage templates.',
};
