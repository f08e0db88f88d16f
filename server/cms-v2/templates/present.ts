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
import { findDisplayNames, type NamedObject, namedObjectFinders } from './names-store.ts';
import { filesOf, type Template } from './template.ts';
import { templateId } from './template-id.ts';

// Generates titles and descriptions for templates without a name. A generated title contains the name of the object that the
// template displays (templates-and-styles.md §2).

interface GeneratedName {
  readonly title: string;
  readonly description: string;
}

/** The object that a template displays, as parsed from the template's slug. */
interface NamedTarget {
  readonly source: keyof typeof namedObjectFinders;
  readonly kind: string;
  /** Singular label of the type of the object, in lower case. */
  readonly label: string;
  readonly slug: string;
}

/** Whether a template is stored, is not a template part, and has neither a description nor a title that differs from its slug. */
const isUnnamed = ({ type, source, title, slug, description }: Template): boolean =>
  type === 'cms_template' && source === 'custom' && description === '' && (title === '' || title === slug);

/**
 * Returns generated titles and descriptions for unnamed templates that display a single object, keyed by template slug. The
 * number of statements does not depend on the number of templates; no statement runs if all templates have names.
 */
async function generateNames(
  read: ReadHandle,
  contract: Contract,
  templates: readonly Template[],
): Promise<ReadonlyMap<string, GeneratedName>> {
  const targets = templates
    .filter(isUnnamed)
    .flatMap(({ slug }) => parseTargets(slug, contract).map((target) => ({ template: slug, subject: target })));
  if (targets.length === 0) return new Map();
  const namedObjects = (
    await Promise.all(
      findNamedObjects(
        targets.map(({ subject: target }) => target),
        read,
      ),
    )
  ).flat();
  const names = new Map<string, GeneratedName>();
  for (const { template, subject: target } of targets) {
    const found = namedObjects.find((each) => each.kind === target.kind && each.slug === target.slug);
    // If a slug has several interpretations, interpretations that name an existing object take precedence.
    if (found) names.set(template, generateName(target, found, namedObjects));
    else if (!names.has(template)) names.set(template, generateNameOfMissing(target));
  }
  return names;
}

/**
 * Returns the objects that the targets name and, to detect ambiguous titles, all other objects with the same names. The result
 * consists of one promise each for entries, terms and users.
 */
function findNamedObjects(targets: readonly NamedTarget[], read: ReadHandle): Promise<readonly NamedObject[]>[] {
  return (['entries', 'terms', 'users'] as const).map(async (source) => {
    const requested = targets.filter((target) => target.source === source);
    if (requested.length === 0) return [];
    const kinds = [...new Set(requested.map(({ kind }) => kind))];
    const found = await namedObjectFinders[source].ofSlugs(read, kinds, [
      ...new Set(requested.map(({ slug }) => slug)),
    ]);
    const others =
      found.length === 0
        ? []
        : await namedObjectFinders[source].ofNames(
            read,
            kinds,
            found.map(({ name }) => name),
          );
    return [...found, ...others];
  });
}

function generateName(
  { label, slug }: NamedTarget,
  { kind, name }: NamedObject,
  all: readonly NamedObject[],
): GeneratedName {
  const isShared = all.some((each) => each.kind === kind && each.name === name && each.slug !== slug);
  const title = `${capitalize(label)}: ${name}`;
  return { title: isShared ? `${title} (${slug})` : title, description: `Displays the ${label} ${name} only.` };
}

const generateNameOfMissing = ({ source, label, slug }: NamedTarget): GeneratedName => ({
  title: source === 'users' ? `Deleted author: ${slug}` : `Not found: ${capitalize(label)} (${slug})`,
  description: '',
});

const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/**
 * Returns the interpretations of a template slug. `single-TYPE-X` and `taxonomy-TAX-X` have one for every matching type or
 * taxonomy.
 */
function parseTargets(template: string, { types, taxonomies }: Contract): NamedTarget[] {
  const [, first, slug = ''] = /^(author|page|single|tag|category|taxonomy)-(.+)$/.exec(template) ?? [];
  const entry = (name: string, rest: string): NamedTarget[] => {
    const type = types.get(name);
    return type ? [{ source: 'entries', kind: name, label: type.noun.one, slug: rest }] : [];
  };
  const term = (name: string, rest: string): NamedTarget[] => {
    const taxonomy = taxonomies.get(name);
    return taxonomy ? [{ source: 'terms', kind: name, label: taxonomy.noun.one, slug: rest }] : [];
  };
  const parseNested = (names: Iterable<string>, parse: typeof entry) =>
    [...names].flatMap((name) => (slug.startsWith(`${name}-`) ? parse(name, slug.slice(name.length + 1)) : []));
  switch (first) {
    case 'author':
      return [{ source: 'users', kind: 'user', label: 'author', slug }];
    case 'page':
      return entry('page', slug);
    case 'tag':
      return term('post_tag', slug);
    case 'category':
      return term('category', slug);
    case 'single':
      return parseNested(types.keys(), entry).filter(({ slug: rest }) => rest !== '');
    case 'taxonomy':
      return parseNested(taxonomies.keys(), term).filter(({ slug: rest }) => rest !== '');
    default:
      return [];
  }
}

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
