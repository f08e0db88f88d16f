// Reads the imports between files, groups them by folder or layer, and analyzes the resulting graphs: cycles, depth, transitive
// reduction.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** An import of a file of this repository by another one. Paths are relative to the repository. */
export interface Import {
  readonly from: string;
  readonly to: string;
  /** The name in the source: a relative path, or a path that package.json exports, such as `octavo/extension`. */
  readonly specifier: string;
}

/** A directed graph: for each node, the nodes that it imports, with the imports that cause the dependency. */
export type ImportGraph = ReadonlyMap<string, ReadonlyMap<string, readonly Import[]>>;

const { name: packageName, exports } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  name: string;
  exports: Readonly<Record<string, string>>;
};

/** Files that package.json exports, keyed by the name with which code imports them. */
const exportedFiles = new Map(
  Object.entries(exports).map(([name, file]) => [path.posix.join(packageName, name), path.posix.normalize(file)]),
);

/** Whether a file contains only tests or code for tests. */
export const isTestFile = (file: string): boolean => /\.test\.ts$|^test\//.test(file);

/** Returns the imports in the text of a file, including imports of types, dynamic imports, and exports of other files. */
export function importsIn(text: string, file: string): Import[] {
  const found = text.matchAll(
    /^(?:import|export)\s[^;]*?\bfrom '([^'\n]+)'|^import '([^'\n]+)'|\bimport\(\s*'([^'\n]+)'/gm,
  );
  return [...found].flatMap(([, from, effect, dynamic]) => {
    const specifier = from ?? effect ?? dynamic ?? '';
    const to = specifier.startsWith('.')
      ? path.posix.join(path.posix.dirname(file), specifier)
      : exportedFiles.get(specifier);
    return to === undefined ? [] : [{ from: file, to, specifier }];
  });
}

/** Returns the imports of a file; see {@link importsIn}. */
export const importsOf = (file: string): Import[] => importsIn(readFileSync(file, 'utf8'), file);

/** Returns the imports of all files of the contract, the service and the built-in extensions, except those of tests. */
export const listImports = (): Import[] =>
  globSync('{contract,extensions,server}/**/*.{js,ts}')
    .sort()
    .filter((file) => !isTestFile(file))
    .flatMap(importsOf);

/**
 * Groups imports by the nodes to which their files belong, such as folders. Imports within a node, and between a folder and a folder
 * that contains it, are omitted.
 */
export function graphOf(imports: readonly Import[], nodeOf: (file: string) => string): ImportGraph {
  const graph = new Map<string, Map<string, Import[]>>();
  const targetsOf = (node: string) => graph.get(node) ?? new Map<string, Import[]>();
  for (const each of imports) {
    const [from, to] = [nodeOf(each.from), nodeOf(each.to)];
    graph.set(from, targetsOf(from)).set(to, targetsOf(to));
    if (from === to || from.startsWith(`${to}/`) || to.startsWith(`${from}/`)) continue;
    const targets = targetsOf(from);
    targets.set(to, [...(targets.get(to) ?? []), each]);
  }
  return graph;
}

/** Returns the imports between folders. */
export const folderGraphOf = (imports: readonly Import[]): ImportGraph => graphOf(imports, path.posix.dirname);

/** Returns the nodes that can be reached from a node. The node itself is included only if it is part of a cycle. */
function reachableFrom(graph: ImportGraph, node: string, found = new Set<string>()): Set<string> {
  for (const target of graph.get(node)?.keys() ?? []) {
    if (found.has(target)) continue;
    found.add(target);
    reachableFrom(graph, target, found);
  }
  return found;
}

/** Returns the groups of nodes that depend on each other, directly or indirectly; both the groups and their nodes are sorted. */
export function cyclicGroups(graph: ImportGraph): string[][] {
  const reachable = new Map([...graph.keys()].sort().map((node) => [node, reachableFrom(graph, node)]));
  const groups: string[][] = [];
  for (const [node, targets] of reachable) {
    if (!targets.has(node) || groups.some((group) => group.includes(node))) continue;
    groups.push([...reachable.keys()].filter((other) => targets.has(other) && reachable.get(other)?.has(node)));
  }
  return groups;
}

/** Returns a shortest cycle through a node, which is its first and its last item; an empty array if there is none. */
export function findCycle(graph: ImportGraph, node: string): string[] {
  let paths: readonly string[][] = [[node]];
  const visited = new Set<string>();
  while (paths.length > 0) {
    const longer: string[][] = [];
    for (const nodes of paths)
      for (const target of [...(graph.get(nodes.at(-1) ?? '')?.keys() ?? [])].sort()) {
        if (target === node) return [...nodes, node];
        if (visited.has(target)) continue;
        visited.add(target);
        longer.push([...nodes, target]);
      }
    paths = longer;
  }
  return [];
}

/** Returns a description of a cycle for developers, with the imports that cause it. */
export function describeCycle(graph: ImportGraph, cycle: readonly string[]): string {
  const causes = cycle
    .slice(1)
    .flatMap((to, at) => graph.get(cycle[at] ?? '')?.get(to) ?? [])
    .map(({ from, to }) => `  ${from} → ${to}`);
  return [cycle.join(' → '), ...causes].join('\n');
}

/**
 * Returns the depth of each node: 0 for nodes without imports, otherwise 1 more than that of the deepest node that it imports. Throws Error
 * with the imports of a cycle if there is one.
 */
export function depthsOf(graph: ImportGraph): Map<string, number> {
  const [cyclic] = cyclicGroups(graph);
  if (cyclic) throw new Error(`Circular imports: ${describeCycle(graph, findCycle(graph, cyclic[0] ?? ''))}`);
  const depths = new Map<string, number>();
  const depthOf = (node: string): number => {
    const depth =
      depths.get(node) ?? Math.max(-1, ...[...(graph.get(node)?.keys() ?? [])].map((target) => depthOf(target))) + 1;
    depths.set(node, depth);
    return depth;
  };
  for (const node of graph.keys()) depthOf(node);
  return depths;
}

/** Returns the dependencies that do not follow from others, in the order of the graph. The graph must not have cycles. */
export const transitiveReduction = (graph: ImportGraph): (readonly [from: string, to: string])[] =>
  [...graph].flatMap(([from, targets]) => {
    const indirect = new Set([...targets.keys()].flatMap((target) => [...reachableFrom(graph, target)]));
    return [...targets.keys()].filter((to) => !indirect.has(to)).map((to) => [from, to] as const);
  });
