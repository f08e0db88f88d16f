// Implements the endpoints of menus (terms-menus-and-blocks.md §2).
import { menuItems } from '../../../contract/cms-v2/menu-items.ts';
import { type MenuEndpoints, type menuFields, menus, menusModule } from '../../../contract/cms-v2/menus.ts';
import type { TermEndpoints } from '../../../contract/shared/terms.ts';
import { isSignedIn } from '../../access/actor.ts';
import { ApiError } from '../../api-error.ts';
import { recordAuditEvent } from '../../audit/record-event.ts';
import type { ReadHandle, WriteHandle } from '../../database/handle.ts';
import { recordEvent } from '../../events/record.ts';
import { implement, type Operations, type Permissions } from '../../http/implement.ts';
import {
  type ArgsOf,
  type Call,
  type Module,
  type ParameterCheckFactory,
  type PermissionError,
  type Presenter,
  parseId,
} from '../../http/module.ts';
import { check } from '../../http/parameters/check.ts';
import { validationError } from '../../http/parameters/validation-error.ts';
import { parseSubmittedSlug, toSlug } from '../../rendering/slug.ts';
import { usersLock } from '../entries/lock-entry.ts';
import { lockTermCounts } from '../entries/terms-store.ts';
import { requireForce } from '../require-force.ts';
import type { TermOperations, TermTargets } from '../terms/deps.ts';
import { saveNewTerm } from '../terms/save-new-term.ts';
import { deleteTermRow, findTerm, findTermsByName, type TermRow, updateTermRow } from '../terms/store.ts';
import { cleanDescription, cleanName, parseDescription, parseParent } from '../terms/term-args.ts';
import { findFreeTermSlug } from '../terms/term-slugs.ts';
import { forbiddenErrors, type MenuDeps, mayViewMenus, menuCapability } from './deps.ts';
import { lockMenuItems } from './lock-items.ts';
import { assignLocations, findAssignedLocations, findAutoAddAmong, findItemsOfMenu, setAutoAdd } from './store.ts';

/** The targets of the permissions. */
type MenuTargets = {
  'list-menus': TermTargets['list-terms'];
  'read-menu': TermRow;
  'edit-menu': TermRow;
  'delete-menu': TermRow;
};

/** The operations, keyed by their names in the contract. */
type MenuOperations = Operations<MenuEndpoints, MenuTargets, TermRow>;

/** The arguments for creating or updating a menu. */
type MenuArgs = ArgsOf<MenuEndpoints['update-menu']>;

/** Returns the menu with this ID. Throws ApiError 404 `rest_term_invalid` if there is none. */
async function requireMenu(read: ReadHandle, id: number): Promise<TermRow> {
  const menu = await findTerm(read, 'nav_menu', id);
  if (!menu) throw new ApiError('rest_term_invalid', 404, 'No menu with this ID.');
  return menu;
}

/**
 * Locks all menus until the transaction ends, and returns the one with this ID. Throws ApiError 404 `rest_term_invalid` if there
 * is none.
 */
async function lockMenu(tx: WriteHandle, id: number): Promise<TermRow> {
  await tx.lock('term slugs nav_menu');
  return requireMenu(tx, id);
}

const isPublishedItem = ({ actor }: Call, entry: MenuTargets['list-menus']): boolean =>
  isSignedIn(actor) && entry?.type === menuItems.name && entry.status === 'publish';

/** Permission to list terms. It checks whether the caller may read the entry in the parameter `post`. */
type ListTermsPermission = Permissions<TermEndpoints, TermTargets>['list-terms'];

/** Returns the permissions of menus, keyed by their names in the contract. */
function defineMenuPermissions(
  { database, site }: MenuDeps,
  listTermsPermission: ListTermsPermission,
): Permissions<MenuEndpoints, MenuTargets> {
  const load = (call: Call) => requireMenu(database.read, parseId(call.path.id));
  const checkMayView = ({ args, actor }: Call): PermissionError | undefined => {
    if (args.context === 'edit' && !actor.can(menuCapability)) return forbiddenErrors.editContext;
    return mayViewMenus(actor, site.settings.values) ? undefined : forbiddenErrors.view;
  };
  const requireMenuCapability = (error: PermissionError) => ({
    permit: ({ actor }: Call) => (actor.can(menuCapability) ? undefined : error),
  });
  return {
    'list-menus': {
      load: async (call) => listTermsPermission.load?.(call),
      // Signed-in users who may view menus may list the menus of any published menu item (additions.md, "menus?post").
      permit: (call, entry) =>
        (isPublishedItem(call, entry) ? undefined : listTermsPermission.permit(call, entry)) ?? checkMayView(call),
    },
    'read-menu': { load, permit: checkMayView },
    'create-menu': requireMenuCapability(forbiddenErrors.create),
    'edit-menu': { load, ...requireMenuCapability(forbiddenErrors.update) },
    'delete-menu': { load, ...requireMenuCapability(forbiddenErrors.delete) },
  };
}

