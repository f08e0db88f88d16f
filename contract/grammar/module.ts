// Declares the format of modules. A module is the code of one or more resources: their permissions, operations and presenter. The
// declaration carries the types that this code must match; server/http/implement.ts binds the code to it.
import type { Parameters } from './parameter.ts';
import { type Endpoint, type Method, updateMethods } from './route.ts';

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

/** The methods of endpoints whose operations begin with these verbs. */
export const methodsOfVerbs = {
  get: ['GET'],
  list: ['GET'],
  create: ['POST'],
  update: updateMethods,
  delete: ['DELETE'],
} as const satisfies Readonly<Record<string, readonly Method[]>>;
export type Verb = keyof typeof methodsOfVerbs;

type WithoutMethods = Omit<Endpoint, 'operation' | 'methods'>;

/** A declared endpoint. Its methods are optional if they follow from the verb with which the name of its operation begins. */
type DeclaredEndpoint<Operation> = WithoutMethods &
  (Operation extends `${Verb}-${string}` ? Partial<Pick<Endpoint, 'methods'>> : Pick<Endpoint, 'methods'>);

/**
 * Declares endpoints, keyed by the names of their operations. Endpoints without `methods` have those of the verb with which their name
 * begins. The types of the parameters and the names of the permissions are retained, so that the code of the operations is checked
 * against them.
 */
export function declareEndpoints<const E extends { readonly [O in keyof E]: DeclaredEndpoint<O> }>(
  declared: E,
): { readonly [O in keyof E]: E[O] & Pick<Endpoint, 'methods'> & { readonly operation: O } } {
  const complete = Object.entries<WithoutMethods>(declared).map(([operation, endpoint]) => [
    operation,
    { methods: methodsOfVerbs[operation.split('-')[0] as Verb], ...endpoint, operation },
  ]);
  return Object.fromEntries(complete);
}
