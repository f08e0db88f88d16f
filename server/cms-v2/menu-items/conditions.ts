// Defines the conditions under which menu items are visible. Users who may edit menus may read all items; other callers may read
// only items whose target they may read.
import type { Actor } from '../../access/actor.ts';
import { all, always, among, any, type Condition, matches, not } from '../../access/conditions.ts';
import type { ReadHandle } from '../../database/handle.ts';
import { applySettings, type CheckedEntry, readCondition } from '../entries/conditions.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { type ParentColumns, parentFromRow } from '../entries/parent-entry.ts';
import { menuCapability } from '../menus/deps.ts';
import { findTargetOfItem } from './store.ts';

type Deps = Pick<EntryDeps, 'contract' | 'site'>;

/** Columns of a target on which the permission to read the target depends. */
export interface TargetRow extends Omit<CheckedEntry, 'id'>, ParentColumns {
  readonly type: string;
}

/**
 * Returns the condition that the actor may read an entry of any type. Entries of types that are not declared satisfy it, because
 * menu items disclose nothing about them.
 */
function readableTargetCondition(actor: Actor, { contract, site: { settings } }: Deps): Condition {
  const rules = [...contract.types.values()].map((type) => ({
    name: type.name,
    rule: readCondition(actor, applySettings(type, settings.values)),
  }));
  if (rules.every(({ rule }) => rule.kind === 'always')) return always;
  const nameOf = ({ name }: { readonly name: string }) => name;
  // Types with the same condition share one comparison, to keep the SQL short.
  const groups = [...Map.groupBy(rules, ({ rule }) => JSON.stringify(rule)).values()];
  const groupConditions = groups.map((group) => all(among('type', group.map(nameOf)), group[0]?.rule ?? always));
  return any(not(among('type', rules.map(nameOf))), ...groupConditions);
}

/** Returns the condition that the targets of listed items must satisfy; undefined for actors who may read all items. */
export function listedTargetCondition(actor: Actor, deps: Deps): Condition | undefined {
  const condition = actor.can(menuCapability) ? always : readableTargetCondition(actor, deps);
  return condition.kind === 'always' ? undefined : condition;
}

/** Returns a function that checks whether the actor may read a target. */
export function createTargetCheck(actor: Actor, deps: Deps): (target: TargetRow) => boolean {
  const condition = readableTargetCondition(actor, deps);
  return (target) => matches(condition, { ...target, above: parentFromRow(target) }, actor.id);
}

/** Whether an item is hidden from the actor, because the actor may not read its target. */
export async function isHidden(deps: Deps, read: ReadHandle, actor: Actor, id: number): Promise<boolean> {
  if (listedTargetCondition(actor, deps) === undefined) return false;
  const target = await findTargetOfItem(read, id);
  return target !== undefined && !createTargetCheck(actor, deps)(target);
}
