// Presents templates as JSON records (templates-and-styles.md §2).
import type { Contract } from '../../../contract/contract.ts';
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
export interface Prepared {
  /** Generated titles and descriptions of unnamed templates, keyed by slug. */
  readonly names: ReadonlyMap<string, GeneratedName>;
  /** Display names of authors, keyed by user ID. */
  readonly authors: ReadonlyMap<number, string>;
  /** Number of revisions and ID of the latest one, keyed by record ID. Records without revisions are absent. */
  readonly histories: ReadonlyMap<number, { readonly count: number; readonly latest: number }>;
}

type FieldPresenter = (template: Template, prepared: Prepared, view: View) => unknown;

/** Text in place of the author name if the author was deleted. */
const deletedAuthorText = 'Deleted user';

/** Returns the presenter of templates and template parts. */
export function templatePresenter(deps: EntryDeps): Presenter {
  const { theme, settings, contract, database } = deps;
  const hasFile = (template: Template) => hasThemeFile(deps, template);
  const sourceOf = (template: Template) => originalSource(template, hasFile(template));
  const authorText = (template: Template, { authors }: Prepared): string => {
    const source = sourceOf(template);
    if (source === 'theme') return theme.title;
    return source === 'site' ? settings.values.title : (authors.get(template.author) ?? deletedAuthorText);
  };
  const fields: Record<string, FieldPresenter> = {
    id: templateId,
    slug: ({ slug }) => slug,
    theme: ({ theme: name }) => name,
    type: ({ type }) => type,
    source: ({ source }) => source,
    origin: ({ origin }) => origin,
    content: ({ content }) => ({ raw: content, block_version: hasBlocks(content) ? 1 : 0 }),
    title: (template, { names }) => {
      const title = names.get(template.slug)?.title ?? template.title;
      return { raw: title, rendered: template.source === 'custom' ? renderTitle(title) : title };
    },
    description: ({ slug, description }, { names }) => names.get(slug)?.description ?? description,
    status: ({ status }) => status,
    cms_id: ({ id }) => id,
    has_theme_file: hasFile,
    author: ({ author }) => author,
    modified: ({ modified }) => modified,
    author_text: authorText,
    original_source: sourceOf,
    date: ({ date }) => date,
    // The lookup route of template parts returns templates, which have no area.
    area: ({ type, area }) => (type === 'cms_template_part' ? area : undefined),
    is_custom: isCustomTemplate,
    parent: ({ parent }) => parent,
  };
  const isNameRequested = (view: View) =>
    view.projection.fieldNames.has('title') || view.projection.fieldNames.has('description');
  return {
    prepare: async (templates: readonly Template[], view): Promise<Prepared> => ({
      names: isNameRequested(view) ? await generateNames(database.read, contract, templates) : new Map(),
      authors: view.projection.fieldNames.has('author_text')
        ? await findAuthorNames(
            database.read,
            templates.filter((template) => sourceOf(template) === 'user'),
          )
        : new Map(),
      histories: await findRevisionHistories(database.read, templates),
    }),
    fields: fields as Record<string, FieldMaker>,
    facts: (template: Template, { histories }: Prepared, { actor }) => ({
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

const publishCapability = ({ types }: Contract, { type }: Template): string => types.get(type)?.rights.publish ?? '';

/**
 * Whether the active theme has a file with the slug of the template. This is false for templates in the trash, because their
 * slugs are changed.
 */
function hasThemeFile({ theme, contract }: EntryDeps, template: Template): boolean {
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

async function findRevisionHistories(read: ReadHandle, templates: readonly Template[]): Promise<Prepared['histories']> {
  const ids = templates.flatMap(({ record }) => (record?.hasHistory ? [record.id] : []));
  const rows = ids.length > 0 ? await findHistories(read, ids) : [];
  return new Map(rows.map(({ entry_id, count, latest }) => [entry_id, { count, latest }]));
}
