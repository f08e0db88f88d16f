// Implements the endpoints of font families (media-fonts-and-oembed.md, B1).
import {
  changedFamilySettings,
  type FontFamilyEndpoints,
  fontFamilies,
  fontFamiliesModule,
  type fontFamilyFields,
  newFamilySettings,
  requiredFamilySettings,
} from '../../../contract/cms-v2/font-families.ts';
import { latestVersion } from '../../../contract/shared/fonts.ts';
import { ApiError } from '../../api-error.ts';
import { parseStoredObject } from '../../database/stored-json.ts';
import { implement, type Permissions } from '../../http/implement.ts';
import { type Call, type Module, type ParameterCheckFactory, type Presenter, parseId } from '../../http/module.ts';
import type { ValidationResult } from '../../http/parameters/validation-error.ts';
import { composeChangedDataEntry, composeNewDataEntry, readData } from '../entries/data-entry.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { lockEntry, requireEntry } from '../entries/lock-entry.ts';
import type { EntryOperations } from '../entries/operations.ts';
import type { WholeEntry } from '../entries/rows.ts';
import { findIdsBySlugs } from '../entries/store.ts';
import { deleteWithAuditEvent } from '../entries/trash-and-delete.ts';
import { withRows } from '../entries/with-rows.ts';
import type { MediaDeps } from '../media/deps.ts';
import { deleteFiles } from '../media/store-files.ts';
import { requireForce } from '../require-force.ts';
import { createPermission, forbiddenErrors, managersOnly } from './conditions.ts';
import { deleteFaces } from './face-endpoints.ts';
import {
  cleanSettings,
  findEmptyProperty,
  parseSettings,
  settingsError,
  type ValidatedSettings,
  validateSettings,
} from './settings.ts';
import { type FamilyRow, findFacesOfFamilies, findFontFamilies, findFullFacesOfFamily, lockFonts } from './store.ts';

/** The targets of the permissions. */
type FontFamilyTargets = {
  'read-font-family': WholeEntry;
  'edit-font-family': WholeEntry;
  'delete-font-family': WholeEntry;
};

/**
 * Returns the permissions of font families, keyed by their names in the contract. The `load` functions throw ApiError
 * 404 `rest_post_invalid_id` for a missing family before the permission is checked.
 */
function defineFontFamilyPermissions({ database }: EntryDeps): Permissions<FontFamilyEndpoints, FontFamilyTargets> {
  const load = (call: Call) => requireEntry(database.read, fontFamilies, parseId(call.path.id));
  return {
    'list-font-families': managersOnly(forbiddenErrors.read),
    'read-font-family': { load, ...managersOnly(forbiddenErrors.read) },
    'create-font-family': createPermission,
    'edit-font-family': { load, ...managersOnly(forbiddenErrors.edit) },
    'delete-font-family': { load, ...managersOnly(forbiddenErrors.delete) },
  };
}

// Validates and cleans the settings of font families (media-fonts-and-oembed.md, B1).

/** Parameter checks, keyed by the names that the contract uses. They return the cleaned settings. */
const fontFamilyChecks: Record<string, ParameterCheckFactory> = {
  'new-font-family': () => (value, name, parameter) => {
    const parsed = parseSettings(value, name, parameter);
    return 'error' in parsed ? parsed : cleanResult(validateSettings(parsed.value, name, newFamilySettings), name);
  },
  'changed-font-family': () => (value, name, parameter) => {
    const parsed = parseSettings(value, name, parameter);
    if ('error' in parsed) return parsed;
    if (Object.hasOwn(Object(parsed.value), 'slug'))
      return settingsError('The slug of a font family cannot be changed.');
    return cleanResult(validateSettings(parsed.value, name, changedFamilySettings), name);
  },
};

function cleanResult(result: ValidatedSettings, name: string): ValidationResult {
  if ('error' in result) return result;
  const settings = cleanSettings(result.value);
  const emptyProperty = findEmptyProperty(settings, requiredFamilySettings);
  return emptyProperty === undefined
    ? { value: settings }
    : settingsError(`${name}.${emptyProperty} must not be empty.`);
}

/** Maximum number of faces in the record of a family. */
const maxListedFaces = 99;

type Faces = ReadonlyMap<number, readonly number[]>;

const facesOf = ({ id }: FamilyRow, faces: Faces): readonly number[] => faces.get(id) ?? [];

type FontFamilyPresenter = Presenter<typeof fontFamilyFields, FamilyRow, Faces>;

const fields: FontFamilyPresenter['fields'] = {
  id: ({ id }) => id,
  theme_json_version: () => latestVersion,
  font_faces: facesOf,
  font_family_settings: ({ title: name, slug, content }) => {
    const { fontFamily = '', preview = '' } = readData(content);
    return { name, slug, fontFamily, preview };
  },
};

