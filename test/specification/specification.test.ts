// The tables of the specification against the live index: no route, method, parameter, default or limit is missing.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { openTestSite } from '../site.ts';
import { instanceNamespaces, namespacesOf, rowsOf } from './rows.ts';
import type { Row, Said } from './words.ts';

type Args = Readonly<Record<string, Record<string, unknown>>>;
interface Listed {
  readonly endpoints: readonly { readonly methods: readonly string[]; readonly args: Args }[];
}

/** The path of a route of the index, with `<>` for what varies. A group may hold others. */
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

/** What a row of the specification says and the index does not. */
function faultsOf([methods, path, parameters = {}]: Row, routes: Readonly<Record<string, Listed>>): string[] {
  const fitting = Object.entries(routes).filter(([listed]) => shapeOf(listed) === path);
  if (fitting.length === 0) return [`no route ${path}`];
  return methods.split(' ').flatMap((method) => {
    const endpoint = fitting.flatMap(([, { endpoints }]) => endpoints).find((each) => each.methods.includes(method));
    if (!endpoint) return [`${path}: no ${method}`];
    return Object.entries(parameters).flatMap(([name, said]) => {
      const arg = endpoint.args[name];
      return arg
        ? differences(said, arg).map((each) => `${method} ${path}: ${name} ${each}`)
        : [`${method} ${path}: no ${name}`];
    });
  });
}

function differences(said: Said, told: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(said).flatMap(([word, value]) => {
    const found = told[word];
    const show = `has ${word} ${JSON.stringify(found)} in place of ${JSON.stringify(value)}`;
    if (word === 'enum') return isDeepStrictEqual(new Set(found as string[]), new Set(value as string[])) ? [] : [show];
    if (word === 'items') return differences(value as Said, (found ?? {}) as Said);
    if (word === 'type' && typeof value === 'string') return [found].flat().includes(value) ? [] : [show];
    return isDeepStrictEqual(found, value) ? [] : [show];
  });
}

for (const instance of Object.keys(instanceNamespaces)) {
  describe(`the index of the ${instance}`, () => {
    it('has every row of the tables', async () => {
      const site = await openTestSite({ extensions: [instance] });
      const { body } = await site.ask('anonymous', 'GET', '/');
      const faults = rowsOf(instance).flatMap((row) => faultsOf(row, body.routes));
      assert.deepEqual(faults, []);
      await site.database.close();
    });

    it('announces exactly the namespaces of the instance', async () => {
      const site = await openTestSite({ extensions: [instance] });
      const { body } = await site.ask('anonymous', 'GET', '/');
      assert.deepEqual(new Set(body.namespaces), new Set(namespacesOf(instance)));
      await site.database.close();
    });
  });
}
