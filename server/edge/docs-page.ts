// The OpenAPI document as a page for people: one file without scripts.
import type { OpenApi, OpenApiOperation } from '../http/open-api.ts';
import { escapeText } from '../look/document.ts';

interface Shown {
  readonly name: string;
  readonly where: string;
  readonly required: boolean;
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

/** All operations by what they serve, with their parameters. */
export function docsPage({ info, servers, paths }: OpenApi): string {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const groups = Map.groupBy(all, ({ operation }) => operation.tags[0] ?? '');
  const sections = [...groups].map(
    ([tag, operations]) =>
      `<h2 id="${escapeText(tag)}">${escapeText(tag)}</h2>${operations.map((each) => operationPart(each.method, each.path, each.operation)).join('')}`,
  );
  const contents = [...groups.keys()].map((tag) => `<a href="#${escapeText(tag)}">${escapeText(tag)}</a>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeText(info.title)}: the API</title>
<style>
body { font: 16px/1.5 sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
code { font-size: 0.95em; }
table { border-collapse: collapse; width: 100%; }
td, th { border-bottom: 1px solid #ccc; padding: 0.2rem 0.6rem 0.2rem 0; text-align: left; vertical-align: top; }
summary { cursor: pointer; padding: 0.3rem 0; }
</style>
</head>
<body>
<h1>${escapeText(info.title)} ${escapeText(info.version)}</h1>
<p>${escapeText(info.description)}</p>
<p>Everything is below <code>${escapeText(servers[0]?.url ?? '')}</code>. For machines: <a href="openapi.json">openapi.json</a>.</p>
<p>${contents.join(' · ')}</p>
${sections.join('\n')}
</body>
</html>
`;
}

function operationPart(method: string, path: string, operation: OpenApiOperation): string {
  const rows = [...parametersOf(operation), ...bodyOf(operation)].map(
    ({ name, where, required, description, schema }) =>
      `<tr><td><code>${escapeText(name)}</code>${required ? ' (required)' : ''}</td><td>${where}</td><td>${escapeText(typeOf(schema))}</td><td>${escapeText(description)}</td></tr>`,
  );
  const table =
    rows.length > 0
      ? `<table><tr><th>Name</th><th>In</th><th>Type</th><th>What</th></tr>${rows.join('')}</table>`
      : '<p>No parameters.</p>';
  return `<details><summary><code>${method.toUpperCase()} ${escapeText(path)}</code> ${escapeText(operation.summary)}</summary>${table}</details>`;
}

const parametersOf = ({ parameters }: OpenApiOperation): Shown[] =>
  (parameters as { name: string; in: string; required: boolean; description?: string; schema: Shown['schema'] }[]).map(
    ({ name, in: where, required, description = '', schema }) => ({ name, where, required, description, schema }),
  );

function bodyOf({ requestBody }: OpenApiOperation): Shown[] {
  const body = requestBody as
    | {
        content: {
          'application/json': { schema: { properties: Record<string, Shown['schema']>; required?: string[] } };
        };
      }
    | undefined;
  if (!body) return [];
  const { properties, required = [] } = body.content['application/json'].schema;
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    where: 'body',
    required: required.includes(name),
    description: String(schema.description ?? ''),
    schema,
  }));
}

function typeOf(schema: Shown['schema']): string {
  if (Array.isArray(schema.enum)) return schema.enum.map(String).join(', ');
  const type = Array.isArray(schema.type) ? schema.type.join(' or ') : String(schema.type ?? 'any');
  const fallback =
    schema.default === undefined || schema.default === '' ? '' : `, default ${JSON.stringify(schema.default)}`;
  return type + fallback;
}
