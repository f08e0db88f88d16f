// Compares the type declarations of two versions of the public interface, starting at the exports. The direction of a type determines
// which differences break programs: they read the values that the service provides, and write the values that the service accepts. The
// parameters of a function have the opposite direction of the function.
import type { Node, Statement, TSTypeParameter } from '@babel/types';
import { childrenOf, type PublicTypes, parseDeclarations } from './declarations.ts';
import { breaking, compareNames, compatible, type Difference, withoutRepetitions } from './difference.ts';
import { formatNode } from './format-node.ts';
import { type Member, membersOf, type Signature, signatureOf } from './members.ts';

/** Whether programs read the values of a type or write them. */
type Direction = 'read' | 'written';

const opposite = (direction: Direction): Direction => (direction === 'read' ? 'written' : 'read');
const both: readonly Direction[] = ['read', 'written'];

/** Generic types whose arguments have the direction of the type itself. */
const covariantTypes: ReadonlySet<string> = new Set([
  ...['Promise', 'PromiseLike', 'Readonly', 'ReadonlyArray', 'ReadonlyMap', 'ReadonlySet', 'Partial', 'Required'],
  ...['Record', 'Iterable', 'AsyncIterable', 'Generator', 'AsyncGenerator', 'Awaited', 'NonNullable', 'Array'],
]);

/** A type of one version, with its declarations. */
interface Side {
  readonly types: PublicTypes;
  readonly parsed: Map<string, readonly Statement[]>;
}

/**
 * Returns the differences between the public types of two versions. `written` contains the exported types whose values programs provide
 * without passing them to a function, such as the default export of a module.
 */
export function compareTypes(old: PublicTypes, current: PublicTypes, written: ReadonlySet<string>): Difference[] {
  return withoutRepetitions(new TypeComparison(old, current).compare(written));
}

class TypeComparison {
  readonly #old: Side;
  readonly #current: Side;
  /** Differences by direction and names. An entry is empty while its declarations are compared. */
  readonly #compared = new Map<string, readonly Difference[]>();
  /** Names of type parameters in the old version, with those in the current one. */
  readonly #typeParameters = new Map<string, string>();

  constructor(old: PublicTypes, current: PublicTypes) {
    this.#old = { types: old, parsed: new Map() };
    this.#current = { types: current, parsed: new Map() };
  }

