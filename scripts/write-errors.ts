// Generates docs/errors.md from the sources: every error code with its status, its messages and advice for the caller. Also
// generates a file with these codes, and those of each operation, for the OpenAPI document. With `--check` it writes nothing,
// and fails if a file is out of date.
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { parse } from '@babel/parser';
import type {
  CallExpression,
  ClassDeclaration,
  Expression,
  Function as FunctionNode,
  NewExpression,
  Node,
  ObjectExpression,
  ObjectProperty,
} from '@babel/types';
import { type FilesByCode, findEndpointCodes } from './endpoint-codes.ts';

const page = 'docs/errors.md';
const data = 'server/http/open-api/errors.json';

/** A syntax node with its file and its ancestors, the innermost one last. */
interface LocatedNode {
  readonly node: Node;
  readonly ancestors: readonly Node[];
  readonly file: string;
}

interface ErrorCase {
  readonly code: string;
  readonly file: string;
  readonly status: string;
  readonly message: string;
}

/** Advice for callers by status. `adviceByCode` takes precedence. */
const adviceByStatus: Readonly<Record<string, string>> = {
  '400': 'Correct the request; `data.params` and `data.details` name the invalid parameters.',
  '401': 'Send valid credentials.',
  '401 or 403': 'Sign in (401), or use an account with this permission (403).',
  '403': 'Use an account with this permission.',
  '404': 'Check the path and the ID.',
  '405': 'Use a method that the `Allow` header lists.',
  '408': 'Send the request again, without pauses.',
  '409': 'Read the current state, then repeat the request.',
  '410': 'Do not repeat the request; the resource has been deleted.',
  '412': 'Read the resource again, apply the change to it, and send its new `ETag`.',
  '413': 'Send a smaller body.',
  '422': 'Correct the request.',
  '429': 'Wait for the number of seconds in `Retry-After`, and repeat the request.',
  '500':
    'Report the error ID to the administrator, who finds the error on the screen *Site health*; the log contains the details.',
  '501': 'Ask the operator to enable the feature; the current configuration does not support it.',
  '502': 'Try again later; another server failed.',
  '503': 'Wait for the number of seconds in `Retry-After`, and repeat the request.',
  '504': 'Try again later; another server was too slow.',
};

/** Advice for callers by error code, where that for the status is not specific enough. */
const adviceByCode: Readonly<Record<string, string>> = {
  rest_already_trashed: 'Add `force=true` to delete it permanently.',
  rest_cookie_invalid_nonce: 'Get a new nonce from a page or from the response header, and repeat the request.',
  rest_invalid_json: 'Send valid JSON in UTF-8.',
  rest_no_route: 'Compare the method and the path with [routes.md](routes.md).',
  rest_query_too_expensive: 'Narrow the filter.',
  rest_search_too_broad: 'Use a rarer word or a narrower filter.',
  rest_storage_unusable: 'Inform the operator, who has to fix the storage.',
  rest_too_long: 'Shorten the text.',
  rest_too_much_text: 'Send the requests of the batch separately, or request fewer items with `per_page`.',
  rest_invitation_has_entries: 'Delete the user, and reassign the entries.',
  rest_mail_not_configured: 'Configure a mail server with `OCTAVO_MAIL`, or do what the message says.',
  rest_trash_not_supported: 'Add `force=true` to delete it permanently.',
};

/** Codes that only `data.details` of an error contains, for single parameters. */
const detailCodes: ReadonlySet<string> = new Set(
  (
    'additional_properties_forbidden duplicate_items invalid_date invalid_email invalid_hex_color invalid_ip invalid_multiple ' +
    'invalid_pattern invalid_type invalid_uuid no_matching_schema not_in_enum one_of_multiple_matches out_of_bounds ' +
    'property_required too_few_items too_few_properties too_many_items too_many_properties too_short'
  )
    .split(' ')
    .map((name) => `rest_${name}`),
);

