// Collects the type declarations of the public interface: those that are exported by an entry point, and all that they refer to. The text
// of each declaration refers to others by names that are unique in the whole interface, and so does not depend on the files of the
// declarations.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from '@babel/parser';
import type { Node, Statement } from '@babel/types';

/** The public type declarations of a version. */
export interface PublicTypes {
  /** Names of declarations by the names of their exports, by entry point. */
  readonly exports: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Texts of declarations by name. */
  readonly declarations: Readonly<Record<string, string>>;
}

/** A name in a file: that of a declaration, or of an export. */
interface Target {
  readonly file: string;
  readonly name: string;
}

/** A declaration file. */
interface DeclarationFile {
  readonly text: string;
  /** Top-level declarations by name; a name may have several, such as the overloads of a function. */
  readonly declared: ReadonlyMap<string, readonly Statement[]>;
  /** Imported and re-exported names: the module specifier, and the name in that module (`*` for its namespace). */
  readonly imported: ReadonlyMap<string, Target>;
  readonly exported: ReadonlyMap<string, Target>;
  /** Specifiers of modules all of whose names are exported. */
  readonly stars: readonly string[];
}

/** A part of a text that is replaced. */
interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Parses the text of declarations. */
export const parseDeclarations = (text: string): Statement[] =>
  parse(text, { sourceType: 'module', plugins: [['typescript', { dts: true }]] }).program.body;

/**
 * Collects the public types from files that the compiler has emitted. `entries` contains the file of each entry point. Throws Error if an
 * export has no declaration.
 */
export function collectPublicTypes(entries: Readonly<Record<string, string>>): PublicTypes {
  return new Collector().collect(entries);
}

class Collector {
  readonly #files = new Map<string, DeclarationFile>();
  /** Names of declarations by file and name. */
  readonly #names = new Map<string, string>();
  readonly #texts = new Map<string, string>();

