// Finds the error codes that the code of each operation and permission mentions, directly or through the functions and
// constants that it refers to.
import path from 'node:path';
import type { CallExpression, Expression, File, Node, ObjectExpression } from '@babel/types';

/** Parsed source files, keyed by their paths relative to the repository. */
export type Sources = ReadonlyMap<string, File>;

/** The files that mention each error code. */
export type FilesByCode = ReadonlyMap<string, ReadonlySet<string>>;

/** Error codes by the name of an operation or permission. */
type CodesByName = Readonly<Record<string, FilesByCode>>;

/** Error codes of the operations and permissions of a module. */
export interface ModuleCodes {
  readonly operations: CodesByName;
  readonly permissions: CodesByName;
}

/** A syntax node with its file and with the outermost declaration that contains it, whose local names it may refer to. */
interface Place {
  readonly node: Node;
  readonly file: string;
  readonly scope: Node;
}

/** The declarations and imports of a file by name. */
interface FileNames {
  readonly declared: ReadonlyMap<string, Node>;
  readonly imported: ReadonlyMap<string, { readonly file: string; readonly name: string }>;
}

/**
 * Returns the codes of every module that a call of `implement` binds, keyed by the name of the module. `codes` are all codes
 * that exist. Methods of injected objects are not followed. Throws an error if the name or the operations of a module cannot be
 * determined.
 */
export function findEndpointCodes(sources: Sources, codes: ReadonlySet<string>): Readonly<Record<string, ModuleCodes>> {
  const finder = new CodeFinder(sources, codes);
  const modules: Record<string, ModuleCodes> = {};
  for (const [file, { program }] of sources)
    for (const scope of program.body)
      for (const call of callsOf(scope, 'implement')) {
        const [declaration, implementation] = call.arguments;
        if (!declaration || implementation?.type !== 'ObjectExpression') continue;
        const place = { file, scope };
        const found = {
          operations: finder.codesOfProperties('operations', { ...place, node: implementation }),
          permissions: finder.codesOfProperties('permissions', { ...place, node: implementation }),
        };
        for (const name of finder.moduleNames({ ...place, node: declaration })) modules[name] = found;
      }
  return Object.fromEntries(Object.entries(modules).sort(([one], [other]) => (one < other ? -1 : 1)));
}

class CodeFinder {
  readonly #sources: Sources;
  readonly #codes: ReadonlySet<string>;
  readonly #names = new Map<string, FileNames>();

  constructor(sources: Sources, codes: ReadonlySet<string>) {
    this.#sources = sources;
    this.#codes = codes;
    for (const [file, source] of sources) this.#names.set(file, namesOf(file, source));
  }

  /** Returns the names of the modules that the first argument of `implement` declares: one, or all those of an adapter. */
  moduleNames(place: Place): string[] {
    const { node } = place;
    const declarations =
      node.type === 'MemberExpression' && propertyName(node.property) === 'declaration'
        ? this.#adapterDeclarations()
        : [place];
    const names = declarations.flatMap((each) => {
      const object = this.#objectOf(each);
      const name = object && valueOfProperty(object.node, 'name');
      return name?.type === 'StringLiteral' ? [name.value] : [];
    });
    if (names.length === 0) throw new Error(`${place.file}:${node.loc?.start.line}: the module has no literal name.`);
    return names;
  }

