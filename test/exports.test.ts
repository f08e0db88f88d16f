// Tests that all exports of the service are used, and that it contains nothing that only tests use.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import { parse } from '@babel/parser';
import type { ExportNamedDeclaration, Node, ObjectPattern } from '@babel/types';

/** The public modules, whose exports programs and extensions outside this repository use. */
const publicModules: Readonly<Record<string, string>> = {
  octavo: 'server/octavo.ts',
  'octavo/extension': 'server/extensions/interface.ts',
};

/** Files that are loaded by their path, without an import. */
const loadedByPath = /^extensions\/[^/]+\/extension\.ts$|^server\/database\/migrations\/\d/;

const isTestCode = (file: string): boolean => /^test\/|\.test\.ts$/.test(file);

/** Whether a file is a part of the service, and neither a test nor a tool for developers. */
const isProduct = (file: string): boolean => /^(?:contract|server|extensions)\//.test(file) && !isTestCode(file);

/** A name that a file imports from another; `*` for all names. */
interface Import {
  readonly module: string;
  readonly name: string;
}

const nameOf = (node: Node | null | undefined): string =>
  node?.type === 'Identifier' ? node.name : node?.type === 'StringLiteral' ? node.value : '';

/** Returns the file that a module specifier leads to; undefined for packages. */
function resolve(file: string, specifier: string): string | undefined {
  return specifier.startsWith('.') ? path.join(path.dirname(file), specifier) : publicModules[specifier];
}

/** Returns the names that a file imports, including those that it exports again. */
function importsOf(file: string, program: Node): Import[] {
  const imports: Import[] = [];
  const add = (specifier: string, names: readonly string[]) => {
    const module = resolve(file, specifier);
    if (module !== undefined) imports.push(...names.map((name) => ({ module, name })));
  };
  visit(program, (node, parent) => {
    if (node.type === 'ImportDeclaration') add(node.source.value, node.specifiers.map(importedName));
    else if (node.type === 'ExportNamedDeclaration' && node.source)
      add(
        node.source.value,
        node.specifiers.map((each) => (each.type === 'ExportSpecifier' ? nameOf(each.local) : '*')),
      );
    else if (node.type === 'ExportAllDeclaration') add(node.source.value, ['*']);
    else if (node.type === 'TSImportType' && node.argument.type === 'StringLiteral') add(node.argument.value, ['*']);
    else if (node.type === 'ImportExpression' && node.source.type === 'StringLiteral')
      add(node.source.value, dynamicNames(parent));
  });
  return imports;
}

function importedName(specifier: Node): string {
  if (specifier.type === 'ImportSpecifier') return nameOf(specifier.imported);
  return specifier.type === 'ImportDefaultSpecifier' ? 'default' : '*';
}

/** Returns the names in `const { names } = await import(…)`; `*` for other uses of a dynamic import. */
function dynamicNames(parents: readonly Node[]): string[] {
  const declarator = parents.at(-2);
  const isAwaited = parents.at(-1)?.type === 'AwaitExpression' && declarator?.type === 'VariableDeclarator';
  if (!isAwaited || declarator.id.type !== 'ObjectPattern') return ['*'];
  return keysOf(declarator.id);
}

const keysOf = ({ properties }: ObjectPattern): string[] =>
  properties.map((each) => (each.type === 'ObjectProperty' ? nameOf(each.key) : '*'));

/** Returns the names that a file exports, except those that it exports again from all of another file. */
const exportsOf = (program: Node): string[] =>
  program.type !== 'Program'
    ? []
    : program.body.flatMap((node) => {
        if (node.type === 'ExportDefaultDeclaration') return ['default'];
        return node.type === 'ExportNamedDeclaration' ? namesOf(node) : [];
      });

function namesOf({ declaration, specifiers }: ExportNamedDeclaration): string[] {
  if (declaration?.type === 'VariableDeclaration')
    return declaration.declarations.flatMap(({ id }) => (id.type === 'ObjectPattern' ? keysOf(id) : [nameOf(id)]));
  if (declaration && 'id' in declaration) return [nameOf(declaration.id)];
  return specifiers.map((each) => nameOf(each.exported));
}

function visit(node: Node, call: (node: Node, parents: readonly Node[]) => void, parents: readonly Node[] = []): void {
  call(node, parents);
  for (const child of Object.values(node).flat())
    if (typeof child === 'object' && child !== null && 'type' in child) visit(child as Node, call, [...parents, node]);
}

/** Returns how often a file mentions a name, without exports of names from other files. */
function countUses(program: Node, name: string): number {
  let count = 0;
  visit(program, (node, parents) => {
    if (node.type === 'Identifier' && node.name === name && parents.at(-1)?.type !== 'ExportSpecifier') count += 1;
  });
  return count;
}

const isType = (program: Node, name: string): boolean =>
  program.type === 'Program' &&
  program.body.some(
    (node) =>
      node.type === 'ExportNamedDeclaration' &&
      (node.declaration?.type === 'TSInterfaceDeclaration' || node.declaration?.type === 'TSTypeAliasDeclaration') &&
      node.declaration.id.name === name,
  );

it('each export is used', () => {
  const exported: { file: string; name: string; program: Node }[] = [];
  const [used, tested] = [new Set<string>(), new Set<string>()];
  for (const file of globSync('{contract,server,extensions,bench,scripts,test}/**/*.{ts,js}')) {
    const { program } = parse(readFileSync(file, 'utf8'), {
      sourceType: 'module',
      plugins: ['typescript'],
      createImportExpressions: true,
    });
    const imports = isTestCode(file) ? tested : used;
    for (const { module, name } of importsOf(file, program)) imports.add(`${module} ${name}`);
    if (isProduct(file) && !Object.values(publicModules).includes(file) && !loadedByPath.test(file))
      exported.push(...exportsOf(program).map((name) => ({ file, name, program })));
  }
  assert.ok(exported.length > 1000, `${exported.length} exports were found`);
  const isImported = (imports: ReadonlySet<string>, file: string, name: string) =>
    imports.has(`${file} ${name}`) || imports.has(`${file} *`);
  const unused = exported.filter(({ file, name, program }) => {
    if (isImported(used, file, name)) return false;
    const isUsedInFile = countUses(program, name) > 1;
    // A type may describe the parameters of an exported function, and a test may test a part of an exported function.
    return !isUsedInFile || !(isType(program, name) || isImported(tested, file, name));
  });
  assert.deepEqual(
    unused.map(({ file, name }) => `${file}: ${name}`),
    [],
  );
});
