// Tests that the table of log events in docs/operations.md has the events, levels and fields of all logger calls, and no others.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { it } from 'node:test';
import { parse } from '@babel/parser';

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'];

interface LogEvent {
  readonly event: string;
  readonly level: string;
  /** Names of the fields, without those that every log line has. */
  readonly fields: readonly string[];
}

/** A node of the syntax tree. */
interface SyntaxNode {
  readonly type: string;
  readonly [property: string]: unknown;
}

/** A node of the syntax tree with its ancestors, the innermost one last. */
interface LocatedNode {
  readonly node: SyntaxNode;
  readonly ancestors: readonly SyntaxNode[];
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

function* placesIn(node: SyntaxNode, ancestors: readonly SyntaxNode[] = []): Generator<LocatedNode> {
  yield { node, ancestors };
  for (const [key, value] of Object.entries(node)) {
    if (key.endsWith('omments')) continue;
    for (const child of [value].flat()) if (isNode(child)) yield* placesIn(child, [...ancestors, node]);
  }
}

const nameOf = (node: unknown): string => (isNode(node) && node.type === 'Identifier' ? String(node.name) : '');

/** Returns the arguments if the node is a call of the function with this name; otherwise undefined. */
const argumentsOf = (node: SyntaxNode, name: string): readonly SyntaxNode[] | undefined =>
  node.type === 'CallExpression' && nameOf(node.callee) === name
    ? (node.arguments as unknown as SyntaxNode[])
    : undefined;

/** Returns the log method that a node calls; undefined for other nodes. Only loggers and the console have such methods. */
function levelOf({ type, callee }: SyntaxNode): string | undefined {
  if (type !== 'CallExpression' || !isNode(callee) || callee.type !== 'MemberExpression') return undefined;
  const level = nameOf(callee.property);
  return levels.includes(level) && nameOf(callee.object) !== 'console' ? level : undefined;
}

/** Returns the event names of a log call: a string, or those that the file passes to the parameter of an enclosing function. */
function eventsOf(
  message: SyntaxNode | undefined,
  { ancestors }: LocatedNode,
  places: readonly LocatedNode[],
): string[] {
  if (message?.type === 'StringLiteral') return [String(message.value)];
  const parameter = nameOf(message);
  const at = ancestors.findLastIndex(({ params }) => [params].flat().some((each) => nameOf(each) === parameter));
  const makers = [ancestors[at], ancestors[at - 1]].map((each) => nameOf(each?.id)).filter((name) => name !== '');
  const position = [ancestors[at]?.params].flat().findIndex((each) => nameOf(each) === parameter);
  return places.flatMap(({ node }) => {
    const argument = makers.map((maker) => argumentsOf(node, maker)?.[position]).find((each) => each);
    return argument?.type === 'StringLiteral' ? [String(argument.value)] : [];
  });
}

/** Returns the names of the fields of a log call: the properties of an object, or `err` for an error. */
function fieldsOf(facts: SyntaxNode, places: readonly LocatedNode[]): string[] {
  if (facts.type === 'ObjectExpression') return (facts.properties as SyntaxNode[]).map(({ key }) => nameOf(key));
  const declared = places.find(({ node }) => node.type === 'VariableDeclarator' && nameOf(node.id) === nameOf(facts));
  const value = declared?.node.init;
  return isNode(value) && value.type === 'ObjectExpression' ? fieldsOf(value, places) : ['err'];
}

function loggedIn(file: string): LogEvent[] {
  const text = readFileSync(file, 'utf8');
  // Files without log calls are skipped, because parsing all files would take several seconds.
  if (!levels.some((level) => text.includes(`.${level}(`))) return [];
  const { program } = parse(text, { sourceType: 'module', plugins: ['typescript', 'explicitResourceManagement'] });
  const places = [...placesIn(program as unknown as SyntaxNode)];
  return places.flatMap((place) => {
    const level = levelOf(place.node);
    if (level === undefined) return [];
    const [facts, message, ...more] = place.node.arguments as SyntaxNode[];
    const events = eventsOf(message, place, places);
    assert.ok(facts && more.length === 0 && events.length > 0, `${file}: a log call without fields or a literal event`);
    return events.map((event) => ({ event, level, fields: fieldsOf(facts, places) }));
  });
}

/** Returns the documented events, one per row of the table. */
const documented = (): LogEvent[] => {
  const [, section = ''] =
    /\n### Log events\n([\s\S]*?)(?:\n##|$)/.exec(readFileSync('docs/operations.md', 'utf8')) ?? [];
  return [...section.matchAll(/^\| `([^`]+)` \| (\w+) \| ([^|]*) \|/gm)].map(
    ([, event = '', level = '', fields = '']) => ({
      event,
      level,
      fields: [...fields.matchAll(/`([^`]+)`/g)].map(([, field = '']) => field),
    }),
  );
};

/** Merges log calls with the same event. Returns the events, sorted, with the fields of all their calls. */
const merged = (events: readonly LogEvent[]): LogEvent[] =>
  [...Map.groupBy(events, ({ event, level }) => `${event}|${level}`).values()]
    .map((calls) => ({ ...(calls[0] as LogEvent), fields: [...new Set(calls.flatMap(({ fields }) => fields))].sort() }))
    .sort((one, other) => (one.event < other.event ? -1 : 1));

const sources = globSync('{server,extensions}/**/*.{ts,js}').filter((file) => !file.endsWith('.test.ts'));

it('docs/operations.md lists the events, levels and fields of all logger calls', () => {
  const table = documented();
  assert.deepEqual(merged(table), merged(sources.flatMap(loggedIn)));
  assert.equal(new Set(table.map(({ event }) => event)).size, table.length, 'listed twice');
});

it('event names are lowercase text without variable parts', () => {
  const odd = documented().filter(({ event }) => !/^[a-z][a-z0-9 -]*$/.test(event));
  assert.deepEqual(odd, []);
});
