// Generates the diagram of the layers in docs/architecture.md from the imports. With `--check` it writes nothing, and fails if the
// diagram is out of date. It always fails if two layers import each other, or if a folder belongs to no layer.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { graphOf, listImports } from './import-graph.ts';
import { drawLayers, type Layers, layerOf, replaceDiagram } from './layers.ts';

const page = 'docs/architecture.md';

/** The layers, with the folders and files that belong to each. */
const layers: Layers = {
  Commands: [
    ...['server/command-line', 'server/embedding', 'server/launcher', 'server/main.js', 'server/metrics'],
    'server/octavo.ts',
  ],
  'New and imported sites': [
    'server/demo',
    'server/generate',
    'server/import',
    'server/initialize-site.ts',
    'server/setup',
  ],
  Assembly: [
    ...['server/list-routes.ts', 'server/modules.ts', 'server/service.ts', 'server/storage-api-error.ts'],
    ...['server/text-work-api-error.ts', 'server/wiring'],
  ],
  Configuration: ['server/config'],
  'Built-in extensions': ['extensions'],
  'Extension interface': ['server/extensions'],
  'HTTP server and HTML pages': ['server/edge', 'server/page-layout', 'server/pages', 'server/screens'],
  'Resources of the API': [
    'server/cms-v2',
    'server/live-channel',
    'server/live-feed',
    'server/namespaces',
    'server/site-imports',
    'server/webhooks',
  ],
  'Request pipeline': ['server/http'],
  'Access and site data': [
    ...[
      'server/access',
      'server/audit',
      'server/backup',
      'server/events',
      'server/jobs',
      'server/recent-errors',
      'server/settings',
      'server/site-context.ts',
    ],
  ],
  Rendering: ['server/rendering', 'server/theme'],
  'Storage, mail and media': [
    ...['server/database', 'server/fetch', 'server/files', 'server/mail', 'server/media-processing'],
  ],
  Basics: [
    ...['server/api-error.ts', 'server/create-folder.ts', 'server/exposed-paths.ts', 'server/node-http.ts'],
    ...['server/site.ts', 'server/time', 'server/version.ts', 'server/workers'],
  ],
  Contract: ['contract'],
};

const members = Object.values(layers).flat();
const existing = [...readdirSync('server').map((name) => `server/${name}`), 'contract', 'extensions'];
const unknown = members.filter((each) => !existing.includes(each));
const missing = existing.filter((each) => !members.includes(each));
if (unknown.length > 0) throw new Error(`Members of layers that do not exist: ${unknown.join(', ')}.`);
if (missing.length > 0) throw new Error(`Add these to a layer in scripts/write-layers.ts: ${missing.join(', ')}.`);

const current = readFileSync(page, 'utf8');
const graph = graphOf(listImports(), (file) => layerOf(layers, file));
const text = replaceDiagram(current, drawLayers(layers, graph));
if (!process.argv.includes('--check')) writeFileSync(page, text);
else if (current !== text) {
  console.error(`${page} is out of date; run npm run layers.`);
  process.exitCode = 1;
}
