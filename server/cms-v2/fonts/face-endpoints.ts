// Implements the endpoints of font faces (media-fonts-and-oembed.md, B2).
import {
  type FontFaceEndpoints,
  faceSettings,
  type fontFaceFields,
  fontFaceResource,
  fontFaces,
  fontFacesModule,
} from '../../../contract/cms-v2/font-faces.ts';
import { fontFamilies } from '../../../contract/cms-v2/font-families.ts';
import { latestVersion } from '../../../contract/shared/fonts.ts';
import { ApiError } from '../../api-error.ts';
import type { ReadHandle, WriteHandle } from '../../database/handle.ts';
import type { FileType } from '../../files/file-types.ts';
import { detectFontType } from '../../files/fonts.ts';
import { cleanName, lastPathSegment, splitName } from '../../files/names.ts';
import { implement, type Permissions } from '../../http/implement.ts';
import {
  type Call,
  type Embedded,
  type EmbedReader,
  type Module,
  type ParameterCheckFactory,
  type Presenter,
  parseId,
} from '../../http/module.ts';
import { cleanUri } from '../../http/parameters/formats.ts';
import type { ValidationResult } from '../../http/parameters/validation-error.ts';
import type { FormFile, Upload } from '../../http/upload.ts';
import { composeNewDataEntry, readData } from '../entries/data-entry.ts';
import type { EntryDeps } from '../entries/deps.ts';
import type { EntryWriter } from '../entries/entry-writer.ts';
import { lockEntry, requireEntry } from '../entries/lock-entry.ts';
import type { EntryOperations } from '../entries/operations.ts';
import type { WholeEntry } from '../entries/rows.ts';
import { findEntry, findIdsBySlugs } from '../entries/store.ts';
import { recordEntryDeleted } from '../entries/trash-and-delete.ts';
import { withRows } from '../entries/with-rows.ts';
import type { MediaDeps } from '../media/deps.ts';
import { encodePath } from '../media/details.ts';
import { isReachable } from '../media/fetch-file.ts';
import { assignPath, findPathsOf } from '../media/store.ts';
import { deleteFiles, discardFiles, type StoreFilesDeps, storeFiles } from '../media/store-files.ts';
import { requireForce } from '../require-force.ts';
import { createPermission, errorUnlessCanManageFonts, forbiddenErrors, managersOnly } from './conditions.ts';
import { describeFace, faceSlug } from './identity.ts';
import { cleanSettings, findEmptyProperty, parseSettings, settingsError, validateSettings } from './settings.ts';
import { type FaceRow, findFaces, lockFonts } from './store.ts';

/** Folder of font files in the file store. */
const folder = 'fonts/';

/** A validated font file, ready to be stored. */
interface UploadedFont {
  readonly field: string;
  readonly path: string;
  readonly stem: string;
  readonly kind: FileType;
}

/**
 * Validates the uploaded fonts. If a form field has several files, only the last one is used.
 *
 * Throws ApiError 400 `rest_font_upload_unknown_error` for an empty or oversized file, and ApiError 400
 * `rest_font_upload_invalid_file_type` for a file that is not a font of an accepted type.
 */
async function readUploadedFonts(upload: Upload | undefined): Promise<UploadedFont[]> {
  const lastByField = new Map(upload?.files.map((file) => [file.field, file]));
  const fonts: UploadedFont[] = [];
  for (const file of lastByField.values()) fonts.push(await validateFont(file));
  return fonts;
}

async function validateFont({ field, path, size, name, isTooLarge }: FormFile): Promise<UploadedFont> {
  const code = 'rest_font_upload_unknown_error';
  if (isTooLarge) throw new ApiError(code, 400, 'The file exceeds the maximum upload size.');
  if (size === 0) throw new ApiError(code, 400, 'The file is empty.');
  const { stem, extension } = splitName(cleanName(lastPathSegment(name), false));
  const kind = stem === '' ? undefined : await detectFontType(path, size, extension);
  if (!kind)
    throw new ApiError(
      'rest_font_upload_invalid_file_type',
      400,
      'Fonts must be woff2, woff, ttf or otf files whose content matches their extension.',
    );
  return { field, path, stem, kind };
}

