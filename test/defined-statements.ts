// Loads all statements that the modules of the service and of its extensions define.
import { globSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Statement } from '../server/database/statement.ts';

/** A statement without its types. */
export type DefinedStatement = Pick<Statement<never, unknown>, 'compile'>;

/** Suffix of the URLs of modules that are loaded a second time, with a function `statement` that records the statements. */
const suffix = '?recorded';
const statementModule = pathToFileURL(path.resolve('server/database/statement.ts')).href;
const recorded = Symbol.for('octavo.recorded-statements');

/** A module that replaces `statement.ts`. Statements of a family are not recorded, because their shapes are not known. */
const recorder = `
  import { statement as define } from ${JSON.stringify(statementModule)};
  export * from ${JSON.stringify(statementModule)};
  export const statement = (build) => {
    const defined = define(build);
    globalThis[Symbol.for('octavo.recorded-statements')].push(defined);
    return defined;
  };`;

let loaded: Promise<readonly DefinedStatement[]> | undefined;

/**
 * Returns the statements that modules define when they are loaded, without those of families. The modules are loaded again, separately
 * from those in use.
 */
export function loadDefinedStatements(): Promise<readonly DefinedStatement[]> {
  loaded ??= loadStatements();
  return loaded;
}

async function loadStatements(): Promise<readonly DefinedStatement[]> {
  const found: DefinedStatement[] = [];
  Reflect.set(globalThis, recorded, found);
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      const isModule = context.parentURL?.endsWith(suffix) === true && context.parentURL !== statementModule + suffix;
      return isModule && resolved.url === statementModule ? { ...resolved, url: resolved.url + suffix } : resolved;
    },
    load: (url, context, next) =>
      url === statementModule + suffix
        ? { format: 'module', source: recorder, shortCircuit: true }
        : next(url, context),
  });
  try {
    for (const file of globSync('{server,extensions}/**/*.ts')) {
      if (file.endsWith('.test.ts') || !/= statement\(/.test(readFileSync(file, 'utf8'))) continue;
      await import(pathToFileURL(path.resolve(file)).href + suffix);
    }
  } finally {
    hooks.deregister();
    Reflect.deleteProperty(globalThis, recorded);
  }
  return found;
}
