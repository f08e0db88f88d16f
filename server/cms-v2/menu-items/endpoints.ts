// Implements the endpoints of menu items.
import {
  type MenuItemEndpoints,
  type menuItemFields,
  menuItems,
  menuItemsModule,
} from '../../../contract/cms-v2/menu-items.ts';
import type { WriteHandle } from '../../database/handle.ts';
import { implement, type Permissions } from '../../http/implement.ts';
import { type Call, type Module, type PermissionError, type Presenter, parseId, submitsId } from '../../http/module.ts';
import { escapeLooseAmpersands } from '../../rendering/markup.ts';
import { applyTypography } from '../../rendering/typography.ts';
import { forbiddenErrors as entryDenials, rightsFacts } from '../entries/conditions.ts';
import { type EntryDeps, taxonomiesOf, typeOf } from '../entries/deps.ts';
import { lockEntry, requireEntry, usersLock } from '../entries/lock-entry.ts';
import type { EntryOperations } from '../entries/operations.ts';
import type { EntryRow } from '../entries/rows.ts';
import { findEntryTerms } from '../entries/terms-store.ts';
import { textWorkOf } from '../entries/text-work.ts';
import { deleteWithAuditEvent } from '../entries/trash-and-delete.ts';
import { forbiddenErrors, mayViewMenus, menuCapability } from '../menus/deps.ts';
import { lockMenuItems } from '../menus/lock-items.ts';
import { requireForce } from '../require-force.ts';
import { menuItemChecks } from './checks.ts';
import { composeItem, getStoredItem, itemParameters, saveItem, saveNewItem } from './compose-item.ts';
import { isHidden } from './conditions.ts';
import type { LoadedItem, MenuItemOperations, MenuItemTargets } from './operations.ts';
import { findMenuItem, findMenuItems, type ItemRow } from './store.ts';
import { resolveTargets, type Target } from './targets.ts';

// Defines the permissions of the menu item routes (terms-menus-and-blocks.md §3.4).

const assignError: PermissionError = {
  code: 'rest_cannot_assign_term',
  message: 'You are not allowed to assign items to menus.',
};

/** Returns the permissions of menu items, keyed by their names in the contract. */
function defineMenuItemPermissions(deps: EntryDeps): Permissions<MenuItemEndpoints, MenuItemTargets> {
  const { database } = deps;
  const { settings } = deps.site;
  // All permissions share this function, so that an item whose links depend on several permissions is loaded only once.
  const load = async (call: Call): Promise<LoadedItem> => {
    const item = await requireEntry(database.read, menuItems, parseId(call.path.id));
    return (await isHidden(deps, database.read, call.actor, item.id)) ? { ...item, isHidden: true } : item;
  };
  const checkMayView = ({ args, actor }: Call): PermissionError | undefined => {
    if (args.context === 'edit' && !actor.can(menuCapability)) return entryDenials.editContext;
    return mayViewMenus(actor, settings.values) ? undefined : forbiddenErrors.view;
  };
  const checkMayEdit =
    (error: PermissionError) =>
    ({ actor, args }: Call): PermissionError | undefined => {
      if (!actor.can(menuCapability)) return error;
      return typeof args.menus === 'number' && args.menus < 0 ? assignError : undefined;
    };
  return {
    'list-items': { permit: checkMayView },
    'read-item': {
      load,
      permit: (call, { status, isHidden = false }) => {
        const viewError = checkMayView(call);
        if (viewError === entryDenials.editContext) return viewError;
        if (status !== 'publish' && !call.actor.can(menuCapability)) return entryDenials.read;
        return viewError ?? (isHidden ? entryDenials.read : undefined);
      },
    },
    'create-item': {
      permit: (call) => (submitsId(call) ? entryDenials.exists : checkMayEdit(entryDenials.create)(call)),
    },
    'edit-item': { load, permit: checkMayEdit(entryDenials.edit) },
    'delete-item': { load, permit: checkMayEdit(entryDenials.delete) },
  };
}

// Presents menu items as JSON records (terms-menus-and-blocks.md §3.1, §3.3).

