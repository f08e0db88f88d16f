/** What stands below another of its kind. */
interface Node {
  readonly id: number;
  readonly parent: number;
}

/** How deep trees are shown; what is deeper is left out. */
const mostLevels = 20;

/**
 * Nodes as HTML, each with what is below it, in the order given. Whose parent is not among them stands at the top; a
 * circle, which has no top, is left out. `root` is what stands at the top, where it is not everything.
 */
export function inTree<N extends Node>(
  nodes: readonly N[],
  write: (node: N, below: string) => string,
  root?: number,
): string {
  const known = new Set(nodes.map(({ id }) => id));
  const below = Map.groupBy(nodes, ({ parent }) => (known.has(parent) || parent === root ? parent : 0));
  const level = (parent: number, depth: number): string =>
    depth > mostLevels ? '' : (below.get(parent) ?? []).map((node) => write(node, level(node.id, depth + 1))).join('');
  return level(root ?? 0, 0);
}
