// Declares the format of modules. A module is the code of one or more resources: their permissions, operations and presenter. The
// declaration carries the types that this code must match; server/http/implement.ts binds the code to it.
import type { Parameters } from './parameter.ts';
import type { Endpoint } from './route.ts';

/** Endpoints, keyed by the names of their operations. */
export type Endpoints = Readonly<Record<string, Endpoint>>;

declare const endpointsType: unique symbol;
declare const fieldsType: unique symbol;

/** The declaration of a module. `E` are the endpoints whose operations it contains, `F` the fields of its records. */
export interface ModuleDeclaration<E extends Endpoints = Endpoints, F extends Parameters = Parameters> {
  /** The name of the folder that contains the code. Operations have files with their names in it. */
  readonly name: string;
  readonly [endpointsType]?: E;
  readonly [fieldsType]?: F;
}

type WithoutOperation = Omit<Endpoint, 'operation'>;

/**
 * Declares endpoints, keyed by the names of their operations. The types of the parameters and the names of the permissions are retained,
 * so that the code of the operations is checked against them.
 */
export function declareEndpoints<const E extends Readonly<Record<string, WithoutOperation>>>(
  declared: E,
): { readonly [O in keyof E]: E[O] & { readonly operation: O } } {
  const withOperations = Object.entries(declared).map(([operation, endpoint]) => [
    operation,
    { ...endpoint, operation },
  ]);
  return Object.fromEntries(withOperations);
}
