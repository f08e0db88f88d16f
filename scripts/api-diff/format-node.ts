// Formats types as text, for the output and for comparisons.
import type { Node } from '@babel/types';
import { childrenOf } from './declarations.ts';

/** The properties of nodes that are part of their text. */
interface Flags {
  readonly operator?: string;
  readonly optional?: boolean | string | null;
  readonly readonly?: boolean | string | null;
  readonly static?: boolean | null;
  readonly kind?: string;
}

/** Returns a text that is the same for nodes with the same syntax, and differs for others. */
export function formatNode(node: Node): string {
  const all = (nodes: readonly Node[], separator: string) => nodes.map(formatNode).join(separator);
  const keyword = /^TS(\w+)Keyword$/.exec(node.type)?.[1];
  if (keyword) return keyword.toLowerCase();
  switch (node.type) {
    case 'StringLiteral':
      return JSON.stringify(node.value);
    case 'NumericLiteral':
    case 'BooleanLiteral':
      return String(node.value);
    case 'TSLiteralType':
      return formatNode(node.literal);
    case 'TSUnionType':
      return all(node.types, ' | ');
    case 'TSArrayType':
      return `(${formatNode(node.elementType)})[]`;
    case 'TSParenthesizedType':
      return formatNode(node.typeAnnotation);
    case 'TSTypeReference':
      return formatNode(node.typeName) + (node.typeParameters ? `<${all(node.typeParameters.params, ', ')}>` : '');
    case 'TSQualifiedName':
      return `${formatNode(node.left)}.${node.right.name}`;
    case 'TSTypeOperator':
      return `${node.operator} ${formatNode(node.typeAnnotation)}`;
    case 'TSTypeAnnotation':
      return `: ${formatNode(node.typeAnnotation)}`;
    default:
      return formatOther(node);
  }
}

function formatOther(node: Node): string {
  const { operator, optional, readonly: isReadonly, static: isStatic, kind } = node as Flags;
  const name = 'name' in node && typeof node.name === 'string' ? node.name : '';
  const flags = [
    ...[operator, kind, isStatic ? 'static' : '', isReadonly ? `readonly ${isReadonly}` : ''],
    ...[optional ? `optional ${optional}` : '', name],
  ].filter((each) => each !== undefined && each !== '');
  const children = [...childrenOf(node)].map(formatNode);
  if (node.type === 'Identifier') return [...flags, ...children].join(' ');
  return `${node.type.replace(/^TS|(?:Type|Declaration)$/g, '')}(${[...flags, ...children].join(', ')})`;
}
