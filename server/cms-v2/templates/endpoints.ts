// Implements the endpoints of templates and template parts.

import type { Contract } from '../../../contract/contract.ts';
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import { type LookupArgs, type TemplateEndpoints, templatesModule } from '../../../contract/shared/templates.ts';
import { ApiError } from '../../api-error.ts';
import type { WriteHandle } from '../../database/handle.ts';
import { implement, type Permissions } from '../../http/implement.ts';
import type { Module, ParameterCheckFactory } from '../../http/module.ts';
import { check } from '../../http/parameters/check.ts';
import { validationError } from '../../http/parameters/validation-error.ts';
import { toSlug } from '../../rendering/slug.ts';
import { type EntryDeps, typeOf } from '../entries/deps.ts';
import { lockEntry, usersLock } from '../entries/lock-entry.ts';
import { findEntry } from '../entries/store.ts';
import { textWorkOf } from '../entries/text-work.ts';
import { deleteWithAuditEvent, trashEntry } from '../entries/trash-and-delete.ts';
import { isWriter } from '../users/conditions.ts';
import { composeTemplate, saveNewTemplate, templateParameters, toEntryArgs } from './compose-template.ts';
import { isForType } from './custom-templates.ts';
import { requireTemplate, selectTemplate } from './find-template.ts';
import { manageError, type TemplateOperations } from './operations.ts';
import { templatePresenter } from './present.ts';
import { findPublishedTemplates, findTemplatesBySlugs } from './store.ts';
import { filesOf, type Template, templateOfEntry, templateOfFile } from './template.ts';
import { isThemeName } from './template-id.ts';
import { updateTemplate } from './update-template.ts';

/** Parameter checks, keyed by the names that the contract uses. */
const templateChecks: Record<string, ParameterCheckFactory> = {
  // The theme need not exist, but its name must be valid in URLs of templates.
  'theme-name': () => (value, name, schema) => {
    const result = check(schema, value, name);
    if ('error' in result || result.value === '' || isThemeName(String(result.value))) return result;
    return validationError('rest_invalid_pattern', `${name} must be a valid theme name.`);
  },
};

// Defines the permissions of the template routes (templates-and-styles.md §3). The permissions do not depend on the template, so
// they are checked before the template is looked up.

/** Returns the permissions of templates, keyed by their names in the contract. */
function defineTemplatePermissions({ contract }: EntryDeps): Permissions<TemplateEndpoints, object> {
  return {
    'read-templates': { permit: ({ actor }) => (isWriter(actor, contract) ? undefined : manageError) },
    'change-templates': {
      permit: (call) => (call.actor.can(typeOf(contract, call).rights.edit) ? undefined : manageError),
    },
  };
}

// GET /cms/v2/templates and GET /cms/v2/template-parts: list the stored templates, then the theme files without a stored copy
// (templates-and-styles.md §4).

/** Responds with all matching templates, without pagination. */
function listTemplates(deps: EntryDeps): TemplateOperations['list-templates'] {
  return {
    async run(call) {
      const type = typeOf(deps.contract, call);
      const { cms_id: id, area, post_type: forType } = call.args;
      const all = id === undefined ? await listAll(deps, type) : await findById(deps, type, id);
      const isPart = type.name === 'cms_template_part';
      const rows = all.filter(
        (template) =>
          // If an ID is requested, the area is ignored.
          (!isPart || area === undefined || id !== undefined || template.area === area) &&
          (isPart || !forType || isForType(template, deps.site.theme, forType)),
      );
      return { kind: 'list', rows };
    },
  };
}

async function listAll({ database, site: { theme } }: EntryDeps, type: ContentType): Promise<Template[]> {
  const stored = (await findPublishedTemplates(database.read, type.name, theme.name)).map(templateOfEntry);
  const storedSlugs = new Set(stored.map(({ slug }) => slug));
  const files = [...filesOf(type, theme).values()].filter(({ slug }) => !storedSlugs.has(slug));
  return [...stored, ...files.map((file) => templateOfFile(type, theme, file, undefined))];
}