  collect(entries: Readonly<Record<string, string>>): PublicTypes {
    const exports = Object.fromEntries(
      Object.entries(entries).map(([entry, file]) => {
        const names = [...this.#exportsOf(file)].sort();
        return [entry, Object.fromEntries(names.map((name) => [name, this.#add({ file, name }, 'export')]))];
      }),
    );
    const sorted = [...this.#texts].sort(([one], [other]) => (one < other ? -1 : 1));
    return { exports, declarations: Object.fromEntries(sorted) };
  }

  /** Returns the names that a file exports, except the default export. */
  #exportsOf(file: string): Set<string> {
    const { exported, stars } = this.#read(file);
    const names = new Set(exported.keys());
    for (const specifier of stars) {
      const target = resolveFile(file, specifier);
      if (target) for (const name of this.#exportsOf(target)) names.add(name);
    }
    names.delete('default');
    return names;
  }

  /** Adds the declaration that a name refers to, and returns its unique name. Names that no file declares are returned unchanged. */
  #add(target: Target, kind: 'export' | 'local'): string {
    const found = kind === 'export' ? this.#findExport(target) : this.#findLocal(target);
    if (found === undefined) {
      if (kind === 'export') throw new Error(`${target.file} exports ${target.name}, which is not declared.`);
      return target.name;
    }
    if (typeof found === 'string') return found;
    const key = `${found.file} ${found.name}`;
    const known = this.#names.get(key);
    if (known) return known;
    const taken = new Set(this.#names.values());
    let unique = found.name;
    for (let count = 2; taken.has(unique); count += 1) unique = `${found.name}$${count}`;
    this.#names.set(key, unique);
    const { text, declared } = this.#read(found.file);
    const texts = (declared.get(found.name) ?? []).map((each) => this.#rewrite(found, text, each, unique));
    this.#texts.set(unique, texts.join('\n'));
    return unique;
  }

  /** Returns the declaration of an export, or the name of an export of another package. */
  #findExport({ file, name }: Target): Target | string | undefined {
    const { exported, stars } = this.#read(file);
    const own = exported.get(name);
    if (own) return own.file === '' ? this.#findLocal({ file, name: own.name }) : this.#findImport(file, own);
    for (const specifier of stars) {
      const target = resolveFile(file, specifier);
      const found = target && this.#findExport({ file: target, name });
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #findLocal({ file, name }: Target): Target | string | undefined {
    const { declared, imported } = this.#read(file);
    if (declared.has(name)) return { file, name };
    const source = imported.get(name);
    return source && this.#findImport(file, source);
  }

  #findImport(file: string, { file: specifier, name }: Target): Target | string | undefined {
    const target = resolveFile(file, specifier);
    if (target === undefined) return `${specifier.replace(/[^\w]+/g, '_')}.${name === '*' ? 'namespace' : name}`;
    return this.#findExport({ file: target, name });
  }

  /** Returns the text of a declaration with unique names, without `export` and `declare`. */
  #rewrite({ file, name }: Target, text: string, statement: Statement, unique: string): string {
    const start = statement.start ?? 0;
    const own = idOf(statement, name)?.start ?? start;
    const replacements = [
      { start: own, end: own + name.length, text: unique },
      ...this.#replacementsIn(statement, file),
    ].sort((one, other) => other.start - one.start);
    let result = text.slice(start, statement.end ?? undefined);
    for (const { start: from, end, text: by } of replacements)
      result = result.slice(0, from - start) + by + result.slice(end - start);
    return result
      .replace(/^declare /, '')
      .replace(/\s+/g, ' ')
      .trim();
  }

  *#replacementsIn(node: Node, file: string): Generator<Replacement> {
    const reference = referenceIn(node);
    if (reference) {
      const { specifier, name, start, end } = reference;
      const target = specifier === undefined ? undefined : resolveFile(file, specifier);
      const text =
        specifier === undefined
          ? this.#add({ file, name }, 'local')
          : target
            ? this.#add({ file: target, name }, 'export')
            : `${specifier.replace(/[^\w]+/g, '_')}.${name}`;
      if (text !== name || specifier !== undefined) yield { start, end, text };
    }
    for (const child of childrenOf(node)) yield* this.#replacementsIn(child, file);
  }

  #read(file: string): DeclarationFile {
    const known = this.#files.get(file);
    if (known) return known;
    const read = readDeclarationFile(readFileSync(file, 'utf8'));
    this.#files.set(file, read);
    return read;
  }
}

/** Returns the declaration file of a relative import; undefined for a package. */
function resolveFile(file: string, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined;
  const target = path.join(path.dirname(file), specifier.replace(/\.[jt]s$/, '.d.ts'));
  if (!existsSync(target)) throw new Error(`${file} imports ${specifier}, which has no declarations.`);
  return target;
}

function readDeclarationFile(text: string): DeclarationFile {
  const declared = new Map<string, Statement[]>();
  const imported = new Map<string, Target>();
  const exported = new Map<string, Target>();
  const stars: string[] = [];
  const declare = (statement: Statement): string[] => {
    const names = namesOf(statement);
    for (const name of names) declared.set(name, [...(declared.get(name) ?? []), statement]);
    return names;
  };
  for (const statement of parseDeclarations(text)) {
    if (statement.type === 'ImportDeclaration')
      for (const each of statement.specifiers)
        imported.set(each.local.name, {
          file: statement.source.value,
          name:
            each.type === 'ImportSpecifier'
              ? nameOf(each.imported)
              : each.type === 'ImportDefaultSpecifier'
                ? 'default'
                : '*',
        });
    else if (statement.type === 'ExportAllDeclaration') stars.push(statement.source.value);
    else if (statement.type === 'ExportNamedDeclaration') {
      if (statement.declaration)
        for (const name of declare(statement.declaration)) exported.set(name, { file: '', name });
      for (const each of statement.specifiers)
        if (each.type === 'ExportSpecifier')
          exported.set(nameOf(each.exported), { file: statement.source?.value ?? '', name: nameOf(each.local) });
    } else if (statement.type === 'ExportDefaultDeclaration') exported.set('default', { file: '', name: 'default' });
    else declare(statement);
  }
  return { text, declared, imported, exported, stars };
}

const nameOf = (node: Node): string =>
  node.type === 'Identifier' ? node.name : node.type === 'StringLiteral' ? node.value : '';

const namesOf = (statement: Statement): string[] => idsOf(statement).map(nameOf);

const idOf = (statement: Statement, name: string): Node | undefined =>
  idsOf(statement).find((each) => nameOf(each) === name);

/** Returns the nodes with the names that a statement declares. */
function idsOf(statement: Statement): Node[] {
  if (statement.type === 'VariableDeclaration') return statement.declarations.map(({ id }) => id);
  return 'id' in statement && statement.id ? [statement.id as Node] : [];
}

/** A reference to a declaration: its first name, the specifier of its module if it names one, and its place in the text. */
interface FoundReference {
  readonly name: string;
  readonly specifier?: string;
  readonly start: number;
  readonly end: number;
}

/** Returns the reference that a syntax node consists of. */
function referenceIn(node: Node): FoundReference | undefined {
  if (node.type === 'TSImportType') {
    const { qualifier, argument } = node;
    const first = qualifier && firstName(qualifier);
    if (argument.type !== 'StringLiteral' || !first) return undefined;
    return { name: first.name, specifier: argument.value, start: node.start ?? 0, end: first.end ?? 0 };
  }
  const named = namingPart(node);
  const first = named && firstName(named);
  return first && { name: first.name, start: first.start ?? 0, end: first.end ?? 0 };
}

/** Returns the part of a node that names a declaration. */
function namingPart(node: Node): Node | undefined {
  switch (node.type) {
    case 'TSTypeReference':
      return node.typeName;
    case 'TSTypeQuery':
      return node.exprName;
    case 'TSExpressionWithTypeArguments':
      return node.expression;
    case 'ClassDeclaration':
      return node.superClass ?? undefined;
    case 'TSPropertySignature':
    case 'ClassProperty':
      return 'computed' in node && node.computed ? node.key : undefined;
    default:
      return undefined;
  }
}

/** Returns the first identifier of a name such as `a.b.c`. */
function firstName(node: Node): (Node & { readonly type: 'Identifier' }) | undefined {
  if (node.type === 'Identifier') return node;
  if (node.type === 'TSQualifiedName') return firstName(node.left);
  if (node.type === 'MemberExpression') return firstName(node.object);
  return undefined;
}

/** Yields the child nodes of a syntax node. */
export function* childrenOf(node: Node): Generator<Node> {
  for (const [key, value] of Object.entries(node)) {
    if (key === 'loc' || key.endsWith('omments') || key === 'extra') continue;
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof child?.type === 'string') yield child as Node;
  }
}
