// Who may see items of menus: those who manage menus all of them, others the ones whose target they may read.
import type { Actor } from '../../access/actor.ts';
import { all, always, among, any, type Condition, holds, not } from '../../access/conditions.ts';
import type { ReadHandle } from '../../database/handle.ts';
import { aboveOf, type FlatAbove } from '../entries/above.ts';
import type { EntryParts } from '../entries/parts.ts';
import { type JudgedEntry, mayRead, underSettings } from '../entries/rules.ts';
import { menuRight } from '../menus/parts.ts';
import { findTargetOfItem } from './store.ts';

type Deps = Pick<EntryParts, 'contract' | 'settings'>;

/** The columns of a target that its permission depends on. */
export interface TargetRow extends Omit<JudgedEntry, 'id'>, FlatAbove {
  readonly type: string;
}

/**
 * The condition on an entry that the actor may read it, whatever its type. Entries whose type is no longer declared fulfil it:
 * items show nothing of them.
 */
export function mayReadAnyType(actor: Actor, { contract, settings }: Deps): Condition {
  const rules = [...contract.types.values()].map((type) => ({
    name: type.name,
    rule: mayRead(actor, underSettings(type, settings.values)),
  }));
  if (rules.every(({ rule }) => rule.kind === 'always')) return always;
  const nameOf = ({ name }: { readonly name: string }) => name;
  // Types with the same rule share one comparison, which keeps the SQL short.
  const groups = [...Map.groupBy(rules, ({ rule }) => JSON.stringify(rule)).values()];
  const ofGroups = groups.map((group) => all(among('type', group.map(nameOf)), group[0]?.rule ?? always));
  return any(not(among('type', rules.map(nameOf))), ...ofGroups);
}

/** The condition that the targets of listed items fulfil; undefined for actors who see every item. */
export function listedTargets(actor: Actor, deps: Deps): Condition | undefined {
  const condition = actor.can(menuRight) ? always : mayReadAnyType(actor, deps);
  return condition.kind === 'always' ? undefined : condition;
}

/** Returns a test whether the actor may read a target. */
export function targetTest(actor: Actor, deps: Deps): (target: TargetRow) => boolean {
  const condition = mayReadAnyType(actor, deps);
  return (target) => holds(condition, { ...target, above: aboveOf(target) }, actor.id);
}

/** Whether a single item is hidden from the actor because of its target. */
export async function isHidden(deps: Deps, read: ReadHandle, actor: Actor, id: number): Promise<boolean> {
  if (listedTargets(actor, deps) === undefined) return false;
  const target = await findTargetOfItem(read, id);
  return target !== undefined && !targetTest(actor, deps)(target);
}