interface Prepared {
  readonly items: ReadonlyMap<number, ItemRow>;
  readonly targetOf: (item: ItemRow) => Target;
  /** ID of the menu of each item, keyed by the ID of the item. Items without a menu are absent. */
  readonly menus: ReadonlyMap<number, number>;
}

/** Maximum number of words in the presented description of an item. */
const maxDescriptionWords = 200;

const defaultItem: Omit<ItemRow, 'entry_id'> = {
  type: 'custom',
  object: '',
  object_id: 0,
  url: '',
  target: '',
  classes: '',
  xfn: '',
};

type MenuItemPresenter = Presenter<typeof menuItemFields, EntryRow, Prepared>;

function menuItemPresenter(deps: EntryDeps): MenuItemPresenter {
  const { contract, database } = deps;
  const itemOf = ({ id }: EntryRow, { items }: Prepared): ItemRow => items.get(id) ?? { ...defaultItem, entry_id: id };
  const targetOf = (row: EntryRow, prepared: Prepared) => prepared.targetOf(itemOf(row, prepared));
  const fields: MenuItemPresenter['fields'] = {
    id: (row) => row.id,
    title: (row, prepared) =>
      row.title ? { raw: row.title, rendered: row.title_rendered } : targetOf(row, prepared).title,
    status: (row) => row.status,
    url: (row, prepared) => targetOf(row, prepared).url,
    attr_title: (row) => renderText(row.excerpt ?? ''),
    description: (row) => renderText(truncateWords(row.content ?? '')),
    type: (row, prepared) => itemOf(row, prepared).type,
    type_label: (row, prepared) => labelOf(itemOf(row, prepared)),
    object: (row, prepared) => {
      const { type, object } = itemOf(row, prepared);
      return type === 'custom' ? 'custom' : object;
    },
    object_id: (row, prepared) => {
      const { type, object_id } = itemOf(row, prepared);
      return type === 'custom' ? row.id : object_id;
    },
    parent: (row) => row.parent,
    menu_order: (row) => row.menu_order,
    target: (row, prepared) => itemOf(row, prepared).target,
    // Without values, the list contains one empty string, as existing clients expect.
    classes: (row, prepared) => itemOf(row, prepared).classes.split(' '),
    xfn: (row, prepared) => itemOf(row, prepared).xfn.split(' '),
    invalid: (row, prepared) => targetOf(row, prepared).invalid,
    meta: () => ({}),
    menus: (row, { menus }) => menus.get(row.id),
  };

  function labelOf({ type, object }: ItemRow): string {
    if (type === 'custom') return 'Custom Link';
    if (type === 'post_type_archive') return 'Post Type Archive';
    const declaration = type === 'taxonomy' ? contract.taxonomies.get(object) : contract.types.get(object);
    return declaration ? declaration.noun.one.replace(/^./, (letter) => letter.toUpperCase()) : object;
  }

  return {
    prepare: async (rows, { actor }) => {
      const ids = rows.map((row) => row.id);
      const items = ids.length > 0 ? await findMenuItems(database.read, ids) : [];
      const itemTerms = ids.length > 0 ? await findEntryTerms(database.read, ids) : [];
      return {
        items: new Map(items.map((item) => [item.entry_id, item])),
        targetOf: await resolveTargets(deps, database.read, actor, items),
        menus: new Map(itemTerms.map((term) => [term.entry_id, term.term_id])),
      };
    },
    fields,
    facts: (row, prepared, { context, actor, call }) => {
      const { name } = targetOf(row, prepared);
      const type = typeOf(contract, call);
      return {
        id: row.id,
        object_id: itemOf(row, prepared).object_id,
        ...(name !== undefined && { [`leads_to_${name}`]: true }),
        ...(context === 'edit' && rightsFacts(type, taxonomiesOf(contract, type), actor)),
      };
    },
  };
}

const renderText = (text: string) => escapeLooseAmpersands(applyTypography(text));