  /** Returns the values of all properties `declaration` in files of revision adapters. */
  #adapterDeclarations(): Place[] {
    return [...this.#sources].flatMap(([file, { program }]) =>
      !file.endsWith('revision-adapter.ts')
        ? []
        : program.body.flatMap((scope) =>
            [...walk(scope)].flatMap((node) =>
              node.type === 'ObjectProperty' && propertyName(node.key) === 'declaration'
                ? [{ node: node.value, file, scope }]
                : [],
            ),
          ),
    );
  }

  /** Returns the codes for each property of the object in the property `name`. */
  codesOfProperties(name: string, place: Place & { readonly node: ObjectExpression }): CodesByName {
    const value = valueOfProperty(place.node, name);
    const object = value && this.#objectOf({ ...place, node: value });
    if (!object) throw new Error(`${place.file}:${place.node.loc?.start.line}: the ${name} are not an object literal.`);
    const codes: Record<string, FilesByCode> = {};
    for (const each of object.node.properties) {
      if (each.type === 'SpreadElement') {
        const spread = this.#objectOf({ ...object, node: each.argument });
        if (spread) Object.assign(codes, this.#codesByProperty(spread));
      } else codes[propertyName(each.key) ?? ''] = this.#codesAt({ ...object, node: each });
    }
    return withoutEmpty(codes);
  }

  #codesByProperty(object: Place & { readonly node: ObjectExpression }): CodesByName {
    return Object.fromEntries(
      object.node.properties.flatMap((each) =>
        each.type === 'SpreadElement' ? [] : [[propertyName(each.key) ?? '', this.#codesAt({ ...object, node: each })]],
      ),
    );
  }

  /** Returns the object literal of an expression: a literal, a constant, or the result of a function; undefined if there is none. */
  #objectOf(place: Place, depth = 0): (Place & { readonly node: ObjectExpression }) | undefined {
    if (depth > 8) return undefined;
    const { node } = place;
    const again = (next: Place) => this.#objectOf(next, depth + 1);
    switch (node.type) {
      case 'ObjectExpression':
        return { ...place, node };
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
        return again({ ...place, node: node.expression });
      case 'CallExpression':
        return node.callee.type === 'V8IntrinsicIdentifier' ? undefined : again({ ...place, node: node.callee });
      case 'VariableDeclarator':
        return node.init ? again({ ...place, node: node.init }) : undefined;
      case 'ArrowFunctionExpression':
        return node.body.type === 'BlockStatement'
          ? this.#returned({ ...place, node: node.body })
          : again({ ...place, node: node.body });
      case 'FunctionDeclaration':
        return this.#returned({ ...place, node: node.body });
      case 'Identifier': {
        const found = this.#resolve(node.name, place);
        return found && again(found);
      }
      default:
        return undefined;
    }
  }

  /** Returns the object literal that a block returns in its last statement. */
  #returned(place: Place): (Place & { readonly node: ObjectExpression }) | undefined {
    const { node } = place;
    const last = node.type === 'BlockStatement' ? node.body.at(-1) : undefined;
    return last?.type === 'ReturnStatement' && last.argument
      ? this.#objectOf({ ...place, node: last.argument })
      : undefined;
  }

  /** Returns the codes that a node mentions, directly or through declarations that it refers to. */
  #codesAt(start: Place): FilesByCode {
    const found = new Map<string, Set<string>>();
    const seen = new Set<Node>();
    const queue: Place[] = [start];
    for (let place = queue.pop(); place; place = queue.pop()) {
      if (seen.has(place.node)) continue;
      seen.add(place.node);
      this.#visit(place, found, queue);
    }
    return found;
  }

  /** Adds the codes of one node to `found`, and the nodes that it contains or refers to to `queue`. */
  #visit(place: Place, found: Map<string, Set<string>>, queue: Place[]): void {
    const { node } = place;
    const push = (next: Node) => queue.push({ ...place, node: next });
    if (node.type === 'StringLiteral') {
      if (this.#codes.has(node.value))
        found.set(node.value, (found.get(node.value) ?? new Set<string>()).add(place.file));
    } else if (node.type === 'Identifier') {
      const target = this.#resolve(node.name, place);
      if (target) queue.push(target);
    } else if (node.type === 'MemberExpression' && !node.computed) {
      const property = this.#propertyOf(node.object, propertyName(node.property) ?? '', place);
      if (property) queue.push(property);
      else push(node.object);
    } else if (node.type === 'ObjectProperty') {
      push(node.value);
    } else for (const child of childrenOf(node)) push(child);
  }

  /** Returns the value of a property of a constant object; undefined if the expression is none. */
  #propertyOf(object: Expression | Node, name: string, place: Place): Place | undefined {
    if (object.type !== 'Identifier') return undefined;
    const found = this.#objectOf({ ...place, node: object });
    const value = found && valueOfProperty(found.node, name);
    return value && { ...found, node: value };
  }

  /** Returns the declaration of a name: in the outermost declaration that contains its use, in the file, or in the imported file. */
  #resolve(name: string, { file, scope }: Place): Place | undefined {
    const local = localDeclarations(scope).get(name);
    if (local) return { node: local, file, scope };
    const names = this.#names.get(file);
    const imported = names?.imported.get(name);
    const [target, targetName] = imported ? [imported.file, imported.name] : [file, name];
    const node = this.#names.get(target)?.declared.get(targetName);
    return node && { node, file: target, scope: node };
  }
}

