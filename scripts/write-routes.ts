// Generates docs/routes.md from the contract: for every endpoint, the file that declares its route, its permission, its
// operation and the files with its SQL. With `--check` it writes nothing, and fails if the file is out of date.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeContract } from '../contract/contract.ts';
import type { Resource } from '../contract/grammar/resource.ts';
import { chooseExtensions, withExtensions } from '../server/config/choose-extensions.ts';
import { listRoutes } from '../server/list-routes.ts';

const file = 'docs/routes.md';
const extensions = await chooseExtensions();
const contract = makeContract(withExtensions({}, extensions));

/** Returns the folder of the extension that a namespace belongs to; undefined for namespaces of the service. */
const extensionOf = (namespace: string): string | undefined => {
  const found = extensions.find((extension) => extension.namespace === namespace);
  return found && `extensions/${found.name}`;
};

/** Returns the path of the file that declares a resource. Throws if it does not exist. */
function declaringFile(namespace: string, resource: Resource): string {
  const { title, type = '' } = resource;
  const extension = extensionOf(resource.namespace);
  if (extension !== undefined) return `${extension}/contract.ts`;
  const declared =
    contract.types.get(type) ??
    contract.taxonomies.get(title) ??
    [...contract.taxonomies.values()].find((each) => contract.resources.get(each.name)?.title === title);
  const ofExtension = extensions.find(({ types = [] }) => types.some((each) => each.name === declared?.name));
  if (ofExtension) return `extensions/${ofExtension.name}/${declared?.name}-type.ts`;
  const name =
    (declared && path.posix.basename(declared.restBase).replaceAll('_', '-')) ??
    [`${title.replace(/y$/, 'ie')}s`, title].find((each) =>
      existsSync(`contract/${namespace.replaceAll('/', '-')}/${each}.ts`),
    ) ??
    resource.module.name;
  if (title === 'index') return 'contract/namespaces/site-index.ts';
  const contractFolder = namespace === '' ? 'contract/namespaces' : `contract/${namespace.replaceAll('/', '-')}`;
  const found = `${contractFolder}/${namespace === '' ? title : name}.ts`;
  if (existsSync(found)) return found;
  // Some files declare several content types or taxonomies.
  const declaring = sourcesOf(contractFolder).find((file) =>
    readFileSync(file, 'utf8').includes(`name: '${declared?.name}',`),
  );
  if (!declaring) throw new Error(`${found}, which should declare ${title}, does not exist.`);
  return declaring;
}

const link = (to: string, text: string) => `[${text}](${path.posix.relative('docs', to)})`;

const parentFolders = ['server/cms-v2', 'server/namespaces'];
const moduleFolders = [
  ...parentFolders.flatMap((parent) =>
    readdirSync(parent, { withFileTypes: true })
      .filter((each) => each.isDirectory())
      .map(({ name }) => `${parent}/${name}`),
  ),
  ...['server/webhooks', 'server/live-feed', 'server/live-channel', 'server/site-imports'],
];

/** Returns the source files of a folder, without tests and the contract of an extension, and `endpoints.ts` last. */
const sourcesOf = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((each) => each.endsWith('.ts') && !/\.test\.ts$|-for-tests\.ts$|^contract\.ts$/.test(each))
    .map((each) => `${folder}/${each}`)
    .toSorted((one, other) => Number(one.endsWith('endpoints.ts')) - Number(other.endsWith('endpoints.ts')));

/**
 * Returns the file of a folder that defines an operation: a file with the name of the operation, or else the file that has a function
 * with this name in camel case, or that defines the operation in the call of `implement`. Undefined if there is none.
 */
function definingFile(folder: string, operation: string): string | undefined {
  const ownFile = `${folder}/${operation}.ts`;
  if (existsSync(ownFile)) return ownFile;
  const functionName = operation.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const definition = new RegExp(
    `^(?:export )?(?:async )?(?:function|const) ${functionName}\\b|^ +'?${operation}'?: (?:\\{|emptyList)`,
    'm',
  );
  return sourcesOf(folder).find((file) => definition.test(readFileSync(file, 'utf8')));
}

