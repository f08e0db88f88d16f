// Reads the members and the signatures of type declarations.
import type { Node } from '@babel/types';

/** A property, method or signature of an object type. */
export interface Member {
  readonly isOptional: boolean;
  readonly isReadonly: boolean;
  /** The type of a property; undefined for methods and properties without a type. */
  readonly type?: Node;
  readonly signature?: Signature;
}

/** A parameter of a function. */
interface FunctionParameter {
  readonly name: string;
  readonly isOptional: boolean;
  readonly isRest: boolean;
  readonly type?: Node;
}

/** The parameters and the result of a function. */
export interface Signature {
  /** The node with the type parameters. */
  readonly node: Node;
  readonly parameters: readonly FunctionParameter[];
  readonly result?: Node;
}

/** The properties that the nodes of functions and members may have, whose names differ between kinds of nodes. */
interface NodeParts {
  readonly params?: readonly Node[];
  readonly parameters?: readonly Node[];
  readonly returnType?: Node | null;
  readonly typeAnnotation?: Node | null;
  readonly key?: Node;
  readonly computed?: boolean;
  readonly optional?: boolean | null;
  readonly readonly?: boolean | null;
  readonly accessibility?: string | null;
  readonly static?: boolean | null;
  readonly kind?: string;
}

const functionTypes: ReadonlySet<string> = new Set([
  ...['TSFunctionType', 'TSConstructorType', 'TSDeclareFunction', 'TSDeclareMethod', 'TSMethodSignature'],
  ...['TSCallSignatureDeclaration', 'TSConstructSignatureDeclaration'],
]);

/** Returns the signature of a function type, a function declaration or a method; undefined for other nodes. */
export function signatureOf(node: Node): Signature | undefined {
  if (!functionTypes.has(node.type)) return undefined;
  const { params, parameters = params ?? [], returnType, typeAnnotation } = node as NodeParts;
  const result = annotated(returnType ?? typeAnnotation);
  return { node, parameters: parameters.map(parameterOf), ...(result && { result }) };
}

function parameterOf(node: Node): FunctionParameter {
  const isRest = node.type === 'RestElement';
  const target = isRest ? node.argument : node;
  const { typeAnnotation, optional } = node as NodeParts;
  const type = annotated(typeAnnotation);
  const name = target.type === 'Identifier' ? target.name : 'options';
  return { name, isOptional: isRest || Boolean(optional), isRest, ...(type && { type }) };
}

/** Returns the type of an annotation. */
const annotated = (node: Node | null | undefined): Node | undefined =>
  node?.type === 'TSTypeAnnotation' ? node.typeAnnotation : (node ?? undefined);

/** Returns the public members of an object type, an interface or a class by name; undefined for other nodes. */
export function membersOf(node: Node): ReadonlyMap<string, readonly Member[]> | undefined {
  const members = memberNodesOf(node);
  if (!members) return undefined;
  const isPublic = members.filter(
    (each) => !each.type.startsWith('ClassPrivate') && (each as NodeParts).accessibility !== 'private',
  );
  return Map.groupBy(isPublic, memberName)
    .entries()
    .reduce((all, [name, nodes]) => all.set(name, nodes.map(memberOf)), new Map<string, readonly Member[]>());
}

function memberNodesOf(node: Node): readonly Node[] | undefined {
  if (node.type === 'TSTypeLiteral') return node.members;
  if (node.type === 'TSInterfaceDeclaration') return node.body.body;
  return node.type === 'ClassDeclaration' ? node.body.body : undefined;
}

function memberName(node: Node): string {
  const { key, computed, static: isStatic, kind } = node as NodeParts;
  const prefix = isStatic ? 'static ' : '';
  if (node.type === 'TSIndexSignature') return '[index]';
  if (node.type === 'TSCallSignatureDeclaration') return 'call';
  if (node.type === 'TSConstructSignatureDeclaration' || kind === 'constructor') return 'constructor';
  const name = key?.type === 'Identifier' ? key.name : key && 'value' in key ? String(key.value) : '';
  return prefix + (computed ? `[${name}]` : name);
}

function memberOf(node: Node): Member {
  const { optional, readonly: isReadonly, kind } = node as NodeParts;
  const flags = { isOptional: Boolean(optional), isReadonly: Boolean(isReadonly) || kind === 'get' };
  const signature = signatureOf(node);
  // A getter is a property of its result.
  if (signature && kind === 'get') return { ...flags, ...(signature.result && { type: signature.result }) };
  if (signature) return { ...flags, signature };
  const type = annotated((node as NodeParts).typeAnnotation);
  const asFunction = type && signatureOf(type);
  if (asFunction) return { ...flags, signature: asFunction };
  return { ...flags, ...(type && { type }) };
}