const scopes = new WeakMap<Node, ReadonlyMap<string, Node>>();

/** Returns the declarations of local names anywhere in a node. */
function localDeclarations(scope: Node): ReadonlyMap<string, Node> {
  const cached = scopes.get(scope);
  if (cached) return cached;
  const found = new Map<string, Node>();
  for (const node of walk(scope)) {
    if (node === scope) continue;
    const id = node.type === 'VariableDeclarator' || node.type === 'FunctionDeclaration' ? node.id : undefined;
    if (id?.type === 'Identifier' && !found.has(id.name)) found.set(id.name, node);
  }
  scopes.set(scope, found);
  return found;
}

function namesOf(file: string, { program }: File): FileNames {
  const declared = new Map<string, Node>();
  const imported = new Map<string, { file: string; name: string }>();
  for (const statement of program.body) {
    if (statement.type === 'ImportDeclaration') {
      if (!statement.source.value.startsWith('.')) continue;
      const from = path.posix.join(path.posix.dirname(file), statement.source.value);
      for (const each of statement.specifiers)
        if (each.type === 'ImportSpecifier')
          imported.set(each.local.name, { file: from, name: propertyName(each.imported) ?? '' });
      continue;
    }
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declaration?.type === 'VariableDeclaration') {
      for (const each of declaration.declarations) if (each.id.type === 'Identifier') declared.set(each.id.name, each);
    } else if (declaration?.type === 'FunctionDeclaration' || declaration?.type === 'ClassDeclaration') {
      if (declaration.id) declared.set(declaration.id.name, declaration);
    }
  }
  return { declared, imported };
}

/** Yields a node and all nodes in it, except types. */
function* walk(node: Node): Generator<Node> {
  yield node;
  for (const child of childrenOf(node)) yield* walk(child);
}

const typeKeys = new Set(['typeAnnotation', 'typeParameters', 'typeArguments', 'returnType', 'loc', 'extra']);

/** Returns the nodes in a node, except types and comments. */
function childrenOf(node: Node): Node[] {
  return Object.entries(node).flatMap(([key, value]) => {
    if (typeKeys.has(key) || key.endsWith('omments')) return [];
    return [value].flat().filter((each) => typeof each?.type === 'string' && each.loc !== undefined);
  });
}

const callsOf = (scope: Node, name: string): CallExpression[] =>
  [...walk(scope)].filter(
    (node): node is CallExpression =>
      node.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === name,
  );

/** Returns the name of a property: an identifier or a string; undefined if it is computed. */
function propertyName(node: Node): string | undefined {
  if (node.type === 'Identifier') return node.name;
  return node.type === 'StringLiteral' ? node.value : undefined;
}

/** Returns the value of a property of an object literal. */
const valueOfProperty = (object: ObjectExpression, name: string): Node | undefined =>
  object.properties.flatMap((each) =>
    each.type === 'ObjectProperty' && propertyName(each.key) === name ? [each.value] : [],
  )[0];

const withoutEmpty = (codes: CodesByName): CodesByName =>
  Object.fromEntries(Object.entries(codes).filter(([, found]) => found.size > 0));