/** Uploaded fonts in the file store. */
interface StoredFonts {
  /** Paths in the file store, keyed by form field. */
  readonly paths: ReadonlyMap<string, string>;
  /** Discards the stored files after an error. */
  readonly discard: (error: unknown) => Promise<void>;
}

/** Stores all fonts or none: if one cannot be stored, the fonts that are already stored are deleted. */
async function storeFonts(deps: StoreFilesDeps, fonts: readonly UploadedFont[]): Promise<StoredFonts> {
  const paths = new Map<string, string>();
  const discard = (error: unknown) => discardFiles(deps, { paths }, error);
  try {
    for (const { field, path, stem, kind } of fonts) {
      const target = { folder, name: { stem, extension: kind.extension } };
      const stored = await storeFiles(deps, target, [{ path, ending: '', type: kind.type }]);
      paths.set(field, stored.paths.get('') ?? '');
    }
  } catch (error) {
    await discard(error);
    throw error;
  }
  return { paths, discard };
}

/** The targets of the permissions. */
type FontFaceTargets = {
  'read-font-face': WholeEntry;
  'delete-font-face': WholeEntry;
};

/**
 * Returns the permissions of font faces, keyed by their names in the contract. The `load` functions throw ApiError 404
 * `rest_post_invalid_id` for a missing face before the permission is checked; the operations check that the face belongs to the
 * family.
 */
function defineFontFacePermissions({ database }: EntryDeps): Permissions<FontFaceEndpoints, FontFaceTargets> {
  const load = (call: Call) => requireEntry(database.read, fontFaces, parseId(call.path.id));
  return {
    'list-font-faces': managersOnly(forbiddenErrors.read),
    'read-font-face': { load, ...managersOnly(forbiddenErrors.read) },
    'create-font-face': createPermission,
    'delete-font-face': { load, ...managersOnly(forbiddenErrors.delete) },
  };
}

// Validates and cleans the settings of font faces (media-fonts-and-oembed.md, B2).

/** Maximum number of sources of a font face. */
const maxSources = 20;

/** Dependencies that determine which URLs may be fetched. */
type FetchDeps = Pick<MediaDeps, 'entries' | 'fetchLimits'>;

/** Returns the parameter checks of font faces, keyed by the names that the contract uses. They return the cleaned settings. */
const fontFaceChecks = (deps: FetchDeps): Record<string, ParameterCheckFactory> => ({
  'font-face':
    ({ upload }) =>
    async (value, name, parameter) => {
      const parsed = parseSettings(value, name, parameter);
      if ('error' in parsed) return parsed;
      const validated = validateSettings(parsed.value, name, faceSettings);
      if ('error' in validated) return validated;
      const { src, ...texts } = validated.value;
      const settings = { ...cleanSettings(texts), src };
      const emptyProperty = findEmptyProperty(settings, ['fontFamily']);
      if (emptyProperty !== undefined) return settingsError(`${name}.${emptyProperty} must not be empty.`);
      return resolveSources(settings, name, new Set(upload?.files.map(({ field }) => field)), deps);
    },
});

type Settings = Readonly<Record<string, unknown>>;

/**
 * Validates the sources: there must be 1 to 20, each must be a URL that may be fetched or the name of a form field with a file,
 * and each file must be used by a source. Returns the settings with `src` as a list, in which the URLs are cleaned.
 */
async function resolveSources(
  settings: Settings,
  name: string,
  fields: ReadonlySet<string>,
  { entries: { site }, fetchLimits }: FetchDeps,
): Promise<ValidationResult> {
  const sources = [settings.src].flat().map((source) => String(source).trimStart());
  if (sources.length > maxSources)
    return settingsError(`${name} must have at most ${maxSources} sources.`, 'rest_too_many_items');
  if (sources.length === 0 || sources.includes('')) return settingsError(`${name}.src must not be empty.`);
  const reachable = await Promise.all(
    sources.map((source) => fields.has(source) || isReachable(source, site.urls, fetchLimits)),
  );
  const unreachable = sources.find((_, at) => reachable[at] === false);
  if (unreachable !== undefined)
    return settingsError(`Each source must be a public http or https URL or the name of a form field with a file.`);
  const unreferenced = [...fields].find((field) => !sources.includes(field));
  if (unreferenced !== undefined)
    return settingsError('Each uploaded file must be referenced by a source; add its form field name to src.');
  const clean = sources.map((source) => (fields.has(source) ? source : cleanUri(source)));
  return { value: { ...settings, src: clean } };
}

