// Declares auto-drafts: entries that editors start before anything is written, because an entry cannot be created without a text. They
// are an addition to the specification, which knows the status `auto-draft` but no route that creates it (posts-and-pages.md §14).
import type { ContentType } from '../grammar/content-type.ts';
import { declareEndpoints, type ModuleDeclaration } from '../grammar/module.ts';
import type { Resource } from '../grammar/resource.ts';
import { enumOf } from '../grammar/schema.ts';
import { octavoNamespace } from '../namespaces/site-index.ts';

/** Maximum number of auto-drafts of a user. */
export const maxAutoDrafts = 50;

/** Whether entries of a type can be started as auto-drafts: those of the common routes, at paths without the ID of a parent entry. */
export const mayBeAutoDraft = ({ servedAs, below }: Pick<ContentType, 'servedAs' | 'below'>): boolean =>
  servedAs === 'entries' && below === undefined;

const endpoints = (types: readonly ContentType[]) =>
  declareEndpoints({
    'create-auto-draft': {
      description:
        'Starts an entry: creates an empty entry with the status `auto-draft`, and returns it like its own route in the edit context.',
      answers: 'object',
      permission: 'create-auto-draft',
      parameters: {
        type: enumOf(
          types.map(({ name }) => name),
          { description: 'The content type of the entry.', isName: true },
        ),
      },
    },
  });
export type AutoDraftEndpoints = ReturnType<typeof endpoints>;

/** The module with the code of this endpoint. */
export const autoDraftsModule: ModuleDeclaration<AutoDraftEndpoints> = { name: 'auto-drafts' };

/** Returns the resource that starts entries of the given types. */
export const autoDrafts = (types: readonly ContentType[]): Resource => ({
  title: 'auto-draft',
  namespace: octavoNamespace,
  module: autoDraftsModule,
  fields: {},
  links: [],
  routes: [
    {
      path: '/octavo/v1/auto-drafts',
      parameters: {},
      endpoints: [endpoints(types.filter(mayBeAutoDraft))['create-auto-draft']],
    },
  ],
});