/** Returns the file of an operation, and the folder of its module. Throws if no module folder contains the operation. */
function operationFile(resource: Resource, name: string): { file: string; folder: string } {
  const module = resource.module.name;
  const own = extensionOf(resource.namespace) ?? moduleFolders.find((each) => path.posix.basename(each) === module);
  const file =
    (own && definingFile(own, name)) ??
    moduleFolders.map((each) => definingFile(each, name)).find((each) => each !== undefined);
  if (!file) throw new Error(`No file of the module ${module} has the operation ${name}.`);
  return { file, folder: own ?? path.posix.dirname(file) };
}

/** Returns the file of a module that defines a permission; undefined for `everyone`, which all modules have. */
function permissionFile(folder: string, permission: string): string | undefined {
  if (permission === 'everyone') return undefined;
  const file = `${folder}/permissions.ts`;
  if (existsSync(file)) return file;
  return sourcesOf(folder).find((each) => readFileSync(each, 'utf8').includes(`'${permission}': `));
}

const entryWriter = 'server/cms-v2/entries/entry-writer.ts';

/** Returns the paths of the module files that a file imports, in the order of its imports, and the entry writer if it uses it. */
function importsOf(from: string): string[] {
  const text = readFileSync(from, 'utf8');
  const imported = [...text.matchAll(/^import (?!type )[^;]*? from '(\.[^']+)';/gm)]
    .map(([, to = '']) => path.posix.join(path.posix.dirname(from), to))
    .filter(
      (to) =>
        to.startsWith('extensions/') ||
        [...parentFolders, ...moduleFolders, 'server/events'].some((module) => to.startsWith(`${module}/`)),
    );
  return /\bwriter\.(?:create|update|delete)\(/.test(text) ? [...imported, entryWriter] : imported;
}

/**
 * Returns the SQL files (`…store.ts`) that a file imports directly or indirectly, and the file itself if it has statements, in
 * breadth-first order. Imports of permissions, conditions and endpoints are not followed.
 */
function sqlFilesOf(first: string): string[] {
  const reached = [first];
  for (const file of reached) {
    for (const next of importsOf(file)) {
      if (!reached.includes(next) && !/\/(permissions|rules|conditions|room|endpoints)\.ts$/.test(next))
        reached.push(next);
    }
  }
  return reached.filter(
    (each) => each.endsWith('store.ts') || (each === first && /= statement\(/.test(readFileSync(each, 'utf8'))),
  );
}

const rows = listRoutes(contract).flatMap(({ route, namespace, resource }) =>
  route.endpoints.map((endpoint) => {
    const declared = declaringFile(namespace, resource);
    const { file: operation, folder } = operationFile(resource, endpoint.operation);
    const permission = permissionFile(folder, endpoint.permission);
    const own = sqlFilesOf(operation);
    // If an operation imports no SQL files, its permission has loaded the rows.
    const stores = own.length > 0 || permission === undefined ? own : sqlFilesOf(permission);
    const [verb] = endpoint.operation.split('-');
    const importDistance = (store: string) =>
      store === `${path.posix.dirname(operation)}/${verb}-store.ts`
        ? 0
        : path.posix.dirname(store) === path.posix.dirname(operation)
          ? 1
          : 2;
    const sql = stores
      .toSorted((one, other) => importDistance(one) - importDistance(other))
      .map((store) => link(store, path.posix.relative(folder, store).replace('.ts', '')))
      .join(', ');
    const cells = [
      endpoint.methods.join(', '),
      `\`${route.path.replaceAll('|', '\\|')}\``,
      link(declared, path.posix.basename(declared)),
      permission ? link(permission, endpoint.permission) : endpoint.permission,
      link(operation, endpoint.operation),
      sql,
    ];
    return `| ${cells.join(' | ')} |`;
  }),
);

const text = `# Routes

Generated by \`npm run routes\` from the declarations; do not edit. Paths are relative to the REST root (\`/rest\`).
[a-request.md](a-request.md) describes how a request is processed. The SQL column lists the files that the operation
imports directly or indirectly, the nearest first. An operation without SQL presents data that its permission has loaded.
Operations that write entries also run the [hooks](../server/cms-v2/entry-hooks.ts) of other modules.

| Method | Path | Declared in | Permission | Operation | SQL |
| --- | --- | --- | --- | --- | --- |
${rows.join('\n')}
`;

if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
  console.error(`${file} is out of date; run npm run routes.`);
  process.exitCode = 1;
}