// Checks menu parameters for a rule that a schema cannot express (terms-menus-and-blocks.md §2, Locations).

/** Returns the parameter checks of menus, keyed by the names that the contract uses. */
const menuChecks = ({ menuLocations }: MenuDeps): Record<string, ParameterCheckFactory> => ({
  'menu-locations': () => (value, name, schema) => {
    const result = check(schema, value, name);
    if ('error' in result) return result;
    const locations = [result.value].flat().map(String);
    const unknown = locations.find((location) => !Object.hasOwn(menuLocations, location));
    if (unknown === undefined) return result;
    const message = 'The theme has no menu location with this name.';
    return validationError('rest_invalid_menu_location', message, { location: unknown });
  },
});

// Validates and stores the parameters of menus (terms-menus-and-blocks.md §2; contract/README.md, decisions 3 and 9).

/**
 * Throws ApiError 400 `menu_exists` if a menu other than `self` has the same name, ignoring case. The error data contains the ID
 * of that menu on creation, but not when a menu is renamed (terms-menus-and-blocks.md §2, name taken).
 */
async function requireUniqueName(
  read: ReadHandle,
  { name, name_key }: { name: string; name_key: string },
  self = 0,
): Promise<void> {
  const candidates = await findTermsByName(read, 'nav_menu', name_key);
  const taken = candidates.find((menu) => menu.id !== self && menu.name.toLowerCase() === name.toLowerCase());
  if (!taken) return;
  const errorOptions = self === 0 ? { data: { term_id: taken.id }, additionalData: [taken.id] } : {};
  throw new ApiError('menu_exists', 400, 'A menu with this name already exists.', errorOptions);
}

/** Stores the submitted properties of a menu that are not columns of its term: its locations and `auto_add`. */
async function saveMenuOptions(tx: WriteHandle, id: number, { locations, auto_add }: MenuArgs): Promise<void> {
  if (auto_add !== undefined) await setAutoAdd(tx, id, auto_add);
  if (locations !== undefined) await assignLocations(tx, id, locations);
}

// GET /cms/v2/menus/<id>: returns a menu.

/** Responds with the menu that the permission has loaded. */
const getMenu = (): MenuOperations['get-menu'] => ({ run: async (_call, row) => ({ kind: 'record', row }) });

// POST /cms/v2/menus: creates a menu (terms-menus-and-blocks.md §2).

/** Creates a menu and responds 201 with it. */
function createMenu(deps: MenuDeps): MenuOperations['create-menu'] {
  return {
    async run(call) {
      const { args } = call;
      const descriptionColumns = (await parseDescription(deps, call)) ?? cleanDescription('');
      const row = await deps.database.transaction(async (tx) => {
        await parseParent(tx, call, menus);
        const nameColumns = cleanName(args.name ?? '');
        await tx.lock('term slugs nav_menu');
        await requireUniqueName(tx, nameColumns);
        const term = { ...nameColumns, ...descriptionColumns, parent: 0 };
        const menu = await saveNewTerm(tx, menus, term, parseSubmittedSlug(args.slug) ?? '');
        await saveMenuOptions(tx, menu.id, args);
        return menu;
      });
      return { kind: 'record', row, status: 201, context: 'view' };
    },
  };
}

// POST, PUT and PATCH /cms/v2/menus/<id>: update the submitted fields of a menu (contract/README.md, decision 9).

