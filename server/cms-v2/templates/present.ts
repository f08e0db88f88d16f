// Presents templates as JSON records (templates-and-styles.md §2).
import type { Contract } from '../../../contract/contract.ts';
import type { TemplateFields } from '../../../contract/shared/template-fields.ts';
import type { ReadHandle } from '../../database/handle.ts';
import type { FieldMaker, Presenter, View } from '../../http/module.ts';
import { hasBlocks } from '../../rendering/blocks/index.ts';
import { renderTitle } from '../../rendering/render.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { findHistories } from '../revisions/store.ts';
import { isCustomTemplate } from './custom-templates.ts';
import { type GeneratedName, generateNames } from './generated-names.ts';
import { findDisplayNames } from './names-store.ts';
import { filesOf, type Template } from './template.ts';
import { templateId } from './template-id.ts';

/** Data that is loaded once for all presented templates. */
export interface PreparedTemplates {
  /** Generated titles and descriptions of unnamed templates, keyed by slug. */
  readonly names: ReadonlyMap<string, GeneratedName>;
  /** Display names of authors, keyed by user ID. */
  readonly authors: ReadonlyMap<number, string>;
  /** Number of revisions and ID of the latest one, keyed by record ID. Records without revisions are absent. */
  readonly histories: ReadonlyMap<number, { readonly count: number; readonly latest: number }>;
}

type TemplatePresenter = Presenter<TemplateFields, Template, PreparedTemplates>;

/** Text in place of the author name if the author was deleted. */
const deletedAuthorText = 'Deleted user';

/** Returns the presenter of templates and template parts. */
export function templatePresenter(deps: EntryDeps): TemplatePresenter {
  const { contract } = deps;
  return {
    prepare: (templates, view) => prepareTemplates(deps, templates, view),
    fields: templateFieldMakers(deps, (template) => template),
    facts: (template, { histories }, { actor }) => ({
      id: templateId(template),
      type: template.type,
      has_history: template.record !== undefined,
      revision_count: histories.get(template.record?.id ?? 0)?.count ?? 0,
      latest_revision: histories.get(template.record?.id ?? 0)?.latest ?? 0,
      may_publish: actor.can(publishCapability(contract, template)),
      may_post_any_html: actor.can('unfiltered_html'),
    }),
  };
}

/** Loads the names, authors and histories of templates. */
export async function prepareTemplates(
  deps: EntryDeps,
  templates: readonly Template[],
  { projection: { fieldNames } }: View,
): Promise<PreparedTemplates> {
  const { contract, database } = deps;
  const isNameRequested = fieldNames.has('title') || fieldNames.has('description');
  const ofUsers = (template: Template) => originalSource(template, hasThemeFile(deps, template)) === 'user';
  return {
    names: isNameRequested ? await generateNames(database.read, contract, templates) : new Map(),
    authors: fieldNames.has('author_text')
      ? await findAuthorNames(database.read, templates.filter(ofUsers))
      : new Map(),
    histories: await findRevisionHistories(database.read, templates),
  };
}

/** Returns the functions that compute the fields of rows that contain a template. `templateOf` returns the template of a row. */
export function templateFieldMakers<Row>(
  deps: EntryDeps,
  templateOf: (row: Row) => Template,
): Presenter<TemplateFields, Row, PreparedTemplates>['fields'] {
  const { theme, settings } = deps.site;
  const field =
    (make: (template: Template, prepared: PreparedTemplates) => unknown): FieldMaker<Row, PreparedTemplates> =>
    (row, prepared) =>
      make(templateOf(row), prepared);
  const hasFile = (template: Template) => hasThemeFile(deps, template);
  const sourceOf = (template: Template) => originalSource(template, hasFile(template));
  const authorText = (template: Template, { authors }: PreparedTemplates): string => {
    const source = sourceOf(template);
    if (source === 'theme') return theme.title;
    return source === 'site' ? settings.values.title : (authors.get(template.author) ?? deletedAuthorText);
  };
  return {
    id: field(templateId),
    slug: field(({ slug }) => slug),
    theme: field(({ theme: name }) => name),
    type: field(({ type }) => type),
    source: field(({ source }) => source),
    origin: field(({ origin }) => origin),
    content: field(({ content }) => ({ raw: content, block_version: hasBlocks(content) ? 1 : 0 })),
    title: field((template, { names }) => {
      const title = names.get(template.slug)?.title ?? template.title;
      return { raw: title, rendered: template.source === 'custom' ? renderTitle(title) : title };
    }),
    description: field(({ slug, description }, { names }) => names.get(slug)?.description ?? description),
    status: field(({ status }) => status),
    cms_id: field(({ id }) => id),
    has_theme_file: field(hasFile),
    author: field(({ author }) => author),
    modified: field(({ modified }) => modified),
    author_text: field(authorText),
    original_source: field(sourceOf),
    date: field(({ date }) => date),
    // The lookup route of template parts returns templates, which have no area.
    area: field(({ type, area }) => (type === 'cms_template_part' ? area : undefined)),
    is_custom: field(isCustomTemplate),
    // No plugin provides templates.
    plugin: () => undefined,
  };
}

const publishCapability = ({ types }: Contract, { type }: Template): string => types.get(type)?.rights.publish ?? '';

/**
 * Whether the active theme has a file with the slug of the template. This is false for templates in the trash, because their
 * slugs are changed.
 */
function hasThemeFile({ site: { theme }, contract }: EntryDeps, template: Template): boolean {
  const type = contract.types.get(template.type);
  return template.theme === theme.name && type !== undefined && filesOf(type, theme).has(template.slug);
}

/** Returns who created a template: the theme, the site, or a user (templates-and-styles.md §2, original_source). */
function originalSource({ origin, author }: Template, hasFile: boolean): 'theme' | 'site' | 'user' {
  if (hasFile && (origin === 'theme' || origin === null)) return 'theme';
  return !hasFile && author === 0 ? 'site' : 'user';
}

async function findAuthorNames(read: ReadHandle, templates: readonly Template[]): Promise<Map<number, string>> {
  const ids = [...new Set(templates.map(({ author }) => author))];
  const users = ids.length > 0 ? await findDisplayNames(read, ids) : [];
  return new Map(users.map(({ id, name }) => [id, name]));
}

async function findRevisionHistories(
  read: ReadHandle,
  templates: readonly Template[],
): Promise<PreparedTemplates['histories']> {
  const ids = templates.flatMap(({ record }) => (record?.hasHistory ? [record.id] : []));
  const rows = ids.length > 0 ? await findHistories(read, ids) : [];
  return new Map(rows.map(({ entry_id, count, latest }) => [entry_id, { count, latest }]));
}
