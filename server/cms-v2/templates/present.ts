// Templates to records (templates-and-styles.md §2).
import type { Contract } from '../../../contract/contract.ts';
import type { ReadHandle } from '../../database/handle.ts';
import type { FieldMaker, Presenter, View } from '../../http/room.ts';
import { hasBlocks } from '../../rendering/blocks/index.ts';
import { renderTitle } from '../../rendering/render.ts';
import type { EntryParts } from '../entries/parts.ts';
import { findHistories } from '../revisions/store.ts';
import { isCustom } from './custom.ts';
import { type MadeUpName, madeUpNames } from './made-up-names.ts';
import { findDisplayNames } from './names-store.ts';
import { filesOf, type Template } from './template.ts';
import { templateId } from './template-id.ts';

/** What was loaded for all templates together. */
export interface Prepared {
  /** Titles and descriptions of those that have none, by their slugs. */
  readonly names: ReadonlyMap<string, MadeUpName>;
  /** Display names of authors. */
  readonly authors: ReadonlyMap<number, string>;
  /** How many revisions stored records have, and the latest one; of those that have any. */
  readonly histories: ReadonlyMap<number, { readonly count: number; readonly latest: number }>;
}

type Maker = (template: Template, prepared: Prepared, view: View) => unknown;

/** What those who are gone are called. */
const gone = 'Somebody who has left';

/** The presenter of templates and template parts. */
export function templatePresenter(parts: EntryParts): Presenter {
  const { theme, settings, contract, database } = parts;
  const hasFile = (template: Template) => hasThemeFile(parts, template);
  const sourceOf = (template: Template) => originalSource(template, hasFile(template));
  const authorText = (template: Template, { authors }: Prepared): string => {
    const source = sourceOf(template);
    if (source === 'theme') return theme.title;
    return source === 'site' ? settings.values.title : (authors.get(template.author) ?? gone);
  };
  const fields: Record<string, Maker> = {
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
    cms_id: ({ number }) => number,
    has_theme_file: hasFile,
    author: ({ author }) => author,
    modified: ({ modified }) => modified,
    author_text: authorText,
    original_source: sourceOf,
    date: ({ date }) => date,
    // Under the address of parts templates are looked up, too; they are used nowhere.
    area: ({ type, area }) => (type === 'cms_template_part' ? area : undefined),
    is_custom: isCustom,
    parent: ({ parent }) => parent,
  };
  const wantsName = (view: View) => view.projection.wants.has('title') || view.projection.wants.has('description');
  return {
    prepare: async (templates: readonly Template[], view): Promise<Prepared> => ({
      names: wantsName(view) ? await madeUpNames(database.read, contract, templates) : new Map(),
      authors: view.projection.wants.has('author_text')
        ? await authorsOf(
            database.read,
            templates.filter((template) => sourceOf(template) === 'user'),
          )
        : new Map(),
      histories: await historiesOf(database.read, templates),
    }),
    fields: fields as Record<string, FieldMaker>,
    facts: (template: Template, { histories }: Prepared, { actor }) => ({
      id: templateId(template),
      type: template.type,
      has_history: template.record !== undefined,
      revision_count: histories.get(template.record?.id ?? 0)?.count ?? 0,
      latest_revision: histories.get(template.record?.id ?? 0)?.latest ?? 0,
      may_publish: actor.can(rightOf(contract, template)),
      may_post_any_html: actor.can('unfiltered_html'),
    }),
  };
}

const rightOf = ({ types }: Contract, { type }: Template): string => types.get(type)?.rights.publish ?? '';

/** Whether the active theme has a file of the template's name; what is in the trash has given its name up. */
function hasThemeFile({ theme, contract }: EntryParts, template: Template): boolean {
  const type = contract.types.get(template.type);
  return template.theme === theme.name && type !== undefined && filesOf(type, theme).has(template.slug);
}

/** Who a template is from (templates-and-styles.md §2, original_source). */
function originalSource({ origin, author }: Template, hasFile: boolean): 'theme' | 'site' | 'user' {
  if (hasFile && (origin === 'theme' || origin === null)) return 'theme';
  return !hasFile && author === 0 ? 'site' : 'user';
}

async function authorsOf(read: ReadHandle, templates: readonly Template[]): Promise<Map<number, string>> {
  const ids = [...new Set(templates.map(({ author }) => author))];
  const people = ids.length > 0 ? await findDisplayNames(read, ids) : [];
  return new Map(people.map(({ id, name }) => [id, name]));
}

async function historiesOf(read: ReadHandle, templates: readonly Template[]): Promise<Prepared['histories']> {
  const ids = templates.flatMap(({ record }) => (record?.hasHistory ? [record.id] : []));
  const rows = ids.length > 0 ? await findHistories(read, ids) : [];
  return new Map(rows.map(({ entry_id, count, latest }) => [entry_id, { count, latest }]));
}
