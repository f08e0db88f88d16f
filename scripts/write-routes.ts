// Writes docs/routes.md from the declarations: for every route where it is declared, who may, what does it, and its SQL.
// `--check` only compares, and fails where the file is not fresh.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeContract } from '../contract/contract.ts';
import type { Resource } from '../contract/grammar/resource.ts';
import { announcedRoutes } from '../server/announced-routes.ts';
import { chooseExtensions, withExtensions } from '../server/extensions/choose-extensions.ts';
import { roomName } from '../server/extensions/extension.ts';

const file = 'docs/routes.md';
const extensions = await chooseExtensions();
const contract = makeContract(withExtensions({}, extensions));

/** The folder of the extension that a room belongs to; undefined: it is the service's own. */
const extensionOf = (room: string): string | undefined => {
  const found = extensions.find(({ name }) => room.startsWith(roomName({ name }, '')));
  return found && `extensions/${found.name}`;
};

/** The file that declares a resource. */
function declarationOf(namespace: string, { title, room, type = '' }: Resource): string {
  const extension = extensionOf(room);
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
    room.replace(/:.*/, '');
  const found =
    namespace === '' && title !== 'index'
      ? `contract/namespaces/${title}.ts`
      : title === 'index'
        ? 'contract/namespaces/site-index.ts'
        : `contract/${namespace.replaceAll('/', '-')}/${name}.ts`;
  if (!existsSync(found)) throw new Error(`${found} should declare ${title}`);
  return found;
}

const link = (to: string, text: string) => `[${text}](${path.posix.relative('docs', to)})`;

const above = ['server/cms-v2', 'server/namespaces'];
const allRooms = [
  ...above.flatMap((each) => readdirSync(each).map((room) => `${each}/${room}`)),
  ...['server/webhooks', 'server/live-feed'],
];

/** The file of an operation: in its own room, or in the one that lends it. */
function operationOf(room: string, name: string): { file: string; folder: string } {
  const folder = extensionOf(room) ?? allRooms.find((each) => path.posix.basename(each) === room.replace(/:.*/, ''));
  const own = `${folder}/${name}.ts`;
  const file = existsSync(own) ? own : allRooms.map((each) => `${each}/${name}.ts`).find((each) => existsSync(each));
  if (!folder || !file) throw new Error(`the operation ${name} should be a file of the room ${room}`);
  return { file, folder };
}

/** The files of its own folder and of neighbours that a file imports, in the order of its imports. */
const importsOf = (from: string): string[] =>
  [...readFileSync(from, 'utf8').matchAll(/^import (?!type )[^;]*? from '(\.[^']+)';/gm)]
    .map(([, to = '']) => path.posix.join(path.posix.dirname(from), to))
    .filter(
      (to) =>
        to.startsWith('extensions/') ||
        [...above, ...allRooms, 'server/events'].some((room) => to.startsWith(`${room}/`)),
    );

/** The files of SQL that code reaches by its imports, the nearest first. Rules are looked into where they are asked for. */
function storesOf(first: string): string[] {
  const reached = [first];
  for (const file of reached) {
    for (const next of importsOf(file)) {
      if (!reached.includes(next) && !/\/(permissions|rules|room)\.ts$/.test(next)) reached.push(next);
    }
  }
  return reached.filter((each) => each.endsWith('store.ts'));
}

const rows = announcedRoutes(contract).flatMap(({ route, namespace, resource }) =>
  route.endpoints.map((endpoint) => {
    const declared = declarationOf(namespace, resource);
    const { file: operation, folder } = operationOf(resource.room, endpoint.operation);
    const rule = existsSync(`${folder}/permissions.ts`)
      ? link(`${folder}/permissions.ts`, endpoint.permission)
      : endpoint.permission;
    const own = storesOf(operation);
    // An operation without SQL shows what its rule has loaded.
    const stores =
      own.length > 0 || !existsSync(`${folder}/permissions.ts`) ? own : storesOf(`${folder}/permissions.ts`);
    const [verb] = endpoint.operation.split('-');
    const far = (store: string) =>
      store === `${path.posix.dirname(operation)}/${verb}-store.ts`
        ? 0
        : path.posix.dirname(store) === path.posix.dirname(operation)
          ? 1
          : 2;
    const sql = stores
      .toSorted((one, other) => far(one) - far(other))
      .map((store) => link(store, path.posix.relative(folder, store).replace('.ts', '')))
      .join(', ');
    const cells = [
      endpoint.methods.join(', '),
      `\`${route.path.replaceAll('|', '\\|')}\``,
      link(declared, path.posix.basename(declared)),
      rule,
      link(operation, endpoint.operation),
      sql,
    ];
    return `| ${cells.join(' | ')} |`;
  }),
);

const text = `# Routes

Made by \`npm run routes\` from the declarations; do not edit. Paths are below the REST root (\`/rest\`). How a request
travels from here is told in [a-request.md](a-request.md). The files of SQL are those that the operation
reaches by its imports, the nearest first; for an operation that only shows what its rule has loaded they are the rule's.

| Method | Path | Declared in | Who may | Operation | SQL |
| --- | --- | --- | --- | --- | --- |
${rows.join('\n')}
`;

if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
  console.error(`${file} is not what the declarations say; run npm run routes`);
  process.exitCode = 1;
}