const fontFamilyPresenter = ({ database }: EntryDeps): FontFamilyPresenter => ({
  prepare: async (rows) => {
    const faces =
      rows.length === 0
        ? []
        : await findFacesOfFamilies(
            database.read,
            rows.map(({ id }) => id),
          );
    const byFamily = Map.groupBy(faces, ({ parent }) => parent);
    return new Map([...byFamily].map(([family, all]) => [family, all.slice(0, maxListedFaces).map(({ id }) => id)]));
  },
  fields,
  facts: (row, faces) => ({ id: row.id, font_face: facesOf(row, faces) }),
});

/** Returns the module of font families. Lists use the list operation of entries. */
export function fontFamiliesEndpoints(deps: MediaDeps, listEntries: EntryOperations['list-entries']): Module {
  const { entries } = deps;
  const { database, site, writer } = entries;
  return implement(fontFamiliesModule, {
    permissions: defineFontFamilyPermissions(entries),
    operations: {
      // GET /cms/v2/font-families: lists the font families (media-fonts-and-oembed.md, B1).
      /**
       * Responds with a page of the families. The list operation of entries selects them. All families have the status `publish`.
       */
      'list-font-families': {
        async run(call, target) {
          const args = { ...call.args, status: ['publish'], search_columns: [] };
          const list = await listEntries.run({ ...call, args }, target);
          return withRows(list, (ids) => findFontFamilies(database.read, ids));
        },
      },

      // GET /cms/v2/font-families/<id>: returns a font family.
      /** Responds with the family that the permission has loaded. */
      'get-font-family': {
        run: async (_call, row) => ({ kind: 'record', row }),
      },

      // POST /cms/v2/font-families: creates a font family (media-fonts-and-oembed.md, B1).
      /** Creates a family and responds 201. Throws ApiError 400 `rest_duplicate_font_family` if the slug is taken. */
      'create-font-family': {
        async run({ args, actor }) {
          const { name, slug, fontFamily, preview = '' } = args.font_family_settings;
          const row = await database.transaction(async (tx) => {
            await lockFonts(tx);
            const [duplicate] = await findIdsBySlugs(tx, fontFamilies.name, [slug]);
            if (duplicate)
              throw new ApiError('rest_duplicate_font_family', 400, 'A font family with this slug already exists.');
            const family = { title: name, data: { fontFamily, preview }, author: actor.id };
            const guid = (id: number) => `${site.urls.home}/?p=${id}`;
            const entry = composeNewDataEntry(entries, fontFamilies, family);
            return writer.create(tx, fontFamilies, { entry, choice: { slug, mustBeFree: true }, guid });
          });
          return { kind: 'record', row, status: 201 };
        },
      },

      // POST, PUT and PATCH /cms/v2/font-families/<id>: update the submitted settings of a font family
      // (media-fonts-and-oembed.md, B1).
      /** Updates a family and responds with the updated record. */
      'update-font-family': {
        async run(call, loadedFamily) {
          const { name, ...submitted } = call.args.font_family_settings;
          const row = await database.transaction(async (tx) => {
            await lockFonts(tx);
            const before = await lockEntry(tx, fontFamilies, loadedFamily.id, call.actor, 'edit');
            await call.requireMatch();
            if (name === undefined && Object.keys(submitted).length === 0) return before;
            const entry = composeChangedDataEntry(entries, before, name ?? before.title, {
              ...parseStoredObject(before.content),
              ...submitted,
            });
            const choice = { slug: before.slug, mustBeFree: false, slugBeforeTrash: null };
            return writer.update(tx, fontFamilies, { before, entry, choice });
          });
          return { kind: 'record', row };
        },
      },

      // DELETE /cms/v2/font-families/<id>: deletes a font family permanently, with its faces and their files
      // (media-fonts-and-oembed.md, B1).
      /**
       * Deletes a family and responds with its previous values. Throws ApiError 501 `rest_trash_not_supported` without `force`.
       */
      'delete-font-family': {
        async run(call, loadedFamily) {
          requireForce(call, 'Font families');
          const deleteStored = async () => {
            const paths = await database.transaction(async (tx) => {
              await lockFonts(tx);
              const family = await lockEntry(tx, fontFamilies, loadedFamily.id, call.actor, 'delete');
              await call.requireMatch();
              const stored = await deleteFaces(tx, writer, await findFullFacesOfFamily(tx, family.id));
              await deleteWithAuditEvent(entries, tx, call, fontFamilies, family);
              return stored;
            });
            // The family is already deleted, so a failure to delete its files is not an error: maintenance deletes them later.
            await deleteFiles(deps, paths).catch(() => undefined);
          };
          return { kind: 'deleted', previous: loadedFamily, context: 'view', deleteStored };
        },
      },
    },
    presenter: fontFamilyPresenter(entries),
    checks: fontFamilyChecks,
  });
}