const listedStatuses = ['auto-draft', 'draft', 'publish'];

/** Returns the stored template with this ID, even if it belongs to another theme; an empty list if there is none or it is trashed. */
async function findById({ database }: EntryDeps, type: ContentType, id: number): Promise<Template[]> {
  const entry = id > 0 ? await findEntry(database.read, type.name, id) : undefined;
  return entry && listedStatuses.includes(entry.status) ? [templateOfEntry(entry)] : [];
}

// GET /cms/v2/templates/<id> and GET /cms/v2/template-parts/<id>: return a template.

/**
 * Responds with the template with the ID in the path. With `source=theme`, responds with the file of the theme even if a copy of it
 * is stored. Throws ApiError 404 `rest_template_not_found` if there is none.
 */
function getTemplate(deps: EntryDeps): TemplateOperations['get-template'] {
  return {
    async run(call) {
      const type = typeOf(deps.contract, call);
      const found = await requireTemplate(deps, deps.database.read, type, call.path.id ?? '');
      return { kind: 'record', row: selectTemplate(deps, type, found, call.args.source) };
    },
  };
}

// Determines the template hierarchy: the templates that can render a page, the most specific one first (templates-and-styles.md §6).

/** Returns the slugs of the templates in the hierarchy of a slug, in order of precedence. */
function templateHierarchy({ slug, is_custom, template_prefix: prefix }: LookupArgs, contract: Contract): string[] {
  if (slug === 'index') return ['index'];
  if (is_custom) return ['page', 'singular', 'index'];
  if (slug === 'front-page') return ['front-page', 'home', 'index'];
  const general = prefix ? prefixSlugs(slug, prefix) : moreGeneralSlugs(slug, contract);
  return [...new Set([slug, ...general, ...kindSlugs(slug), 'index'])];
}

/** Returns the submitted prefix, if it is neither the slug nor a single word, and the first word of the prefix. */
function prefixSlugs(slug: string, prefix: string): string[] {
  const [first = ''] = prefix.split('-');
  return [...(prefix === slug || prefix === first ? [] : [prefix]), first];
}

/** Returns the more general slugs of a slug: `category` for `category-news`; `single-post` and `single` for `single-post-hello`. */
function moreGeneralSlugs(slug: string, { types, taxonomies }: Contract): string[] {
  const simple = /^(author|category|archive|tag|page)-.+$/.exec(slug)?.[1];
  if (simple !== undefined) return [simple];
  const [, kind, rest = ''] = /^(taxonomy|single)-(.+)$/.exec(slug) ?? [];
  if (kind === undefined) return [];
  const names = [...(kind === 'single' ? [...types.keys(), 'attachment'] : taxonomies.keys())];
  if (names.includes(rest)) return [kind];
  const name = names.find((each) => rest.startsWith(`${each}-`) && rest.length > each.length + 1);
  return name === undefined ? [] : [`${kind}-${name}`, kind];
}

function kindSlugs(slug: string): string[] {
  const isArchive = slug === 'date' || /^(author|taxonomy|category|tag)/.test(slug);
  const isSingular = slug === 'attachment' || /^(single|page)/.test(slug);
  return [
    ...(isArchive ? ['archive'] : []),
    ...(slug === 'attachment' ? ['single'] : []),
    ...(isSingular ? ['singular'] : []),
  ];
}

// GET /cms/v2/templates/lookup: returns the template that would render a page (templates-and-styles.md §6). GET
// /cms/v2/template-parts/lookup is equivalent; it returns templates, too.

