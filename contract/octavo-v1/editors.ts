// Declares the data that a block editor needs to open an entry, in one response, and the settings with which it edits the design of the
// site. They are an addition to the specification.
import { declareEndpoints, type ModuleDeclaration } from '../grammar/module.ts';
import { optional } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { anyObject, Type } from '../grammar/schema.ts';
import { octavoNamespace } from '../namespaces/site-index.ts';

/** The schema of the settings of an editor. */
const editorSettings = anyObject({ description: 'The settings of the editor, in the form that block editors expect.' });

/** The schema of the response. Its values are already written in the names of the mount. */
const editorData = Type.Object({
  id: Type.Integer({ description: 'The ID of the entry.' }),
  type: Type.String({ description: 'The content type of the entry.' }),
  settings: editorSettings,
  autosave: Type.Unsafe<object | null>({
    type: ['object', 'null'],
    description: 'The autosave of the caller, if it is newer than the entry and has another text; otherwise null.',
    properties: {
      id: { type: 'integer', description: 'The ID of the autosave.' },
      modified: { type: 'string', format: 'date-time', description: "The time of saving, in the site's time zone." },
      modified_gmt: { type: 'string', format: 'date-time', description: 'The time of saving, in GMT.' },
    },
  }),
  preload: anyObject({
    description:
      'Responses to the requests with which a block editor begins, keyed by path: `body` and `headers`. Responses to OPTIONS requests are below `OPTIONS`.',
  }),
});

const endpoints = declareEndpoints({
  'get-editor-data': {
    description:
      'Returns what a block editor needs to open an entry: its settings, a newer autosave, and responses to its first requests.',
    answers: 'object',
    response: editorData,
    permission: 'read-editor-data',
    parameters: {},
  },
  'get-site-editor-data': {
    description: 'Returns the settings that a block editor needs to edit the design of the site.',
    answers: 'object',
    response: Type.Object({ settings: editorSettings }),
    permission: 'read-site-editor-data',
    parameters: {},
  },
});
export type EditorEndpoints = typeof endpoints;

/** The module with the code of these endpoints. */
export const editorsModule: ModuleDeclaration<EditorEndpoints> = { name: 'editors' };

export const editors: Resource = {
  title: 'editor',
  namespace: octavoNamespace,
  module: editorsModule,
  fields: {},
  links: [],
  routes: [
    {
      path: '/octavo/v1/editors/<id>',
      parameters: { id: optional(Type.Integer({ description: 'The ID of the entry.' })) },
      endpoints: [endpoints['get-editor-data']],
    },
    {
      path: '/octavo/v1/site-editor',
      parameters: {},
      endpoints: [endpoints['get-site-editor-data']],
    },
  ],
};
