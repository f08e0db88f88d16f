/** A node with a parent. */
interface Node {
  readonly id: number;
  readonly parent: number;
}

/** Maximum depth of a tree. Deeper nodes are omitted. */
const MAX_DEPTH = 20;

/**
 * Renders nodes with their descendants, in order. Nodes with a missing parent are at the top level, and cycles are omitted. If
 * `root` is given, only its descendants are rendered.
 */
export function renderTree<N extends Node>(
  nodes: readonly N[],
  renderNode: (node: N, childrenByParent: string) => string,
  root?: number,
): string {
  const nodeIds = new Set(nodes.map(({ id }) => id));
  const childrenByParent = Map.groupBy(nodes, ({ parent }) => (nodeIds.has(parent) || parent === root ? parent : 0));
  const renderLevel = (parent: number, depth: number): string =>
    depth > MAX_DEPTH
      ? ''
      : (childrenByParent.get(parent) ?? []).map((node) => renderNode(node, renderLevel(node.id, depth + 1))).join('');
  return renderLevel(root ?? 0, 0);
}
