// Writes docs/routes.md from the declarations: for every route where it is declared, who may, what does it, its SQL and
// its tests. `--check` only compares, and fails where the file is not fresh.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeContract } from '../contract/contract.ts';
import { announce } from '../server/service.ts';

const file = 'docs/routes.md';
const contract = makeContract();

/** The file that declares a resource. */
function declarationOf(namespace: string, title: string): string {
  const declared =
    contract.types.get(title) ??
    [...contract.taxonomies.values()].find((each) => contract.resources.get(each.name)?.title === title);
  const name = declared?.restBase ?? `${title}s`;
  const found =
    title === 'index' ? 'contract/namespaces/site-index.ts' : `contract/${namespace.replaceAll('/', '-')}/${name}.ts`;
  if (!existsSync(found)) throw new Error(`${found} should declare ${title}`);
  return found;
}

const link = (to: string, text: string) => `[${text}](${path.posix.relative('docs', to)})`;

function operationOf(room: string, name: string): { file: string; folder: string } {
  const folder = ['server/cms-v2', 'server/namespaces']
    .map((above) => `${above}/${room}`)
    .find((each) => existsSync(each));
  if (!folder || !existsSync(`${folder}/${name}.ts`))
    throw new Error(`the operation ${name} should be a file of the room ${room}`);
  return { file: `${folder}/${name}.ts`, folder };
}

const rows = announce(contract).flatMap(({ route, namespace, resource }) =>
  route.endpoints.map((endpoint) => {
    const { file: operation, folder } = operationOf(resource.room, endpoint.operation);
    const rule = existsSync(`${folder}/permissions.ts`)
      ? link(`${folder}/permissions.ts`, endpoint.permission)
      : endpoint.permission;
    const sql = existsSync(`${folder}/store.ts`) ? link(`${folder}/store.ts`, 'store') : '';
    const cells = [
      endpoint.methods.join(', '),
      `\`${route.path.replaceAll('|', '\\|')}\``,
      link(declarationOf(namespace, resource.title), path.posix.basename(declarationOf(namespace, resource.title))),
      rule,
      link(operation, endpoint.operation),
      sql,
    ];
    return `| ${cells.join(' | ')} |`;
  }),
);

const text = `# Routes

Made by \`npm run routes\` from the declarations; do not edit. Paths are below the REST root (\`/rest\`). How a request
travels from here is told in [a-request.md](a-request.md).

| Method | Path | Declared in | Who may | Operation | SQL |
| --- | --- | --- | --- | --- | --- |
${rows.join('\n')}
`;

if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
  console.error(`${file} is not what the declarations say; run npm run routes`);
  process.exitCode = 1;
}