/** Responds with the first template of the hierarchy that is not empty, or with an empty object if there is none. */
function lookUpTemplate({ contract, database, site }: EntryDeps): TemplateOperations['look-up-template'] {
  const { theme } = site;
  const type = contract.types.get('cms_template');
  if (!type) throw new Error('content type cms_template is not registered');
  return {
    async run({ args }) {
      const slugs = templateHierarchy(args, contract);
      const rows = await findTemplatesBySlugs(database.read, type.name, theme.name, slugs);
      const stored = new Map(rows.filter(({ status }) => status === 'publish').map((row) => [row.slug, row]));
      for (const slug of slugs) {
        const entry = stored.get(slug);
        const file = theme.templates.get(slug);
        const row = entry ? templateOfEntry(entry) : file && templateOfFile(type, theme, file, undefined);
        if (row && row.content !== '') return { kind: 'record', row, context: 'view' };
      }
      return { kind: 'value', value: {} };
    },
  };
}

// POST /cms/v2/templates and POST /cms/v2/template-parts: create a template (templates-and-styles.md §5).

/** Creates a template and responds 201 with it in the view context. */
function createTemplate(deps: EntryDeps): TemplateOperations['create-template'] {
  return {
    async run(call) {
      const type = typeOf(deps.contract, call);
      const slug = toSlug(call.args.slug ?? '');
      const theme = call.args.theme || deps.site.theme.name;
      const args = toEntryArgs(call.args);
      const textWork = textWorkOf(deps.texts, call, templateParameters);
      const create = async (tx: WriteHandle) => {
        await tx.share(usersLock);
        const entry = await composeTemplate({ deps, read: tx, call, type, before: undefined, textWork }, args, theme);
        return saveNewTemplate(deps, tx, type, entry, slug);
      };
      const row = await textWork.complete(() => deps.database.transaction(create));
      return { kind: 'record', row: templateOfEntry(row), status: 201, context: 'view' };
    },
  };
}

// DELETE /cms/v2/templates/<id> and DELETE /cms/v2/template-parts/<id>: move a stored template to the trash or delete it. The
// file of the theme, if any, then becomes effective again (templates-and-styles.md §5).

/**
 * Moves a stored template to the trash and responds with it under its previous ID. With `force`, deletes it and responds with its
 * previous values.
 *
 * Throws ApiError 400 `rest_invalid_template` for a file of the theme, and ApiError 410 `rest_template_already_trashed`.
 */
function deleteTemplate(deps: EntryDeps): TemplateOperations['delete-template'] {
  const { database, contract } = deps;
  return {
    async run(call) {
      const type = typeOf(contract, call);
      const { stored } = await requireTemplate(deps, database.read, type, call.path.id ?? '');
      if (!stored) {
        const message = `This ${type.noun.one} is a file of the theme, which cannot be deleted.`;
        throw new ApiError('rest_invalid_template', 400, message);
      }
      const lockForDelete = async (tx: WriteHandle) => {
        const entry = await lockEntry(tx, type, stored.id, call.actor, 'delete');
        await call.requireMatch();
        return entry;
      };
      if (call.args.force) {
        const deleteStored = () =>
          database.transaction(async (tx) => deleteWithAuditEvent(deps, tx, call, type, await lockForDelete(tx)));
        return { kind: 'deleted', previous: templateOfEntry(stored), context: 'edit', deleteStored };
      }
      await database.transaction(async (tx) => {
        const entry = await lockForDelete(tx);
        if (entry.status === 'trash')
          throw new ApiError('rest_template_already_trashed', 410, 'The template is already in the trash.');
        await trashEntry(deps, tx, type, entry, call.actor.id);
      });
      // The previous ID does not refer to a record with revisions any more.
      const row = { ...templateOfEntry(stored), status: 'trash', record: undefined };
      return { kind: 'record', row, context: 'edit' };
    },
  };
}

/** Returns the module of templates and template parts. */
export function templatesEndpoints(deps: EntryDeps): Module {
  return implement(templatesModule, {
    permissions: defineTemplatePermissions(deps),
    operations: {
      'list-templates': listTemplates(deps),
      'look-up-template': lookUpTemplate(deps),
      'get-template': getTemplate(deps),
      'create-template': createTemplate(deps),
      'update-template': updateTemplate(deps),
      'delete-template': deleteTemplate(deps),
    },
    checks: templateChecks,
    presenter: templatePresenter(deps),
  });
}
