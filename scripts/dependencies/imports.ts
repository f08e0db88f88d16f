// Compares the packages that the source files use with those that package.json declares.
import { parse } from '@babel/parser';
import type { Node } from '@babel/types';

/** The parts of package.json that declare packages. */
export interface Manifest {
  readonly name: string;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** A source file with its path. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** The packages that a file uses. */
interface UsedPackages {
  /** Packages that the file imports, except only for types. */
  readonly imported: ReadonlySet<string>;
  /** Packages of which the file imports only types. */
  readonly types: ReadonlySet<string>;
  /** Strings of the file, which may name programs of packages and files in them. */
  readonly strings: readonly string[];
}

/** Packages that are declared although no file uses them, with the reason. */
export const usedIndirectly: Readonly<Record<string, string>> = {
  '@oazapfts/runtime': 'The client that a test generates imports it.',
  '@wordpress/private-apis': 'All packages of the data layer in tests must share one copy of it.',
};

/** The same for the packages of the admin. */
export const usedIndirectlyByAdmin: Readonly<Record<string, string>> = {};

/** Whether a file runs in production, and so must import only packages that are installed there. */
const isProduct = (path: string): boolean =>
  /^(?:contract|server|extensions|admin(?!\/(?:bench|build|test)\/))\//.test(path) && !/\.test\.tsx?$/.test(path);

/**
 * Returns a sentence for each package that a file imports and package.json does not declare, and for each declared package that nothing
 * uses. `programsOf` returns the names of a package's programs.
 */
export function findDependencyProblems(
  manifest: Manifest,
  files: readonly SourceFile[],
  programsOf: (name: string) => readonly string[],
  indirect: Readonly<Record<string, string>> = usedIndirectly,
): string[] {
  const { dependencies = {}, devDependencies = {}, optionalDependencies = {}, scripts = {} } = manifest;
  const runtime = new Set([...Object.keys(dependencies), ...Object.keys(optionalDependencies)]);
  const declared = new Set([...runtime, ...Object.keys(devDependencies)]);
  const read = files.map(({ path, text }) => ({ path, ...readUsedPackages(path, text) }));
  const undeclared = read.flatMap(({ path, imported, types }) => [
    ...[...imported].flatMap((name) => {
      if (name === manifest.name || runtime.has(name)) return [];
      if (!declared.has(name)) return [`${path} imports ${name}, which package.json does not declare.`];
      return isProduct(path) ? [`${path} imports ${name}, which is only a development dependency.`] : [];
    }),
    ...[...types]
      .filter((name) => name !== manifest.name && !declared.has(name) && !declared.has(typesOf(name)))
      .map((name) => `${path} imports types of ${name}, which package.json does not declare.`),
  ]);
  const used = new Set(read.flatMap(({ imported, types }) => [...imported, ...types]));
  const strings = [...read.flatMap((each) => each.strings), ...Object.values(scripts)];
  const isMentioned = (word: string) => {
    const pattern = new RegExp(`(?<![\\w@.-])${word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w-])`);
    return strings.some((text) => pattern.test(text));
  };
  const isUsed = (name: string) =>
    used.has(name) ||
    name in indirect ||
    (name.startsWith('@types/') && (name === '@types/node' || used.has(nameOfTypes(name)))) ||
    [name, ...programsOf(name)].some(isMentioned);
  const unused = [...declared].filter((name) => !isUsed(name));
  const needless = Object.keys(indirect).filter((name) => !declared.has(name) || used.has(name));
  return [
    ...undeclared,
    ...unused.map((name) => `Nothing uses ${name}, which package.json declares.`),
    ...needless.map((name) => `The exception for ${name} is not needed.`),
  ];
}

/** Returns the package with the types of another one. */
const typesOf = (name: string): string => `@types/${name.replace(/^@(.+)\/(.+)$/, '$1__$2')}`;

const nameOfTypes = (name: string): string => name.replace('@types/', '').replace(/^(.+)__(.+)$/, '@$1/$2');

/** Returns the package of a module specifier; undefined for files and built-in modules. */
function packageOf(specifier: string): string | undefined {
  if (/^(?:\.|\/|node:|[a-z]+:)/.test(specifier)) return undefined;
  return /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0];
}

function readUsedPackages(path: string, text: string): UsedPackages {
  const imported = new Set<string>();
  const types = new Set<string>();
  const strings: string[] = [];
  const { program } = parse(text, {
    sourceType: 'module',
    plugins: [
      'typescript',
      'explicitResourceManagement',
      'importAttributes',
      ...(path.endsWith('.tsx') ? (['jsx'] as const) : []),
    ],
    createImportExpressions: true,
    errorRecovery: true,
  });
  visit(program, (node) => {
    if (node.type === 'StringLiteral') strings.push(node.value);
    if (node.type === 'TemplateElement') strings.push(node.value.cooked ?? '');
    const found = specifierIn(node);
    const name = found && packageOf(found.specifier);
    if (found && name !== undefined) (found.isType ? types : imported).add(name);
  });
  return { imported, types: new Set([...types].filter((name) => !imported.has(name))), strings };
}

/** Returns the specifier of the module that a node imports. */
function specifierIn(node: Node): { readonly specifier: string; readonly isType: boolean } | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
      return { specifier: node.source.value, isType: node.importKind === 'type' || hasOnlyTypes(node.specifiers) };
    case 'ExportNamedDeclaration':
      return node.source
        ? { specifier: node.source.value, isType: node.exportKind === 'type' || hasOnlyTypes(node.specifiers) }
        : undefined;
    case 'ExportAllDeclaration':
      return { specifier: node.source.value, isType: node.exportKind === 'type' };
    case 'ImportExpression':
      return node.source.type === 'StringLiteral' ? { specifier: node.source.value, isType: false } : undefined;
    case 'TSImportType':
      return node.argument.type === 'StringLiteral' ? { specifier: node.argument.value, isType: true } : undefined;
    default:
      return undefined;
  }
}

/** Whether an import or export has names, all of which are marked as types. */
const hasOnlyTypes = (specifiers: readonly Node[]): boolean =>
  specifiers.length > 0 &&
  specifiers.every(
    (each) =>
      (each.type === 'ImportSpecifier' && each.importKind === 'type') ||
      (each.type === 'ExportSpecifier' && each.exportKind === 'type'),
  );

function visit(node: Node, call: (node: Node) => void): void {
  call(node);
  for (const [key, value] of Object.entries(node)) {
    if (key === 'loc' || key.endsWith('omments')) continue;
    for (const child of Array.isArray(value) ? value : [value]) if (typeof child?.type === 'string') visit(child, call);
  }
}