function truncateWords(text: string): string {
  const words = text.split(' ');
  return words.length > maxDescriptionWords ? `${words.slice(0, maxDescriptionWords).join(' ')}&hellip;` : text;
}

// GET /cms/v2/menu-items/<id>: returns a menu item.

/** Responds with the item that the permission has loaded. */
const getMenuItem = (): MenuItemOperations['get-menu-item'] => ({
  run: async (_call, row) => ({ kind: 'record', row }),
});

// POST /cms/v2/menu-items: creates a menu item (terms-menus-and-blocks.md §3.2).

/** Creates an item and responds 201 with it in the edit context. */
function createMenuItem(deps: EntryDeps): MenuItemOperations['create-menu-item'] {
  return {
    async run(call) {
      const textWork = textWorkOf(deps.texts, call, itemParameters);
      const create = async (tx: WriteHandle) => {
        await tx.share(usersLock);
        await lockMenuItems(tx);
        const composed = await composeItem({ deps, tx, call, type: menuItems, before: undefined, textWork });
        return getStoredItem(tx, await saveNewItem(tx, deps.writer, composed, deps.site.urls.home));
      };
      const row = await textWork.complete(() => deps.database.transaction(create));
      return { kind: 'record', row, status: 201, context: 'edit' };
    },
  };
}

// POST, PUT and PATCH /cms/v2/menu-items/<id>: update the submitted fields of a menu item (terms-menus-and-blocks.md §3.2).

/** Updates an item and responds with it in the edit context. */
function updateMenuItem(deps: EntryDeps): MenuItemOperations['update-menu-item'] {
  return {
    async run(call, loadedItem) {
      const textWork = textWorkOf(deps.texts, call, itemParameters);
      const update = async (tx: WriteHandle) => {
        await tx.share(usersLock);
        await lockMenuItems(tx);
        const entry = await lockEntry(tx, menuItems, loadedItem.id, call.actor, 'edit');
        await call.requireMatch();
        const item = await findMenuItem(tx, entry.id);
        if (!item) throw new Error(`menu item ${entry.id} has no target`);
        const [menuTerm] = await findEntryTerms(tx, [entry.id]);
        const before = { entry, item, menu: menuTerm?.term_id };
        await saveItem(
          tx,
          deps.writer,
          before,
          await composeItem({ deps, tx, call, type: menuItems, before, textWork }),
        );
        return getStoredItem(tx, entry.id);
      };
      const row = await textWork.complete(() => deps.database.transaction(update));
      return { kind: 'record', row, context: 'edit' };
    },
  };
}

// DELETE /cms/v2/menu-items/<id>: deletes a menu item permanently (terms-menus-and-blocks.md §3.2).

/**
 * Deletes an item and responds with its previous values. Its children move to its parent. Throws ApiError 501
 * `rest_trash_not_supported` without `force`.
 */
function deleteMenuItem(deps: EntryDeps): MenuItemOperations['delete-menu-item'] {
  return {
    async run(call, loadedItem) {
      requireForce(call, 'Menu items');
      const deleteStored = () =>
        deps.database.transaction(async (tx) => {
          await tx.share(usersLock);
          await lockMenuItems(tx);
          const entry = await lockEntry(tx, menuItems, loadedItem.id, call.actor, 'delete');
          await call.requireMatch();
          await deleteWithAuditEvent(deps, tx, call, menuItems, entry);
        });
      return { kind: 'deleted', previous: loadedItem, context: 'view', deleteStored };
    },
  };
}

/** Returns the module of menu items. Lists use the list operation of entries. */
export function menuItemsEndpoints(deps: EntryDeps, listEntries: EntryOperations['list-entries']): Module {
  return implement(menuItemsModule, {
    permissions: defineMenuItemPermissions(deps),
    operations: {
      'list-entries': listEntries,
      'get-menu-item': getMenuItem(),
      'create-menu-item': createMenuItem(deps),
      'update-menu-item': updateMenuItem(deps),
      'delete-menu-item': deleteMenuItem(deps),
    },
    presenter: menuItemPresenter(deps),
    checks: menuItemChecks,
  });
}
