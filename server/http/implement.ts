// Binds the code of a module to its declaration. The types of arguments, targets, rows and fields follow from the declaration, so that a
// missing operation or permission, a wrong argument and a misspelled field do not compile (test/types/endpoints.ts).
import type { Endpoints, ModuleDeclaration } from '../../contract/grammar/module.ts';
import type { Parameters } from '../../contract/grammar/parameter.ts';
import type { Endpoint } from '../../contract/grammar/route.ts';
import {
  type ArgsOf,
  type EmbedReader,
  type Module,
  type Operation,
  type ParameterCheckFactory,
  type Permission,
  type Presenter,
  publicAccess,
} from './module.ts';

/** The names of the permissions that endpoints require, except `everyone`, which every module has. */
export type PermissionName<E extends Endpoints> = Exclude<E[keyof E]['permission'], 'everyone'>;

type KeysOfAny<U> = U extends unknown ? keyof U : never;
type ValueInAny<U, K extends PropertyKey> =
  U extends Readonly<Record<K, infer Value>>
    ? Value
    : U extends Readonly<Partial<Record<K, infer Value>>>
      ? Value
      : never;

/** The arguments of the endpoints that require a permission, merged. */
type MergedArgs<A> = { readonly [K in KeysOfAny<A>]?: ValueInAny<A, K> };

/**
 * The arguments that a permission receives. Each of them may be absent, because the permission is also checked without defaults, for the
 * `Allow` header and for target hints (protocol.md §7.2, §9.1).
 */
export type PermissionArgs<E extends Endpoints, Name> = MergedArgs<
  ArgsOfEach<Extract<E[keyof E], Endpoint & { readonly permission: Name }>>
>;

/** The union of the arguments of each endpoint in a union. */
type ArgsOfEach<D> = D extends Endpoint ? ArgsOf<D> : never;

/** The target of a permission. It is undefined for permissions that load none, which `Targets` may omit. */
type TargetOf<Targets, Name> = Name extends keyof Targets ? Targets[Name] : undefined;

/** A permission that must load its target, unless the target may be undefined. */
export type LoadingPermission<A, T> = undefined extends T
  ? Permission<A, T>
  : Permission<A, T> & Required<Pick<Permission<A, T>, 'load'>>;

/** The permissions of a module. `Targets` are the types of their targets, keyed by the names of the permissions. */
export type Permissions<E extends Endpoints, Targets = object> = {
  readonly [Name in PermissionName<E>]: LoadingPermission<PermissionArgs<E, Name>, TargetOf<Targets, Name>>;
};

/** The operations of a module. They receive the targets of the permissions, and rows in their outcomes have the type `Row`. */
export type Operations<E extends Endpoints, Targets = object, Row = never> = {
  readonly [Name in keyof E]: Operation<E[Name], TargetOf<Targets, E[Name]['permission']>, Row>;
};

/** The code of a module. Only modules whose operations return rows have a presenter. */
export interface ModuleCode<E extends Endpoints, F extends Parameters, Targets, Row, Prepared> {
  readonly permissions: Permissions<E, Targets>;
  readonly operations: Operations<E, Targets, NoInfer<Row>>;
  readonly presenter?: Presenter<NoInfer<F>, Row, Prepared>;
  /** Checks and cleaners that declarations of parameters name. */
  readonly checks?: Readonly<Record<string, ParameterCheckFactory>>;
  /** Readers of embedded records. */
  readonly embeds?: readonly EmbedReader[];
}

/** Returns the module that runs the given code for the endpoints of a declaration. */
export function implement<E extends Endpoints, F extends Parameters, Targets, Row = never, Prepared = unknown>(
  declaration: ModuleDeclaration<E, F>,
  code: ModuleCode<E, F, Targets, Row, Prepared>,
): Module {
  const { permissions, ...rest } = code;
  const module = { ...rest, declaration, permissions: { ...permissions, everyone: publicAccess } };
  // The pipeline runs the code of all modules and cannot know their types. It passes to each function only what the declaration states:
  // arguments read by the endpoint's parameters, the target of its permission, and the rows of its own outcome.
  return module as unknown as Module;
}
