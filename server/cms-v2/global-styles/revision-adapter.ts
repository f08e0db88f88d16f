// Adapts the revisions module to global styles, which have no autosaves (templates-and-styles.md §8, Revisions).
import { type StylesRevisionFields, stylesRevisionsModule } from '../../../contract/cms-v2/global-styles.ts';
import { ApiError } from '../../api-error.ts';
import { type Presenter, parseId } from '../../http/module.ts';
import { forbiddenErrors } from '../entries/conditions.ts';
import { type EntryDeps, typeOf } from '../entries/deps.ts';
import { findEntry } from '../entries/store.ts';
import type { EntryRevision } from '../revisions/operations.ts';
import type { RevisionAdapter } from '../revisions/revision-adapter.ts';
import { normalizeConfiguration, readStoredStyles } from './stored-styles.ts';

/** Returns the adapter of the revisions module for global styles. */
export function stylesRevisionAdapter({ contract }: EntryDeps): RevisionAdapter<StylesRevisionFields, undefined> {
  return {
    declaration: stylesRevisionsModule,
    async find(read, call) {
      const entry = await findEntry(read, typeOf(contract, call).name, parseId(call.path.parent));
      if (!entry) throw new ApiError('rest_post_invalid_parent', 404, 'No global styles with this ID.');
      return entry;
    },
    // No route uses this permission, because global styles have no autosaves.
    autosavePermission: { permit: () => forbiddenErrors.edit },
    textInput: () => ({}),
    updatesOwnDrafts: false,
    includesAutosaves: false,
    deletedContext: 'view',
    presenter,
  };
}

type StylesRevisionPresenter = Presenter<StylesRevisionFields, EntryRevision, undefined>;

const sourceOf = ({ entry, revision }: EntryRevision) => revision ?? entry;

/** Returns the normalized settings and styles of a revision; undefined if both are empty. */
function configurationOf(presented: EntryRevision) {
  const stored = readStoredStyles(sourceOf(presented).content);
  const isEmpty = (properties: object | undefined) => properties === undefined || Object.keys(properties).length === 0;
  return isEmpty(stored.styles) && isEmpty(stored.settings) ? undefined : normalizeConfiguration(stored);
}

const fields: StylesRevisionPresenter['fields'] = {
  settings: (presented) => configurationOf(presented)?.settings,
  styles: (presented) => configurationOf(presented)?.styles,
  author: (presented) => sourceOf(presented).author,
  date: (presented) => sourceOf(presented).date,
  date_gmt: (presented) => sourceOf(presented).date_gmt,
  id: ({ id }) => id,
  modified: (presented) => sourceOf(presented).date,
  modified_gmt: (presented) => sourceOf(presented).date_gmt,
  parent: ({ entry }) => entry.id,
};

const presenter: StylesRevisionPresenter = {
  prepare: async () => undefined,
  fields,
  facts: ({ id }) => ({ id }),
};