const sources = globSync(['contract/**/*.ts', 'server/**/*.ts', 'extensions/**/*.ts'])
  .filter((path) => !/\.test\.ts$|migrations\//.test(path))
  .sort();
const files = new Map(
  sources.map((path) => [path, parse(readFileSync(path, 'utf8'), { sourceType: 'module', plugins: ['typescript'] })]),
);
const nodes: LocatedNode[] = [...files].flatMap(([file, { program }]) => [...walk(program, [], file)]);
const unresolved: string[] = [];
const cases = nodes.flatMap((located) => {
  const { node } = located;
  if (node.type === 'NewExpression') return casesOfError(located as LocatedNode & { node: NewExpression });
  if (node.type === 'CallExpression') return casesOfSubclass(located as LocatedNode & { node: CallExpression });
  if (node.type === 'ObjectExpression') return casesOfPermission(located as LocatedNode & { node: ObjectExpression });
  return [];
});
const unused = Object.keys(adviceByCode).filter((code) => !cases.some((each) => each.code === code));
if (unused.length > 0) throw new Error(`No error has the codes that advice is given for: ${unused.join(', ')}.`);
if (unresolved.length > 0) throw new Error(`These errors have no literal code or status:\n${unresolved.join('\n')}`);

for (const [file, text] of [
  [page, document(cases)],
  [data, dataOf(cases)],
] as const) {
  if (!process.argv.includes('--check')) writeFileSync(file, text);
  else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    console.error(`${file} is out of date; run npm run errors.`);
    process.exitCode = 1;
  }
}

function* walk(node: Node, ancestors: readonly Node[], file: string): Generator<LocatedNode> {
  yield { node, ancestors, file };
  for (const [key, value] of Object.entries(node)) {
    if (key === 'loc' || key.endsWith('omments')) continue;
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child?.type === 'string') yield* walk(child, [...ancestors, node], file);
    }
  }
}

/** Returns the error cases of an expression `new ApiError(code, status, message)`. */
function casesOfError(located: LocatedNode & { node: NewExpression }): ErrorCase[] {
  const { callee } = located.node;
  return callee.type === 'Identifier' && callee.name === 'ApiError' ? casesOfArguments(located) : [];
}

/** Returns the error cases of a call `super(code, status, message)` in a subclass of ApiError. */
function casesOfSubclass(located: LocatedNode & { node: CallExpression }): ErrorCase[] {
  if (located.node.callee.type !== 'Super') return [];
  const subclass = located.ancestors.findLast(({ type }) => type === 'ClassDeclaration') as
    | ClassDeclaration
    | undefined;
  const { superClass } = subclass ?? {};
  return superClass?.type === 'Identifier' && superClass.name === 'ApiError' ? casesOfArguments(located) : [];
}

/** Returns the error cases of the arguments of the constructor of ApiError. */
function casesOfArguments({
  node,
  ancestors,
  file,
}: LocatedNode & { node: NewExpression | CallExpression }): ErrorCase[] {
  const [code, status, message] = node.arguments as Expression[];
  if (!code || !status || !message) return [];
  // The cases of the original error are found where it is created.
  if (isCopiedCode(code, ancestors)) return [];
  const codes = valuesOf(code, ancestors, file);
  const statuses = valuesOf(status, ancestors, file);
  if (codes.length === 0) unresolved.push(`${file}:${node.loc?.start.line}`);
  const messages = valuesOf(message, ancestors, file);
  return codes.flatMap((each) => {
    const found = statuses.length > 0 ? statuses : ['401 or 403'];
    return found.flatMap((status) =>
      (messages.length > 0 ? messages : ['']).map((text) => ({ code: each, file, status, message: text })),
    );
  });
}

/** Whether the code is copied from an error that is created elsewhere: `error.code`, or `{ code } = error`. */
function isCopiedCode(code: Expression, ancestors: readonly Node[]): boolean {
  if (code.type === 'MemberExpression') return code.property.type === 'Identifier' && code.property.name === 'code';
  if (code.type !== 'Identifier') return false;
  const { name } = code;
  const enclosing = ancestors.findLast((each) => each.type.includes('Function') || each.type === 'ClassMethod');
  return nodes.some(
    ({ node, ancestors: around }) =>
      node.type === 'ObjectPattern' &&
      enclosing !== undefined &&
      around.includes(enclosing) &&
      node.properties.some((each) => each.type === 'ObjectProperty' && parameterName(each.value) === name),
  );
}

