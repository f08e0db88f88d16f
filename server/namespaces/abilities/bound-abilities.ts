// Binds abilities to the routes that they call. Schemas are derived from the declarations of the routes.
import type { Abilities, Ability, AbilityCategory } from '../../../contract/grammar/ability.ts';
import type { Method } from '../../../contract/grammar/route.ts';
import { spellAbilities } from '../../../contract/names/spell.ts';
import { DeclarationError } from '../../http/declaration-error.ts';
import type { Call } from '../../http/module.ts';
import type { Mounts } from '../../http/mounts.ts';
import type { BoundEndpoint, BoundRoute, RouteTable } from '../../http/routes.ts';
import type { Pipeline } from '../../http/serve.ts';
import { inputOf, outputOf, withPlainPatterns } from './schemas.ts';

type Schema = Readonly<Record<string, unknown>>;

/** Hints about the effects of an ability. */
export interface Annotations {
  readonly readonly: boolean;
  readonly destructive: boolean;
  readonly idempotent: boolean;
}

/** An ability bound to its route. */
export interface BoundAbility {
  readonly declared: Ability;
  readonly route: BoundRoute;
  readonly endpoint: BoundEndpoint;
  /** JSON schema of the input, always an object; created on first access. */
  readonly input: Schema;
  /** JSON schema of the output, always an object; created on first access. */
  readonly output: Schema;
  readonly annotations: Annotations;
  /** HTTP method with which the ability is run (protocol.md §20). */
  readonly method: Method;
}

/** The abilities of a mount, with their categories. */
export interface BoundAbilities {
  readonly categories: readonly AbilityCategory[];
  readonly all: readonly BoundAbility[];
  find(name: string): BoundAbility | undefined;
}

const namePattern = /^[a-z0-9]+(?:-[a-z0-9]+)*\/[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Binds abilities to their routes. Throws DeclarationError if an ability has an invalid name, route or category. */
function bindAbilities({ abilities, categories }: Abilities, table: RouteTable): BoundAbilities {
  const routes = new Map(table.routes.map((route) => [route.declared.path, route]));
  const all = abilities.map((ability) => {
    const { name, category, request } = ability;
    const route = routes.get(request.path);
    const endpoint = route?.endpointOf(request.method);
    if (!namePattern.test(name))
      throw new DeclarationError(`Invalid ability name ${JSON.stringify(name)}; use one such as shop/count-orders.`);
    if (!route || !endpoint)
      throw new DeclarationError(`The ability ${name} calls ${request.method} ${request.path}, which does not exist.`);
    if (!categories.some(({ slug }) => slug === category))
      throw new DeclarationError(`The ability ${name} refers to the category ${category}, which is not declared.`);
    return bind(ability, route, endpoint);
  });
  const byName = new Map(all.map((each) => [each.declared.name, each]));
  return { categories, all, find: (name) => byName.get(name) };
}

/** The abilities of the service at each of its mounts. */
export class MountAbilities {
  readonly #declared: Abilities;
  readonly #mounts: Mounts;
  readonly #bound = new Map<RouteTable, BoundAbilities>();

  constructor(declared: Abilities, mounts: Mounts) {
    this.#declared = declared;
    this.#mounts = mounts;
  }

  /** Returns the abilities at the mount of a call. Throws DeclarationError like `bindAbilities`. */
  of(call: Pick<Call, 'spelling'>): BoundAbilities {
    return this.bind(this.#mounts.of(call).table);
  }

  /** Returns what is needed to serve the requests of abilities at the mount of a call. */
  pipelineOf(call: Pick<Call, 'spelling'>): Pipeline {
    return this.#mounts.of(call).pipeline;
  }

  /** Returns the abilities of the mount with these routes, in its spelling. Throws DeclarationError like `bindAbilities`. */
  bind(table: RouteTable): BoundAbilities {
    const found = this.#bound.get(table);
    if (found) return found;
    const bound = bindAbilities(spellAbilities(this.#declared, table.spelling), table);
    this.#bound.set(table, bound);
    return bound;
  }
}

function bind(declared: Ability, route: BoundRoute, endpoint: BoundEndpoint): BoundAbility {
  const annotations = annotationsOf(declared, endpoint);
  let input: Schema | undefined;
  let output: Schema | undefined;
  return {
    ...{ declared, route, endpoint, annotations, method: methodOf(annotations) },
    get input() {
      input ??= withPlainPatterns(inputOf(declared, route, endpoint));
      return input;
    },
    get output() {
      output ??= withPlainPatterns(outputOf(declared, route, endpoint));
      return output;
    },
  };
}

function annotationsOf({ request: { method }, destructive }: Ability, { declared }: BoundEndpoint): Annotations {
  const readonly = method === 'GET';
  return {
    readonly,
    destructive: destructive ?? !(readonly || declared.operation.startsWith('create-')),
    idempotent: readonly || method === 'DELETE',
  };
}

const methodOf = ({ readonly, destructive, idempotent }: Annotations): Method =>
  readonly ? 'GET' : destructive && idempotent ? 'DELETE' : 'POST';