/** Updates a menu and responds with the updated record. */
function updateMenu(deps: MenuDeps): MenuOperations['update-menu'] {
  return {
    async run(call, loadedMenu) {
      const { args } = call;
      const descriptionColumns = await parseDescription(deps, call);
      const row = await deps.database.transaction(async (tx) => {
        const before = await lockMenu(tx, loadedMenu.id);
        await call.requireMatch();
        const nameColumns = args.name === undefined ? undefined : cleanName(args.name);
        if (nameColumns) await requireUniqueName(tx, nameColumns, before.id);
        await parseParent(tx, call, menus);
        // A menu that is renamed without a submitted slug gets a slug that is derived from the new name.
        const requestedSlug =
          parseSubmittedSlug(args.slug) ??
          (nameColumns && nameColumns.name !== before.name ? toSlug(nameColumns.name) : '');
        const slugRequest = { id: before.id, slug: requestedSlug, parent: 0 };
        const slug =
          requestedSlug === '' || requestedSlug === before.slug
            ? before.slug
            : await findFreeTermSlug(tx, menus, slugRequest);
        const after: TermRow = { ...before, ...nameColumns, ...descriptionColumns, slug, path: slug };
        await updateTermRow(tx, after);
        await saveMenuOptions(tx, before.id, args);
        await recordEvent(tx, { kind: 'term.updated', type: menus.name, subject: before.id });
        return after;
      });
      return { kind: 'record', row, context: 'view' };
    },
  };
}

// DELETE /cms/v2/menus/<id>: deletes a menu permanently, with its items (terms-menus-and-blocks.md §2).

/**
 * Deletes a menu with its items and responds with its previous values. Throws ApiError 501 `rest_trash_not_supported` without
 * `force`.
 */
function deleteMenu({ database, site: { clock }, writer }: MenuDeps): MenuOperations['delete-menu'] {
  return {
    async run(call, loadedMenu) {
      requireForce(call, 'Menus');
      const deleteStored = () =>
        database.transaction(async (tx) => {
          await tx.share(usersLock);
          const menu = await lockMenu(tx, loadedMenu.id);
          await call.requireMatch();
          await lockTermCounts(tx);
          await lockMenuItems(tx);
          for (const item of await findItemsOfMenu(tx, menu.id)) await writer.delete(tx, menuItems, item);
          await deleteTermRow(tx, menu);
          await recordAuditEvent(tx, clock, call, {
            action: 'term-deleted',
            kind: menu.taxonomy,
            id: menu.id,
            name: menu.name,
          });
        });
      return { kind: 'deleted', previous: loadedMenu, context: 'view', deleteStored };
    },
  };
}

interface Prepared {
  readonly adding: ReadonlySet<number>;
  readonly locations: ReadonlyMap<number, readonly string[]>;
}

type MenuPresenter = Presenter<typeof menuFields, TermRow, Prepared>;

function menuPresenter({ database: { read }, menuLocations }: MenuDeps): MenuPresenter {
  const hasLocations = Object.keys(menuLocations).length > 0;
  const fields: MenuPresenter['fields'] = {
    id: (row) => row.id,
    description: (row) => row.description,
    name: (row) => row.name,
    slug: (row) => row.slug,
    meta: () => ({}),
    locations: (row, { locations }) => locations.get(row.id) ?? [],
    auto_add: (row, { adding: autoAddMenuIds }) => autoAddMenuIds.has(row.id),
  };
  // Locations are loaded even if the field is not requested, because links depend on them.
  const locationsOfMenus = async (): Promise<Prepared['locations']> => {
    const assigned = hasLocations ? await findAssignedLocations(read) : [];
    const knownLocations = assigned.filter(({ name }) => Object.hasOwn(menuLocations, name));
    const byMenu = Map.groupBy(knownLocations, (row) => row.term_id);
    return new Map([...byMenu].map(([menu, assignedLocations]) => [menu, assignedLocations.map(({ name }) => name)]));
  };
  return {
    prepare: async (rows, { projection: { fieldNames } }) => ({
      adding: fieldNames.has('auto_add') ? await findAutoAddAmong(read, idsOf(rows)) : new Set(),
      locations: await locationsOfMenus(),
    }),
    fields,
    facts: ({ id }, { locations }) => ({ id, location: locations.get(id) ?? [] }),
  };
}

const idsOf = (rows: readonly TermRow[]) => rows.map((row) => row.id);

/** Returns the module of menus. Lists use the list operation of terms. */
export function menusEndpoints(
  deps: MenuDeps,
  listTerms: TermOperations['list-terms'],
  listTermsPermission: ListTermsPermission,
): Module {
  return implement(menusModule, {
    permissions: defineMenuPermissions(deps, listTermsPermission),
    operations: {
      'list-terms': listTerms,
      'get-menu': getMenu(),
      'create-menu': createMenu(deps),
      'update-menu': updateMenu(deps),
      'delete-menu': deleteMenu(deps),
    },
    presenter: menuPresenter(deps),
    checks: menuChecks(deps),
  });
}
