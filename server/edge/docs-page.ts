// Renders the OpenAPI document as an HTML page: one file without scripts.
import type { OpenApi, OpenApiOperation } from '../http/open-api/document.ts';
import { escapeText, renderDocument, textPageCsp } from '../page-layout/document.ts';

interface ParameterRow {
  readonly name: string;
  readonly location: string;
  readonly required: boolean;
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

const styles = `
body { max-width: 60rem; padding-top: 2rem; }
summary { cursor: pointer; padding: 0.3rem 0; }
summary:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.parameters { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 0.9rem; line-height: 1.45; }
td, th { border-width: 0 0 1px; padding: 0.3rem 0.8rem 0.3rem 0; vertical-align: top; }
`;

/** Content security policy of the page. */
export const docsPolicy = textPageCsp(styles);

/** Renders all operations, grouped by tag, with their parameters. */
export function renderDocsPage({ info, servers, paths, components }: OpenApi): string {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const groups = Map.groupBy(all, ({ operation }) => operation.tags[0] ?? '');
  const sections = [...groups].map(
    ([tag, operations]) =>
      `<h2 id="${escapeText(tag)}">${escapeText(tag)}</h2>${operations.map((each) => operationSection(each.method, each.path, each.operation)).join('')}`,
  );
  const common = (Object.values(components.parameters ?? {}) as Parameter[]).map(rowOf);
  const contents = [...groups.keys()].map((tag) => `<a href="#${escapeText(tag)}">${escapeText(tag)}</a>`);
  const body = `<main>
<h1>${escapeText(info.title)} ${escapeText(info.version)}</h1>
<p>${escapeText(info.description)}</p>
<p>All paths are relative to <code>${escapeText(servers[0]?.url ?? '')}</code>. For machines: <a href="openapi.json">openapi.json</a>.</p>
<nav aria-label="Contents"><p>${contents.join(' · ')}</p></nav>
<details><summary>Common parameters</summary>${tableOf(common)}</details>
${sections.join('\n')}
</main>`;
  return renderDocument({ language: 'en', title: `${info.title}: the API`, body, styles });
}

function operationSection(method: string, path: string, operation: OpenApiOperation): string {
  const all = [...parametersOf(operation), ...bodyOf(operation)];
  const table = all.length > 0 ? tableOf(all) : '<p>No parameters.</p>';
  return `<details><summary><code>${method.toUpperCase()} ${escapeText(path)}</code> ${escapeText(operation.summary)}</summary><p>${escapeText(operation.description)}</p>${table}</details>`;
}

function tableOf(parameters: readonly ParameterRow[]): string {
  const rows = parameters.map(
    ({ name, location, required, description, schema }) =>
      `<tr><td><code>${escapeText(name)}</code>${required ? ' (required)' : ''}</td><td>${location}</td><td>${escapeText(typeOf(schema))}</td><td>${escapeText(description)}</td></tr>`,
  );
  return `<div class="parameters"><table><tr><th>Name</th><th>In</th><th>Type</th><th>Description</th></tr>${rows.join('')}</table></div>`;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description?: string;
  readonly schema: ParameterRow['schema'];
}

/** Returns the parameters of this operation, except the common ones, which are listed once above all operations. */
const parametersOf = ({ parameters }: OpenApiOperation): ParameterRow[] =>
  (parameters as (Parameter | { $ref: string })[]).flatMap((each) => ('$ref' in each ? [] : [rowOf(each)]));

const rowOf = ({ name, in: location, required, description = '', schema }: Parameter): ParameterRow => ({
  ...{ name, location, required, description, schema },
});

function bodyOf({ requestBody }: OpenApiOperation): ParameterRow[] {
  const { content = {} } = (requestBody ?? {}) as { content?: Readonly<Record<string, { schema: BodySchema }>> };
  const [body] = Object.values(content);
  if (!body) return [];
  const { properties = {}, required = [] } = body.schema;
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    location: 'body',
    required: required.includes(name),
    description: String(schema.description ?? ''),
    schema,
  }));
}

interface BodySchema {
  readonly properties?: Readonly<Record<string, ParameterRow['schema']>>;
  readonly required?: readonly string[];
}

function typeOf(schema: ParameterRow['schema']): string {
  if (Array.isArray(schema.enum)) return schema.enum.map(String).join(', ');
  const type = Array.isArray(schema.type) ? schema.type.join(' or ') : String(schema.type ?? 'any');
  const fallback =
    schema.default === undefined || schema.default === '' ? '' : `, default ${JSON.stringify(schema.default)}`;
  return type + fallback;
}