/** Throws ApiError 404 `rest_post_invalid_parent` if the family does not exist. */
async function requireFamily(read: ReadHandle, id: number): Promise<void> {
  if (id === 0 || !(await findEntry(read, fontFamilies.name, id)))
    throw new ApiError('rest_post_invalid_parent', 404, 'No font family with this ID.');
}

/**
 * Throws ApiError 404 if the face does not belong to the family in the path: `rest_post_invalid_parent` if that family does not
 * exist, else `rest_font_face_parent_id_mismatch`.
 */
async function requireFamilyOf(read: ReadHandle, { path }: Pick<Call, 'path'>, { parent }: FaceRow): Promise<void> {
  const family = parseId(path.font_family_id);
  if (family === parent) return;
  await requireFamily(read, family);
  throw new ApiError('rest_font_face_parent_id_mismatch', 404, 'The font family has no face with this ID.');
}

/** Deletes faces permanently and returns the paths of their files. The caller must delete the files after the transaction. */
export async function deleteFaces(
  tx: WriteHandle,
  writer: EntryWriter,
  faces: readonly WholeEntry[],
): Promise<string[]> {
  const paths: string[] = [];
  for (const face of faces) {
    paths.push(...(await findPathsOf(tx, face.id)));
    await writer.delete(tx, fontFaces, face);
  }
  return paths;
}

/**
 * Throws ApiError 404 `rest_post_invalid_parent` if the family does not exist, and ApiError 400 `rest_duplicate_font_face` if any
 * family has an identical face.
 */
async function requireUnusedFace(read: ReadHandle, family: number, slug: string): Promise<void> {
  await requireFamily(read, family);
  const [duplicate] = await findIdsBySlugs(read, fontFaces.name, [slug]);
  if (duplicate)
    throw new ApiError(
      'rest_duplicate_font_face',
      400,
      'A font face with the same family, style, weight, stretch and unicode range already exists.',
    );
}

const fontFacePresenter: Presenter<typeof fontFaceFields, FaceRow> = {
  prepare: async () => undefined,
  fields: {
    id: ({ id }) => id,
    theme_json_version: () => latestVersion,
    parent: ({ parent }) => parent,
    font_face_settings: ({ content }) => readData(content),
  },
  facts: ({ id, parent }) => ({ id, font_family_id: parent }),
};

// Reads font faces for embedding in their families (protocol.md §7.3).

const notFoundError = { code: 'rest_post_invalid_id', message: 'No font face with this ID.', status: 404 };

/** Returns the embed reader of font faces. The values that it reads have the form `<family ID>/<face ID>`. */
const fontFaceEmbeds = ({ database }: EntryDeps): EmbedReader[] => [
  {
    target: '/cms/v2/font-families/<font_family_id>/font-faces/<id>',
    resource: fontFaceResource,
    async read(values, { actor }) {
      const ids = values.map((value) => Number(value.split('/')[1]));
      const forbiddenError = errorUnlessCanManageFonts(actor, forbiddenErrors.read);
      const rows = forbiddenError ? [] : await findFaces(database.read, ids);
      const rowsByKey = new Map(rows.map((row) => [`${row.parent}/${row.id}`, row]));
      const embed = (value: string): Embedded => {
        const row = rowsByKey.get(value);
        return row ? { row } : { forbidden: forbiddenError ?? notFoundError };
      };
      return new Map(values.map((value) => [value, embed(value)]));
    },
  },
];

