// Saves a menu with its items as one action, in one request unless new items have children.
import { __ } from '@wordpress/i18n';
import { ApiError } from '../client.ts';
import { type BatchedChange, sendBatch } from '../resources/batches.ts';
import { itemPath, type Menu, menuPath } from '../resources/menus.ts';
import type { ItemChange, ItemChanges } from './plan-changes.ts';

/** The outcome of saving a menu. */
export interface SaveResult {
  /** Why the properties of the menu were not saved. */
  readonly menuError: Error | undefined;
  /** The errors of items that were not saved, by the keys of their rows. */
  readonly errors: ReadonlyMap<string, Error>;
  /** The errors of items that were not deleted, by their IDs. */
  readonly deletionErrors: ReadonlyMap<number, Error>;
  /** The IDs of created items, by the keys of their rows. */
  readonly created: ReadonlyMap<string, number>;
}

/** Properties of the menu itself. */
export type MenuProperties = Partial<Pick<Menu, 'name' | 'locations' | 'auto_add'>>;

/**
 * Saves the changed properties of a menu and the changes to its items. Items whose parent is new are saved when it has an ID; if it could not be
 * saved, neither are they. Throws ApiError if a request fails as a whole.
 */
export async function saveMenu(menu: Menu, properties: MenuProperties, changes: ItemChanges): Promise<SaveResult> {
  const errors = new Map<string, Error>();
  const created = new Map<string, number>();
  const deletionErrors = new Map<number, Error>();
  let menuError: Error | undefined;
  let requests: readonly PlannedRequest[] =
    Object.keys(properties).length > 0
      ? [
          {
            change: { method: 'POST', path: menuPath(menu.id), body: properties, ifMatch: menu.etag },
            onError: (error) => {
              menuError = error;
            },
          },
        ]
      : [];
  const deletions = changes.deleted.map(({ id, etag }): PlannedRequest => {
    return {
      change: { method: 'DELETE', path: `${itemPath(id)}?force=true`, ifMatch: etag },
      onError: (error) => deletionErrors.set(id, error),
    };
  });
  let waiting = changes.changed;
  do {
    const { ready, blocked } = splitReady(waiting, created);
    const sent = ready.map((each): PlannedRequest => {
      return {
        change: toRequest(each, created),
        onError: (error) => errors.set(each.key, error),
        onSaved: ({ id }) => each.id === 0 && created.set(each.key, Number(id)),
      };
    });
    await sendPlanned([...requests, ...sent, ...(blocked.length === 0 ? deletions : [])]);
    requests = [];
    waiting = blocked.filter(({ key, parent }) => {
      if (parent?.key === undefined || !errors.has(parent.key)) return true;
      errors.set(key, new Error(__('The item above it could not be saved.')));
      return false;
    });
    if (blocked.length > 0 && waiting.length === 0) await sendPlanned(deletions);
  } while (waiting.length > 0);
  return { menuError, errors, deletionErrors, created };
}

/** A request of a batch, with the receivers of its outcome. */
interface PlannedRequest {
  readonly change: BatchedChange;
  readonly onError: (error: Error) => void;
  readonly onSaved?: (record: Readonly<Record<string, unknown>>) => void;
}

async function sendPlanned(planned: readonly PlannedRequest[]): Promise<void> {
  if (planned.length === 0) return;
  const outcomes = await sendBatch(planned.map(({ change }) => change));
  for (const [index, { onError, onSaved }] of planned.entries()) {
    const outcome = outcomes[index];
    if (outcome && 'record' in outcome) onSaved?.(outcome.record);
    else onError(withText(outcome?.error ?? new Error(__('The item was not saved.'))));
  }
}

/**
 * Divides changes into those that can be sent, and those that must wait for the ID of a new item: those below it, and all further moves below
 * other items, because the service rejects a move below a descendant, and what waits may not have left its old place yet.
 */
function splitReady(changes: readonly ItemChange[], created: ReadonlyMap<string, number>) {
  const unknown = new Set(changes.filter(({ key, id }) => id === 0 && !created.has(key)).map(({ key }) => key));
  const [ready, blocked]: [ItemChange[], ItemChange[]] = [[], []];
  for (const change of changes) {
    const above = change.parent?.key;
    const isBlocked = above !== undefined && (blocked.length > 0 || unknown.has(above));
    (isBlocked ? blocked : ready).push(change);
  }
  return { ready, blocked };
}

function toRequest({ id, body, parent, etag }: ItemChange, created: ReadonlyMap<string, number>): BatchedChange {
  const parentId = parent && (parent.key === undefined ? 0 : (created.get(parent.key) ?? idOf(parent.key)));
  return {
    ...{ method: 'POST', path: itemPath(id), ifMatch: id === 0 ? undefined : etag },
    body: { ...body, ...(parentId !== undefined && { parent: parentId }) },
  };
}

const idOf = (key: string): number => Number(/\d+$/.exec(key)?.[0] ?? 0);

/** Returns an error with a text that fits items. */
const withText = (error: Error): Error =>
  error instanceof ApiError && error.status === 412
    ? new ApiError('changed_meanwhile', error.status, __('It was changed meanwhile by another user.'))
    : error;
