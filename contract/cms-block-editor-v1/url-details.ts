// Declares the metadata of web pages, for editors that link to them (protocol.md §20).
import type { Resource } from '../grammar/resource.ts';
import { everywhere, ReadOnly } from '../grammar/schema.ts';
import { blockEditorEndpoints, blockEditorModule } from './endpoints.ts';

const text = (description: string) => ReadOnly.String(description, everywhere);

export const urlDetails: Resource = {
  title: 'url-details',
  namespace: 'cms-block-editor/v1',
  module: blockEditorModule,
  fields: {
    title: text('The title of the page.'),
    icon: text('The URL of the icon of the page; empty if there is none.'),
    description: text('The description of the page; empty if there is none.'),
    image: text('The URL of the image of the page; empty if there is none.'),
  },
  links: [],
  routes: [
    {
      path: '/cms-block-editor/v1/url-details',
      parameters: {},
      endpoints: [blockEditorEndpoints['get-url-details']],
    },
  ],
};