/** Returns the module of font faces. Lists use the list operation of entries. */
export function fontFacesEndpoints(deps: MediaDeps, listEntries: EntryOperations['list-entries']): Module {
  const { entries } = deps;
  const { database, writer } = entries;
  const { urls } = entries.site;
  return implement(fontFacesModule, {
    permissions: defineFontFacePermissions(entries),
    operations: {
      // GET /cms/v2/font-families/<font_family_id>/font-faces: lists the faces of a family (media-fonts-and-oembed.md, B2).
      /**
       * Responds with a page of the faces of the family. The list operation of entries selects them. Throws ApiError 404
       * `rest_post_invalid_parent` if the family does not exist.
       */
      'list-font-faces': {
        async run(call, target) {
          const family = parseId(call.path.font_family_id);
          await requireFamily(database.read, family);
          const args = { ...call.args, status: ['publish'], parent: [family], search_columns: [] };
          const list = await listEntries.run({ ...call, args }, target);
          return withRows(list, (ids) => findFaces(database.read, ids));
        },
      },

      // GET /cms/v2/font-families/<font_family_id>/font-faces/<id>: returns a font face.
      /** Responds with the face. Throws the same errors as `requireFamilyOf`. */
      'get-font-face': {
        async run(call, row) {
          await requireFamilyOf(database.read, call, row);
          return { kind: 'record', row };
        },
      },

      // POST /cms/v2/font-families/<font_family_id>/font-faces: creates a font face with its files (media-fonts-and-oembed.md,
      // B2).
      /**
       * Creates a font face and responds 201. If anything fails, the stored files are discarded.
       *
       * Throws ApiError 404 `rest_post_invalid_parent`, ApiError 400 `rest_duplicate_font_face`, and the errors of
       * `readUploadedFonts`.
       */
      'create-font-face': {
        async run({ args: { font_face_settings: settings }, actor, path, upload }) {
          const family = parseId(path.font_family_id);
          const title = describeFace(settings);
          const slug = faceSlug(title);
          await requireUnusedFace(database.read, family, slug);
          const stored = await storeFonts(deps, await readUploadedFonts(upload));
          try {
            const src = settings.src.map((source) => {
              const file = stored.paths.get(source);
              return file === undefined ? source : `${urls.uploads}/${encodePath(file)}`;
            });
            const data = { ...settings, src: src.length === 1 ? src[0] : src };
            const save = async (tx: WriteHandle) => {
              await lockFonts(tx);
              await requireUnusedFace(tx, family, slug);
              const entry = composeNewDataEntry(entries, fontFaces, { title, data, author: actor.id, parent: family });
              const guid = (id: number) => `${urls.home}/?p=${id}`;
              const row = await writer.create(tx, fontFaces, { entry, choice: { slug, mustBeFree: true }, guid });
              for (const file of stored.paths.values())
                if (!(await assignPath(tx, file, row.id))) throw new Error(`the path ${file} is no longer reserved`);
              return row;
            };
            return { kind: 'record', row: await database.transaction(save), status: 201 };
          } catch (error) {
            await stored.discard(error);
            throw error;
          }
        },
      },

      // DELETE /cms/v2/font-families/<font_family_id>/font-faces/<id>: deletes a font face permanently, with its files
      // (media-fonts-and-oembed.md, B2).
      /**
       * Deletes a face and responds with its previous values. Throws ApiError 501 `rest_trash_not_supported` without `force`, and
       * the errors of `requireFamilyOf`.
       */
      'delete-font-face': {
        async run(call, loadedFace) {
          await requireFamilyOf(database.read, call, loadedFace);
          requireForce(call, 'Font faces');
          const deleteStored = async () => {
            const paths = await database.transaction(async (tx) => {
              await lockFonts(tx);
              const face = await lockEntry(tx, fontFaces, loadedFace.id, call.actor, 'delete');
              await call.requireMatch();
              const stored = await deleteFaces(tx, writer, [face]);
              await recordEntryDeleted(entries, tx, call, fontFaces, face);
              return stored;
            });
            // The face is already deleted, so a failure to delete its files is not an error: maintenance deletes them later.
            await deleteFiles(deps, paths).catch(() => undefined);
          };
          return { kind: 'deleted', previous: loadedFace, context: 'view', deleteStored };
        },
      },
    },
    presenter: fontFacePresenter,
    checks: fontFaceChecks(deps),
    embeds: fontFaceEmbeds(entries),
  });
}
