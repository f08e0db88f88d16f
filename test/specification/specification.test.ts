// Compares the tables of the specification with the index of the service: no route, method, parameter, default or limit may
// be missing.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { openTestSite } from '../site.ts';
import { instanceNamespaces, namespacesOf, rowsOf } from './rows.ts';
import type { ParameterSchema, Row } from './schemas.ts';

type Args = Readonly<Record<string, Record<string, unknown>>>;
interface Listed {
  readonly endpoints: readonly { readonly methods: readonly string[]; readonly args: Args }[];
}

/** Returns the path of a route in the index with `<>` in place of its groups, which may be nested. */
function shapeOf(path: string): string {
  let shape = '';
  let depth = 0;
  for (let at = 0; at < path.length; at += 1) {
    const char = path[at] ?? '';
    const isEscaped = path[at - 1] === '\\';
    if (char === '(' && !isEscaped && depth++ === 0) shape += '<>';
    else if (char === ')' && !isEscaped) depth -= 1;
    else if (depth === 0) shape += char;
  }
  return shape;
}

/** Returns a message for each requirement of a specification row that the index does not meet. */
function unmetRequirements([methods, path, parameters = {}]: Row, routes: Readonly<Record<string, Listed>>): string[] {
  const fitting = Object.entries(routes).filter(([listed]) => shapeOf(listed) === path);
  if (fitting.length === 0) return [`no route ${path}`];
  return methods.split(' ').flatMap((method) => {
    const endpoint = fitting.flatMap(([, { endpoints }]) => endpoints).find((each) => each.methods.includes(method));
    if (!endpoint) return [`${path}: no ${method}`];
    return Object.entries(parameters).flatMap(([name, specified]) => {
      const arg = endpoint.args[name];
      return arg
        ? differences(specified, arg).map((each) => `${method} ${path}: ${name} ${each}`)
        : [`${method} ${path}: no ${name}`];
    });
  });
}

function differences(specified: ParameterSchema, announced: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(specified).flatMap(([keyword, value]) => {
    const found = announced[keyword];
    const message = `has ${keyword} ${JSON.stringify(found)} instead of ${JSON.stringify(value)}`;
    if (keyword === 'enum')
      return isDeepStrictEqual(new Set(found as string[]), new Set(value as string[])) ? [] : [message];
    if (keyword === 'items') return differences(value as ParameterSchema, (found ?? {}) as ParameterSchema);
    if (keyword === 'type' && typeof value === 'string') return [found].flat().includes(value) ? [] : [message];
    return isDeepStrictEqual(found, value) ? [] : [message];
  });
}

for (const instance of Object.keys(instanceNamespaces)) {
  describe(`the index of the ${instance}`, () => {
    it('has every row of the tables', async () => {
      const site = await openTestSite({ extensions: [instance] });
      const { body } = await site.request('anonymous', 'GET', '/');
      const unmet = rowsOf(instance).flatMap((row) => unmetRequirements(row, body.routes));
      assert.deepEqual(unmet, []);
      await site.database.close();
    });

    it('lists exactly the namespaces of the instance', async () => {
      const site = await openTestSite({ extensions: [instance] });
      const { body } = await site.request('anonymous', 'GET', '/');
      assert.deepEqual(new Set(body.namespaces), new Set(namespacesOf(instance)));
      await site.database.close();
    });
  });
}
