// The content types, taxonomies, roles and extensions of this site. Restart the service after a change.
import { defineConfig } from 'octavo';
import { hello } from './extensions/hello.ts';

export default defineConfig({
  types: [
    {
      name: 'event',
      restBase: 'events',
      noun: { one: 'event', many: 'events' },
      supports: ['title', 'editor', 'author', 'excerpt', 'revisions', 'custom-fields'],
      meta: {
        venue: { type: 'string', default: '', revised: true, description: 'The venue.' },
        start_date: {
          type: ['string', 'null'],
          format: 'date-time',
          default: null,
          filterable: true,
          description: 'The start time.',
        },
      },
    },
  ],
  // `union` stands for all built-in extensions.
  extensions: ['union', hello],
});