  compare(written: ReadonlySet<string>): Difference[] {
    const [olds, currents] = [this.#old.types.exports, this.#current.types.exports];
    const differences = compareNames(Object.keys(olds), Object.keys(currents), (entry) => entry);
    const pairs: (readonly [location: string, old: string, current: string])[] = [];
    for (const [entry, names] of Object.entries(olds)) {
      const others = currents[entry];
      if (!others) continue;
      const at = (name: string) => `${entry}, ${name}`;
      differences.push(...compareNames(Object.keys(names), Object.keys(others), at));
      for (const [name, declaration] of Object.entries(names)) {
        const other = others[name];
        if (other !== undefined) pairs.push([at(name), declaration, other]);
      }
    }
    // Types that are reached from values have the direction of their use. The remaining ones may be used in either direction.
    for (const [location, name, other] of pairs) {
      if (written.has(name)) differences.push(...this.#compareNamed(name, other, 'written', location));
      else if (this.#isValue(name)) differences.push(...this.#compareNamed(name, other, 'read', location));
    }
    for (const [location, name, other] of pairs) {
      const isReached = both.some((direction) => this.#compared.has(`${direction} ${name} ${other}`));
      if (isReached) continue;
      for (const direction of both) differences.push(...this.#compareNamed(name, other, direction, location));
    }
    return differences;
  }

  #isValue(name: string): boolean {
    const [statement] = this.#statementsOf(this.#old, name);
    return statement !== undefined && !/^TS(?:Interface|TypeAlias)Declaration$/.test(statement.type);
  }

  #statementsOf({ types, parsed }: Side, name: string): readonly Statement[] {
    const known = parsed.get(name);
    if (known) return known;
    const text = types.declarations[name];
    const statements =
      text === undefined
        ? []
        : parseDeclarations(text.replace(/^(?=class|const|let|function|abstract|enum)/gm, 'declare '));
    parsed.set(name, statements);
    return statements;
  }

  /** Compares two declarations. Each pair is compared once for each direction. */
  #compareNamed(old: string, current: string, direction: Direction, location: string): readonly Difference[] {
    const key = `${direction} ${old} ${current}`;
    const known = this.#compared.get(key);
    if (known) return known;
    this.#compared.set(key, []);
    const [olds, currents] = [this.#statementsOf(this.#old, old), this.#statementsOf(this.#current, current)];
    const differences: Difference[] = [];
    if (olds.length === 0 || currents.length === 0) {
      if (old !== current) differences.push(breaking(location, `changed from ${old} to ${current}`));
    } else if (olds.length > currents.length) differences.push(breaking(location, 'an overload was removed'));
    else
      olds.forEach((each, at) => {
        const other = currents[at];
        if (other) differences.push(...this.#compareStatements(each, other, direction, location));
      });
    this.#compared.set(key, differences);
    return differences;
  }

  #compareStatements(old: Statement, current: Statement, direction: Direction, location: string): Difference[] {
    const parameters = this.#compareTypeParameters(old, current, location);
    const [one, other] = [typeOf(old) ?? old, typeOf(current) ?? current];
    const bases = this.#compareBases(old, current, direction, location);
    return [...parameters, ...bases, ...this.#compareTypes(one, other, direction, location)];
  }

  /** Compares type parameters, and remembers their names. A new one needs a default. */
  #compareTypeParameters(old: Node, current: Node, location: string): Difference[] {
    const [olds, currents] = [typeParametersOf(old), typeParametersOf(current)];
    olds.forEach((each, at) => {
      const other = currents[at];
      if (other) this.#typeParameters.set(each.name, other.name);
    });
    const isRequired = currents.slice(olds.length).some((each) => !each.hasDefault);
    return currents.length < olds.length || isRequired ? [breaking(location, 'the type parameters changed')] : [];
  }

  #compareBases(old: Node, current: Node, direction: Direction, location: string): readonly Difference[] {
    const [olds, currents] = [basesOf(old), basesOf(current)];
    if (olds.length !== currents.length) return [breaking(location, 'the base types changed')];
    return olds.flatMap((each, at) => {
      const other = currents[at];
      return other ? this.#compareTypes(each, other, direction, location) : [];
    });
  }

  #compareMembers(
    old: ReadonlyMap<string, readonly Member[]>,
    current: ReadonlyMap<string, readonly Member[]>,
    direction: Direction,
    location: string,
  ): Difference[] {
    const at = (name: string) => `${location}.${name}`;
    const changed = [...old].flatMap(([name, members]) => {
      const others = current.get(name) ?? [];
      return members.flatMap((member, index): readonly Difference[] => {
        const other = others[index];
        return other ? this.#compareMember(member, other, direction, at(name)) : [breaking(at(name), 'removed')];
      });
    });
    const added = [...current].filter(([name]) => !old.has(name));
    return [
      ...changed,
      ...added.map(([name, [member]]) =>
        direction === 'written' && member && !member.isOptional
          ? breaking(at(name), 'added, and required')
          : compatible(at(name), 'added'),
      ),
    ];
  }

  #compareMember(old: Member, current: Member, direction: Direction, location: string): readonly Difference[] {
    const isRead = direction === 'read';
    const changes: Difference[] = [];
    if (isRead && !old.isOptional && current.isOptional) changes.push(breaking(location, 'is now optional'));
    if (!isRead && old.isOptional && !current.isOptional) changes.push(breaking(location, 'is now required'));
    if (isRead && !old.isReadonly && current.isReadonly) changes.push(breaking(location, 'is now read-only'));
    if (old.signature && current.signature)
      return [...changes, ...this.#compareSignatures(old.signature, current.signature, direction, location)];
    if (!old.type || !current.type)
      return old.type || current.type ? [...changes, breaking(location, 'is no longer of the same kind')] : changes;
    return [...changes, ...this.#compareTypes(old.type, current.type, direction, location)];
  }

  #compareSignatures(old: Signature, current: Signature, direction: Direction, location: string): Difference[] {
    const differences = this.#compareTypeParameters(old.node, current.node, location);
    const isCalledByPrograms = direction === 'read';
    old.parameters.forEach((parameter, at) => {
      const other = current.parameters[at];
      const place = `${location}(${parameter.name})`;
      if (!other) differences.push(breaking(place, 'parameter removed'));
      else {
        const isNarrower = isCalledByPrograms
          ? parameter.isOptional && !other.isOptional
          : !parameter.isOptional && other.isOptional;
        if (isNarrower) differences.push(breaking(place, `is now ${other.isOptional ? 'optional' : 'required'}`));
        if (parameter.isRest !== other.isRest) differences.push(breaking(place, 'rest parameter changed'));
        if (parameter.type && other.type)
          differences.push(...this.#compareTypes(parameter.type, other.type, opposite(direction), place));
      }
    });
    for (const { name, isOptional } of current.parameters.slice(old.parameters.length)) {
      const place = `${location}(${name})`;
      const isRequired = isCalledByPrograms && !isOptional;
      differences.push(
        isRequired ? breaking(place, 'parameter added, and required') : compatible(place, 'parameter added'),
      );
    }
    const result = old.result && current.result;
    if (result && old.result)
      differences.push(...this.#compareTypes(old.result, result, direction, `${location} result`));
    return differences;
  }

  #compareTypes(old: Node, current: Node, direction: Direction, location: string): readonly Difference[] {
    const [was, is] = [withoutParentheses(old), withoutParentheses(current)];
    const [one, other] = [this.#expand(was, this.#old, is), this.#expand(is, this.#current, was)];
    const changed = () =>
      formatNode(one) === formatNode(other)
        ? []
        : [breaking(location, `changed from ${formatNode(one)} to ${formatNode(other)}`)];
    if (one.type === 'TSUnionType' || other.type === 'TSUnionType')
      return this.#compareUnions(one, other, direction, location);
    if (other.type === 'TSUnknownKeyword' || other.type === 'TSAnyKeyword')
      return one.type === other.type
        ? []
        : direction === 'written'
          ? [compatible(location, 'accepts any type')]
          : changed();
    if (one.type === 'TSTypeReference' && other.type === 'TSTypeReference')
      return this.#compareReferences(one, other, direction, location);
    const [members, others] = [membersOf(one), membersOf(other)];
    if (members && others) return this.#compareMembers(members, others, direction, location);
    const [signature, otherSignature] = [signatureOf(one), signatureOf(other)];
    if (signature && otherSignature) return this.#compareSignatures(signature, otherSignature, direction, location);
    if (one.type === 'TSArrayType' && other.type === 'TSArrayType')
      return this.#compareTypes(one.elementType, other.elementType, direction, `${location}[]`);
    if (one.type === 'TSTypeOperator' && other.type === 'TSTypeOperator' && one.operator === other.operator) {
      const directions = one.operator === 'readonly' ? [direction] : both;
      return directions.flatMap((each) => this.#compareTypes(one.typeAnnotation, other.typeAnnotation, each, location));
    }
    if (
      one.type === 'TSIntersectionType' &&
      other.type === 'TSIntersectionType' &&
      one.types.length === other.types.length
    )
      return one.types.flatMap((each, at) => this.#compareTypes(each, other.types[at] ?? each, direction, location));
    const differences = changed();
    return differences.length > 0 ? differences : this.#compareReferencesIn(one, other, location);
  }

  /** Replaces a reference to an alias by the aliased type if it is compared with a type that has no name. */
  #expand(node: Node, side: Side, comparedWith: Node): Node {
    if (node.type !== 'TSTypeReference' || comparedWith.type === 'TSTypeReference' || typeArgumentsOf(node).length > 0)
      return node;
    const [statement] = this.#statementsOf(side, nameIn(node));
    if (!statement) return node;
    if (statement.type === 'TSInterfaceDeclaration' && basesOf(statement).length === 0) return statement;
    return statement.type === 'TSTypeAliasDeclaration' ? statement.typeAnnotation : node;
  }

  /** Compares unions: every alternative of the narrower type must be compatible with one of the wider type. */
  #compareUnions(old: Node, current: Node, direction: Direction, location: string): readonly Difference[] {
    const alternativesOf = (node: Node) => (node.type === 'TSUnionType' ? node.types : [node]);
    const [olds, currents] = [alternativesOf(old), alternativesOf(current)];
    const [narrow, wide] = direction === 'read' ? [currents, olds] : [olds, currents];
    const differencesOf = (one: Node, other: Node) =>
      direction === 'read'
        ? this.#compareTypes(other, one, direction, location)
        : this.#compareTypes(one, other, direction, location);
    return narrow.flatMap((each, at) => {
      const found = wide.map((other) => differencesOf(each, other));
      if (found.some((differences) => !differences.some(({ isBreaking }) => isBreaking))) return [];
      // The same position is the best guess for the alternative that has changed.
      const same = olds.length === currents.length ? found[at] : undefined;
      if (same) return same;
      const text = formatNode(each);
      return [breaking(location, direction === 'read' ? `can now be ${text}` : `no longer accepts ${text}`)];
    });
  }

  #compareReferences(old: Node, current: Node, direction: Direction, location: string): readonly Difference[] {
    const [name, other] = [nameIn(old), nameIn(current)];
    const isParameter = this.#typeParameters.get(name) === other;
    const differences = isParameter ? [] : this.#compareNamed(name, other, direction, name);
    const directions = covariantTypes.has(name) ? [direction] : both;
    const [olds, currents] = [typeArgumentsOf(old), typeArgumentsOf(current)];
    if (olds.length !== currents.length) return [...differences, breaking(location, 'the type arguments changed')];
    return [
      ...differences,
      ...olds.flatMap((each, at) =>
        directions.flatMap((way) => this.#compareTypes(each, currents[at] ?? each, way, location)),
      ),
    ];
  }

  /** Compares the declarations that two types with the same text refer to, such as those in a conditional type. */
  #compareReferencesIn(old: Node, current: Node, location: string): readonly Difference[] {
    if (old.type === 'TSTypeReference' && current.type === 'TSTypeReference')
      return both.flatMap((direction) => this.#compareReferences(old, current, direction, location));
    const others = [...childrenOf(current)];
    return [...childrenOf(old)].flatMap((each, at) => {
      const other = others[at];
      return other ? this.#compareReferencesIn(each, other, location) : [];
    });
  }
}

const withoutParentheses = (node: Node): Node =>
  node.type === 'TSParenthesizedType' ? withoutParentheses(node.typeAnnotation) : node;

/** Returns the type of a variable or an alias. */
function typeOf(statement: Statement): Node | undefined {
  if (statement.type === 'TSTypeAliasDeclaration') return statement.typeAnnotation;
  if (statement.type !== 'VariableDeclaration') return undefined;
  const [declared] = statement.declarations;
  const annotation = declared?.id.type === 'Identifier' ? declared.id.typeAnnotation : undefined;
  return annotation?.type === 'TSTypeAnnotation' ? annotation.typeAnnotation : undefined;
}

interface TypeParameter {
  readonly name: string;
  readonly hasDefault: boolean;
}

function typeParametersOf(node: Node): readonly TypeParameter[] {
  const list = 'typeParameters' in node ? node.typeParameters : undefined;
  if (list?.type !== 'TSTypeParameterDeclaration') return [];
  return list.params.map(({ name, default: fallback }: TSTypeParameter) => ({
    name,
    hasDefault: Boolean(fallback),
  }));
}

const typeArgumentsOf = (node: Node): readonly Node[] =>
  'typeParameters' in node && node.typeParameters?.type === 'TSTypeParameterInstantiation'
    ? node.typeParameters.params
    : [];

function nameIn(node: Node): string {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'TSTypeReference') return nameIn(node.typeName);
  if (node.type === 'TSExpressionWithTypeArguments') return nameIn(node.expression);
  return node.type === 'TSQualifiedName' ? `${nameIn(node.left)}.${node.right.name}` : '';
}

/** Returns the types that a class or an interface extends. */
function basesOf(node: Node): readonly Node[] {
  if (node.type === 'TSInterfaceDeclaration') return node.extends ?? [];
  return node.type === 'ClassDeclaration' && node.superClass ? [node.superClass] : [];
}
