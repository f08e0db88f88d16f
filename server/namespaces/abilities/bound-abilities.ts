// Abilities joined with the routes that they ask, and described by the declarations of those.
import type { Abilities } from '../../../contract/cms-abilities-v1/collection-abilities.ts';
import type { Ability, AbilityCategory } from '../../../contract/grammar/ability.ts';
import type { Method } from '../../../contract/grammar/route.ts';
import { DeclarationError } from '../../http/declaration-error.ts';
import type { BoundEndpoint, BoundRoute, RouteTable } from '../../http/routes.ts';
import { inputOf } from './input.ts';
import { outputOf } from './output.ts';
import { withPlainPatterns } from './patterns.ts';

type Schema = Readonly<Record<string, unknown>>;

/** What running an ability may do. */
export interface Annotations {
  readonly readonly: boolean;
  readonly destructive: boolean;
  readonly idempotent: boolean;
}

/** An ability whose route is there. */
export interface BoundAbility {
  readonly declared: Ability;
  readonly route: BoundRoute;
  readonly endpoint: BoundEndpoint;
  /** What it takes and gives, both objects; made when they are first asked for. */
  readonly input: Schema;
  readonly output: Schema;
  readonly annotations: Annotations;
  /** The method that it is run by (protocol.md §20). */
  readonly method: Method;
}

export interface BoundAbilities {
  readonly categories: readonly AbilityCategory[];
  readonly all: readonly BoundAbility[];
  find(name: string): BoundAbility | undefined;
}

const names = /^[a-z0-9]+(?:-[a-z0-9]+)*\/[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Joins abilities with the routes they ask. Throws DeclarationError for one that could never be run. */
export function bindAbilities({ abilities, categories }: Abilities, table: RouteTable): BoundAbilities {
  const routes = new Map(table.routes.map((route) => [route.declared.path, route]));
  const all = abilities.map((ability) => {
    const { name, category, asks } = ability;
    const route = routes.get(asks.path);
    const endpoint = route?.endpointOf(asks.method);
    if (!names.test(name))
      throw new DeclarationError(
        `${JSON.stringify(name)} cannot be the name of an ability; names are like shop/count-orders.`,
      );
    if (!route || !endpoint)
      throw new DeclarationError(`The ability ${name} asks ${asks.method} ${asks.path}, which is no route.`);
    if (!categories.some(({ slug }) => slug === category))
      throw new DeclarationError(`The ability ${name} names the category ${category}, which is not declared.`);
    return bind(ability, route, endpoint);
  });
  const byName = new Map(all.map((each) => [each.declared.name, each]));
  return { categories, all, find: (name) => byName.get(name) };
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

function annotationsOf({ asks: { method }, destructive }: Ability, { declared }: BoundEndpoint): Annotations {
  const readonly = method === 'GET';
  return {
    readonly,
    destructive: destructive ?? !(readonly || declared.operation.startsWith('create-')),
    idempotent: readonly || method === 'DELETE',
  };
}

const methodOf = ({ readonly, destructive, idempotent }: Annotations): Method =>
  readonly ? 'GET' : destructive && idempotent ? 'DELETE' : 'POST';
