// Tests that functions receive few dependencies. A context is an object type that contains services of the site, such as the database;
// with more than six properties, it would hide what a function uses.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { parse } from '@babel/parser';
import type { Node } from '@babel/types';

const maxProperties = 6;

/** Types of the services that contexts contain. A type that contains one of them, or another context, is a context. */
const services: ReadonlySet<string> = new Set([
  ...['Clock', 'Contract', 'Database', 'FileStore', 'LoginThrottle', 'MediaWorkers', 'Mounts', 'RateLimiter', 'Roles'],
  ...['Settings', 'Site', 'TextProcessor', 'Theme'],
]);

/** Types that TypeScript derives from their first type argument. */
const utilityTypes: ReadonlySet<string> = new Set(['Omit', 'Partial', 'Pick', 'Readonly', 'Required']);

/** Types with one of these endings are contexts in any case. */
const contextName = /(?:Context|Deps|Services)$/;

/** Types that may have more properties. */
const exempt: ReadonlySet<string> = new Set([
  // The documented interface of extensions, which destructure the services that they use (docs/extensions.md).
  'server/extensions/services.ts ExtensionServices',
  // The result of the assembly. No function receives it as a whole.
  'server/service.ts Service',
  // The state of rendering one block, without any services.
  'server/rendering/dynamic/dynamic-block.ts BlockContext',
]);

/** A source file with the types that it declares and imports, keyed by their names in this file. */
interface Source {
  readonly name: string;
  readonly declared: ReadonlyMap<string, Node>;
  readonly imported: ReadonlyMap<string, { readonly file: string; readonly name: string }>;
  /** The types of parameters of functions. */
  readonly parameters: readonly Node[];
}

/** A property of an object type, with its type and the file that declares it. */
interface Property {
  readonly type: Node | undefined;
  readonly source: Source;
}

type Properties = ReadonlyMap<string, Property>;

const none: Properties = new Map();

const identifierOf = (node: Node | null | undefined): string =>
  node?.type === 'Identifier' ? node.name : node?.type === 'StringLiteral' ? node.value : '';

/** Returns the file to which a module specifier refers; the empty string for packages. */
function resolve(file: string, specifier: string): string {
  if (specifier === 'octavo/extension') return 'server/extensions/interface.ts';
  return specifier.startsWith('.') ? path.posix.join(path.posix.dirname(file), specifier) : '';
}

function* nodesIn(node: Node): Generator<Node> {
  yield node;
  for (const child of Object.values(node).flat())
    if (typeof child === 'object' && child !== null && 'type' in child) yield* nodesIn(child as Node);
}

function readSource(name: string, text: string): Source {
  const { program } = parse(text, { sourceType: 'module', plugins: ['typescript'] });
  const declared = new Map<string, Node>();
  const imported = new Map<string, { file: string; name: string }>();
  const parameters: Node[] = [];
  for (const node of nodesIn(program)) {
    if (node.type === 'TSInterfaceDeclaration') declared.set(node.id.name, node);
    else if (node.type === 'TSTypeAliasDeclaration') declared.set(node.id.name, node.typeAnnotation);
    else if (node.type === 'ImportDeclaration' || (node.type === 'ExportNamedDeclaration' && node.source)) {
      for (const each of node.specifiers) {
        const file = resolve(name, node.source?.value ?? '');
        if (each.type === 'ImportSpecifier') imported.set(each.local.name, { file, name: identifierOf(each.imported) });
        if (each.type === 'ExportSpecifier') imported.set(identifierOf(each.exported), { file, name: each.local.name });
      }
    }
    if (!('params' in node) || !Array.isArray(node.params)) continue;
    for (const each of node.params as Node[]) {
      const parameter = each.type === 'AssignmentPattern' ? each.left : each;
      const isTyped = parameter.type === 'Identifier' || parameter.type === 'ObjectPattern';
      const annotation = isTyped ? parameter.typeAnnotation : undefined;
      if (annotation?.type === 'TSTypeAnnotation') parameters.push(annotation.typeAnnotation);
    }
  }
  return { name, declared, imported, parameters };
}

/** A reference to a type by its name. */
interface Reference {
  readonly name: string;
  readonly args: readonly Node[];
}

/** Returns the type to which a node refers by name, ignoring `undefined` and `null`; undefined for other nodes. */
function referenceOf(node: Node | undefined): Reference | undefined {
  if (node?.type === 'TSUnionType') {
    const types = node.types.filter(({ type }) => type !== 'TSUndefinedKeyword' && type !== 'TSNullKeyword');
    return types.length === 1 ? referenceOf(types[0]) : undefined;
  }
  if (node?.type === 'TSTypeReference')
    return { name: identifierOf(node.typeName), args: node.typeParameters?.params ?? [] };
  if (node?.type === 'TSExpressionWithTypeArguments')
    return { name: identifierOf(node.expression), args: node.typeParameters?.params ?? [] };
  return undefined;
}

/** Returns the string literals in a type such as `'a' | 'b'`. */
function literalsIn(node: Node | undefined): Set<string> {
  const nodes = node ? [...nodesIn(node)] : [];
  return new Set(nodes.flatMap((each) => (each.type === 'StringLiteral' ? [each.value] : [])));
}

/** The types of a program. */
class Types {
  readonly #read: (file: string) => string;
  readonly #sources = new Map<string, Source>();

  /** `read` returns the text of a file. It is called for the files whose types are needed. */
  constructor(read: (file: string) => string) {
    this.#read = read;
  }

