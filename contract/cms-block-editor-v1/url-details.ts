// What a page says of itself, for those who link to it (protocol.md §20).
import type { Resource } from '../grammar/resource.ts';
import { everywhere, Type } from '../grammar/schema.ts';

const text = (description: string) => Type.String({ description, context: everywhere, readonly: true });

export const urlDetails: Resource = {
  title: 'url-details',
  namespace: 'cms-block-editor/v1',
  room: 'block-editor',
  fields: {
    title: text('What the page is called.'),
    icon: text('The address of its icon; empty where it names none.'),
    description: text('What it says it is about; empty where it says nothing.'),
    image: text('The address of a picture of it; empty where it names none.'),
  },
  links: [],
  routes: [
    {
      path: '/cms-block-editor/v1/url-details',
      parameters: {},
      endpoints: [
        {
          methods: ['GET'],
          operation: 'get-url-details',
          permission: 'read-url-details',
          parameters: {
            url: Type.String({
              description: 'The address of the page.',
              format: 'uri',
              check: 'askable-url',
              first: true,
            }),
          },
        },
      ],
    },
  ],
};