/** Returns the error cases of an object literal `{ code, message, status? }`, which declares the error of a permission. */
function casesOfPermission({ node, ancestors, file }: LocatedNode & { node: ObjectExpression }): ErrorCase[] {
  const property = (name: string) =>
    node.properties.find(
      (each): each is ObjectProperty =>
        each.type === 'ObjectProperty' && each.key.type === 'Identifier' && each.key.name === name,
    )?.value as Expression | undefined;
  const [code, message, status] = [property('code'), property('message'), property('status')];
  if (code?.type !== 'StringLiteral' || !/^[a-z]+(_[a-z0-9]+)+$/.test(code.value) || !message) return [];
  const statuses = status ? valuesOf(status, ancestors, file) : [];
  return valuesOf(message, ancestors, file).map((text) => ({
    code: code.value,
    file,
    status: statuses[0] ?? (/cannot|forbidden/.test(code.value) ? '401 or 403' : '400'),
    message: text,
  }));
}

/**
 * Returns the possible values of an expression as strings, with placeholders for inserted values; an empty list if they
 * cannot be determined.
 */
function valuesOf(node: Expression, ancestors: readonly Node[], file: string, depth = 0): string[] {
  if (depth > 12) return [];
  const again = (each: Expression) => valuesOf(each, ancestors, file, depth + 1);
  switch (node.type) {
    case 'StringLiteral':
      return [node.value];
    case 'NumericLiteral':
      return [String(node.value)];
    case 'TemplateLiteral':
      return [
        node.quasis
          .map(
            ({ value }, at) =>
              (value.cooked ?? '') + (at < node.expressions.length ? nameOf(node.expressions[at]) : ''),
          )
          .join(''),
      ];
    case 'ConditionalExpression':
      return [...again(node.consequent), ...again(node.alternate)];
    case 'LogicalExpression':
      return [...again(node.left), ...again(node.right)];
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return again(node.expression);
    case 'ObjectExpression':
      return node.properties.flatMap((each) => (each.type === 'ObjectProperty' ? again(each.value as Expression) : []));
    case 'ArrayExpression':
      return node.elements.flatMap((each) => (each && each.type !== 'SpreadElement' ? again(each) : []));
    case 'MemberExpression':
      return node.object.type === 'Identifier' ? again(node.object) : [];
    case 'Identifier':
      return valuesOfName(node.name, ancestors, file, depth);
    default:
      return [];
  }
}

/** Returns the placeholder for an expression in a template literal: its name in braces, or `{…}`. */
function nameOf(node: Node | undefined): string {
  if (node?.type === 'Identifier') return `{${node.name}}`;
  if (node?.type === 'MemberExpression' && node.property.type === 'Identifier') return `{${node.property.name}}`;
  return '{…}';
}

/** Returns the values of a name: those of a constant in the file, or those that calls pass for a parameter. */
function valuesOfName(name: string, ancestors: readonly Node[], file: string, depth: number): string[] {
  for (const scope of ancestors.toReversed()) {
    const parameters = 'params' in scope && Array.isArray(scope.params) ? (scope as FunctionNode).params : [];
    const at = parameters.findIndex((each) => parameterName(each) === name);
    if (at >= 0) return argumentValuesOf(scope, ancestors, at, depth);
  }
  // Functions of a file may have constants with the same name; those of the blocks around the use take precedence.
  const isAround = ({ ancestors: around }: LocatedNode) => {
    const block = around.findLast(({ type }) => type === 'BlockStatement');
    return block !== undefined && ancestors.includes(block);
  };
  const inFile = nodes.filter((each) => each.file === file);
  for (const { node, ancestors: around } of [...inFile.filter(isAround), ...inFile]) {
    if (node.type !== 'VariableDeclarator' || !node.init) continue;
    if (node.id.type === 'Identifier' && node.id.name === name) return valuesOf(node.init, around, file, depth + 1);
    // The declaration destructures an array, as in `[limit, code] = limits[name]`. Only its error codes are returned.
    const at =
      node.id.type === 'ArrayPattern' ? node.id.elements.findIndex((each) => each && parameterName(each) === name) : -1;
    if (at >= 0)
      return valuesOf(node.init, around, file, depth + 1).filter((value) => /^[a-z]+(_[a-z]+)+$/.test(value));
  }
  return [];
}

function parameterName(node: Node): string | undefined {
  if (node.type === 'Identifier') return node.name;
  return node.type === 'AssignmentPattern' && node.left.type === 'Identifier' ? node.left.name : undefined;
}