  /**
   * Returns the contexts that a file declares, or that parameters of its functions have, with the number of their properties, keyed by
   * file and name.
   */
  contextsOf(file: string): Map<string, number> {
    const source = this.#sourceOf(file);
    // Types that are referred to by name are checked in the files that declare them.
    const isOwn = (type: Node) => {
      const reference = referenceOf(type);
      return !reference || utilityTypes.has(reference.name);
    };
    const types = [
      ...[...source.declared].map(([name, type]) => ({ name, type })),
      ...source.parameters.map((type) => ({ name: `line ${type.loc?.start.line}`, type })),
    ].filter(({ type }) => isOwn(type));
    return new Map(
      types
        .filter(({ name, type }) => this.#isContext(name, this.#propertiesOf(type, source)))
        .map(({ name, type }) => [`${file} ${name}`, this.#propertiesOf(type, source).size]),
    );
  }

  #sourceOf(file: string): Source {
    const source = this.#sources.get(file) ?? readSource(file, this.#read(file));
    this.#sources.set(file, source);
    return source;
  }

  #isContext(name: string, properties: Properties): boolean {
    return properties.size > 0 && (contextName.test(name) || this.#containsService(properties, new Set([name])));
  }

  /** Whether a type contains a service, directly or in another type. `outer` contains the names of the types around it. */
  #containsService(properties: Properties, outer: ReadonlySet<string>): boolean {
    return [...properties.values()].some(({ type, source }) => {
      const { name = '' } = referenceOf(type) ?? {};
      if (services.has(name)) return true;
      return !outer.has(name) && this.#containsService(this.#propertiesOf(type, source), new Set([...outer, name]));
    });
  }

  #propertiesOf(type: Node | undefined, source: Source): Properties {
    if (type?.type === 'TSInterfaceDeclaration')
      return merge([
        ...(type.extends ?? []).map((each) => this.#propertiesOf(each, source)),
        membersOf(type.body.body, source),
      ]);
    if (type?.type === 'TSTypeLiteral') return membersOf(type.members, source);
    if (type?.type === 'TSIntersectionType') return merge(type.types.map((each) => this.#propertiesOf(each, source)));
    if (type?.type === 'TSParenthesizedType') return this.#propertiesOf(type.typeAnnotation, source);
    const reference = referenceOf(type);
    return reference ? this.#propertiesOfReference(reference, source) : none;
  }

  #propertiesOfReference({ name, args: [first, second] }: Reference, source: Source): Properties {
    if (name === 'Pick' || name === 'Omit') {
      const names = literalsIn(second);
      const all = [...this.#propertiesOf(first, source)];
      return new Map(all.filter(([each]) => names.has(each) === (name === 'Pick')));
    }
    if (utilityTypes.has(name)) return this.#propertiesOf(first, source);
    const declared = source.declared.get(name);
    if (declared) return this.#propertiesOf(declared, source);
    const imported = source.imported.get(name);
    if (!imported?.file) return none;
    return this.#propertiesOfReference({ name: imported.name, args: [] }, this.#sourceOf(imported.file));
  }
}

const merge = (all: readonly Properties[]): Properties => new Map(all.flatMap((each) => [...each]));

const membersOf = (members: readonly Node[], source: Source): Properties =>
  new Map(
    members.flatMap((member): [string, Property][] => {
      if (member.type === 'TSMethodSignature') return [[identifierOf(member.key), { type: undefined, source }]];
      if (member.type !== 'TSPropertySignature') return [];
      return [[identifierOf(member.key), { type: member.typeAnnotation?.typeAnnotation, source }]];
    }),
  );

describe('contexts', () => {
  it('have at most six properties', () => {
    const types = new Types((file) => readFileSync(file, 'utf8'));
    const contexts = globSync('{extensions,server}/**/*.ts')
      .filter((file) => !file.endsWith('.test.ts'))
      .flatMap((file) => [...types.contextsOf(file)]);
    assert.ok(contexts.length > 30, `${contexts.length} contexts were found`);
    assert.deepEqual(
      contexts
        .filter(([name, size]) => size > maxProperties && !exempt.has(name))
        .map(([name, size]) => `${name}: ${size} properties`),
      [],
    );
  });

  it('are found by the services that they contain, through other types', () => {
    const texts = new Map([
      ['a/base.ts', 'export interface Base { database: Database; read(): void; size: number }'],
      [
        'b/used.ts',
        `import type { Base as All } from '../a/base.ts';
        interface Wide extends All { more: string }
        interface Chosen extends Pick<All, 'database'> {}
        type Without = Omit<Wide, 'database' | 'read'>;
        type Both = Readonly<All> & { files?: FileStore | undefined };
        interface Nested { wide: Wide }
        type Renamed = All;
        interface EmptyDeps { size: number }
        interface Loop { loop: Loop }
        export const run = ({ clock }: { clock: Clock; zone: string }, { database } = {} as Chosen) => {};
        export function load(deps: Pick<All, 'database' | 'size'>, rows: Without) {}`,
      ],
    ]);
    const types = new Types((file) => texts.get(file) ?? '');
    assert.deepEqual(
      [...types.contextsOf('a/base.ts'), ...types.contextsOf('b/used.ts')],
      [
        ['a/base.ts Base', 3],
        ['b/used.ts Wide', 4],
        ['b/used.ts Chosen', 1],
        ['b/used.ts Both', 4],
        ['b/used.ts Nested', 1],
        ['b/used.ts EmptyDeps', 1],
        ['b/used.ts line 10', 2],
        ['b/used.ts line 11', 2],
      ],
    );
  });
});
