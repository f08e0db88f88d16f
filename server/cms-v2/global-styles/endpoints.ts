// Implements the endpoints of global styles.
import { type StylesEndpoints, type StylesFields, stylesModule } from '../../../contract/cms-v2/global-styles.ts';
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
import { renderTitle } from '../../rendering/render.ts';
import { editCondition, forbiddenErrors, passes } from '../entries/conditions.ts';
import { composeChangedDataEntry } from '../entries/data-entry.ts';
import { type EntryDeps, typeOf } from '../entries/deps.ts';
import { rawText } from '../entries/entry-args.ts';
import { lockEntry } from '../entries/lock-entry.ts';
import type { WholeEntry } from '../entries/rows.ts';
import { isWriter } from '../users/conditions.ts';
import { applyChanges, parseSubmittedStyles } from './change-styles.ts';
import { requireGlobalStyles } from './require-styles.ts';
import { normalizeConfiguration, parseStoredStyles, readStoredStyles } from './stored-styles.ts';

/** The targets of the permissions. */
type StylesTargets = { 'read-global-styles': WholeEntry; 'edit-global-styles': WholeEntry };

/** The operations, keyed by their names in the contract. */
type StylesOperations = Operations<StylesEndpoints, StylesTargets, WholeEntry>;

// Defines the permissions of the global styles routes (templates-and-styles.md §8, Permissions).

const viewError: PermissionError = {
  code: 'rest_cannot_view',
  message: 'You are not allowed to view the styles of the site.',
};

/**
 * Returns the permissions of global styles, keyed by their names in the contract. The `load` functions throw the error of
 * `requireGlobalStyles` before the permission is checked.
 */
function defineStylesPermissions(deps: EntryDeps): Permissions<StylesEndpoints, StylesTargets> {
  const { contract, database } = deps;
  const load = (call: Call) => requireGlobalStyles(database.read, typeOf(contract, call), parseId(call.path.id));
  const canEdit = (call: Call, entry: WholeEntry) => passes(editCondition, call.actor, typeOf(contract, call), entry);
  return {
    'read-global-styles': {
      load,
      permit: (call, entry) => {
        if (call.args.context === 'edit' && !canEdit(call, entry)) return forbiddenErrors.editContext;
        return isWriter(call.actor, contract) ? undefined : viewError;
      },
    },
    'edit-global-styles': {
      load,
      permit: (call, entry) => (canEdit(call, entry) ? undefined : forbiddenErrors.edit),
    },
  };
}

/** Parameter checks, keyed by the names that the contract uses. */
const stylesChecks: Record<string, ParameterCheckFactory> = {
  // Treats an array as an empty object, because none of its keys is a known property (templates-and-styles.md §8, Update).
  'styles-object': () => (value, name, schema) => (Array.isArray(value) ? { value: {} } : check(schema, value, name)),
};

// Presents global styles as JSON records (templates-and-styles.md §8).

type StylesPresenter = Presenter<StylesFields, WholeEntry, undefined>;

const fields: StylesPresenter['fields'] = {
  id: ({ id }) => id,
  title: ({ title }) => ({ raw: title, rendered: renderTitle(title) }),
  settings: ({ content }) => normalizeConfiguration(readStoredStyles(content)).settings,
  styles: ({ content }) => normalizeConfiguration(readStoredStyles(content)).styles,
};

const stylesPresenter: StylesPresenter = {
  prepare: async () => undefined,
  fields,
  facts: ({ id, revision_count }, _prepared, { actor }) => ({
    id,
    revision_count,
    may_publish: actor.can('publish_posts'),
    may_edit_css: actor.can('unfiltered_html'),
  }),
};

// GET /cms/v2/global-styles/<id>: returns global styles.

/** Responds with the record that the permission has loaded. */
const getGlobalStyles = (): StylesOperations['get-global-styles'] => ({
  run: async (_call, row) => ({ kind: 'record', row }),
});

// POST, PUT and PATCH /cms/v2/global-styles/<id>: replace each submitted property as a whole (templates-and-styles.md §8,
// Update).

/** Updates global styles and responds in the view context. Throws the errors of `parseSubmittedStyles`. */
function updateGlobalStyles(deps: EntryDeps): StylesOperations['update-global-styles'] {
  return {
    async run(call, loadedStyles) {
      const type = typeOf(deps.contract, call);
      const { args, actor } = call;
      const submitted = parseSubmittedStyles(args);
      const row = await deps.database.transaction(async (tx) => {
        const before = await lockEntry(tx, type, loadedStyles.id, actor, 'edit');
        await call.requireMatch();
        const stored = applyChanges(parseStoredStyles(before.content), submitted, actor);
        const entry = composeChangedDataEntry(deps, before, resolveTitle(args, before), stored);
        if (entry.content === before.content && entry.title === before.title) return before;
        const choice = { slug: before.slug, mustBeFree: false, slugBeforeTrash: before.slug_before_trash };
        return deps.writer.update(tx, type, { before, entry, choice, editor: actor.id });
      });
      return { kind: 'record', row, context: 'view' };
    },
  };
}

/** Returns the new title. A submitted empty string clears the title; an object with an empty `raw` leaves it unchanged. */
function resolveTitle({ title }: ArgsOf<StylesEndpoints['update-global-styles']>, before: WholeEntry): string {
  const submitted = rawText(title);
  return (submitted === undefined || (submitted === '' && typeof title === 'object') ? before.title : submitted).trim();
}

/** Returns the module of global styles. */
export function globalStylesEndpoints(deps: EntryDeps): Module {
  return implement(stylesModule, {
    permissions: defineStylesPermissions(deps),
    operations: { 'get-global-styles': getGlobalStyles(), 'update-global-styles': updateGlobalStyles(deps) },
    checks: stylesChecks,
    presenter: stylesPresenter,
  });
}