function argumentValuesOf(scope: Node, ancestors: readonly Node[], at: number, depth: number): string[] {
  const parent = ancestors[ancestors.indexOf(scope) - 1];
  const id =
    scope.type === 'FunctionDeclaration' ? scope.id : parent?.type === 'VariableDeclarator' ? parent.id : undefined;
  const key = scope.type === 'ClassMethod' ? scope.key : undefined;
  const name = id?.type === 'Identifier' ? id.name : key?.type === 'Identifier' ? key.name : undefined;
  if (name === undefined) return [];
  return nodes.flatMap(({ node, ancestors: around, file }) => {
    if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return [];
    const { callee } = node;
    const called =
      callee.type === 'Identifier'
        ? callee.name
        : callee.type === 'MemberExpression' && callee.property.type === 'Identifier'
          ? callee.property.name
          : undefined;
    const passed = called === name ? node.arguments[at] : undefined;
    return passed ? valuesOf(passed as Expression, around, file, depth + 1) : [];
  });
}

/** Returns the error codes as JSON, with the codes of each operation and permission; one line for each code and module. */
function dataOf(all: readonly ErrorCase[]): string {
  const codes = Map.groupBy(
    all.filter(({ code }) => /^[a-z]+(_[a-z0-9]+)+$/.test(code)),
    ({ code }) => code,
  );
  const messagesIn = (found: FilesByCode) =>
    Object.fromEntries(
      [...found].sort().map(([code, files]) => {
        const messages = codes.get(code)?.filter(({ file, message }) => files.has(file) && message !== '') ?? [];
        return [code, [...new Set(messages.map(({ message }) => message))].sort()];
      }),
    );
  const messagesByName = (names: Readonly<Record<string, FilesByCode>>) =>
    Object.fromEntries(Object.entries(names).map(([name, found]) => [name, messagesIn(found)]));
  const known = new Set([...codes.keys()].filter((code) => !detailCodes.has(code)));
  const modules = Object.entries(findEndpointCodes(files, known)).map(([name, { operations, permissions }]) => [
    name,
    { operations: messagesByName(operations), permissions: messagesByName(permissions) },
  ]);
  const codeLines = [...codes].sort().map(([code, same]) => {
    const statuses = [...new Set(same.flatMap(({ status }) => status.split(' or ')))].sort();
    const messages = Object.fromEntries(
      statuses.map((status) => {
        const ofStatus = same.filter((each) => each.status.split(' or ').includes(status));
        return [
          status,
          [...new Set(ofStatus.map(({ message }) => message).filter((message) => message !== ''))].sort(),
        ];
      }),
    );
    // Links lead to pages of this documentation, which readers of the OpenAPI document do not have.
    const advice = adviceByCode[code]?.includes('](') ? undefined : adviceByCode[code];
    return `${JSON.stringify(code)}: ${JSON.stringify({ messages, advice })}`;
  });
  const moduleLines = modules.map(([name, module]) => `${JSON.stringify(name)}: ${JSON.stringify(module)}`);
  return `{\n"codes": {\n${codeLines.join(',\n')}\n},\n"modules": {\n${moduleLines.join(',\n')}\n}\n}\n`;
}

function document(all: readonly ErrorCase[]): string {
  const byCode = Map.groupBy(
    all.filter(({ code }) => code !== ''),
    ({ code, status }) => `${code}\0${status}`,
  );
  const rows = [...byCode].sort().map(([key, same]) => {
    const [code = '', status = ''] = key.split('\0');
    const messages = [...new Set(same.map(({ message }) => message).filter((message) => message !== ''))].sort();
    const advice = adviceByCode[code] ?? adviceByStatus[status] ?? 'Correct the request.';
    return `| \`${code}\` | ${status} | ${messages.map(escaped).join('<br>')} | ${advice} |`;
  });
  return `# Errors

This page is for developers of clients. It lists every error code of the API with its status, its messages and advice for the caller.
It is generated from the sources by \`npm run errors\`.

An error response is a JSON object with \`code\`, \`message\` and \`data\`. Programs should compare \`code\` and the status, and never
\`message\`, which may change. \`data.status\` repeats the status. If the status is 400, \`data.params\` and \`data.details\` name the
invalid parameters. At the compatible mount, codes that begin with the name of an extension, such as \`spamfilter_\`, have the spelling in
[names.md](names.md). "401 or 403" means 401 for anonymous requests and 403 for signed-in users. \`{…}\` stands for a value that the server inserts.

| Code | Status | Messages | What you can do |
|---|---|---|---|
${rows.join('\n')}
`;
}

function escaped(message: string): string {
  return message.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ');
}
