// Configures the fixture site. Each upgrade fixture has a copy of this file in its data folder.
export default {
  types: [
    {
      name: 'recipe',
      restBase: 'recipes',
      noun: { one: 'recipe', many: 'recipes' },
      supports: ['title', 'editor', 'author', 'excerpt', 'thumbnail', 'comments', 'revisions', 'custom-fields'],
      meta: {
        minutes: {
          type: 'integer',
          filterable: true,
          minimum: 0,
          default: 0,
          revised: true,
          description: 'The time it takes.',
        },
        source: { type: ['string', 'null'], default: null, description: 'Where the recipe comes from.' },
        ingredients: { type: 'array', items: { type: 'string' }, default: [], description: 'What is needed.' },
      },
    },
    {
      name: 'place',
      restBase: 'places',
      noun: { one: 'place', many: 'places' },
      hierarchical: true,
      supports: ['title', 'editor', 'page-attributes'],
    },
  ],
  taxonomies: [
    { name: 'cuisine', restBase: 'cuisines', noun: { one: 'cuisine', many: 'cuisines' }, types: ['recipe', 'post'] },
    {
      name: 'region',
      restBase: 'regions',
      noun: { one: 'region', many: 'regions' },
      types: ['recipe', 'place'],
      hierarchical: true,
    },
  ],
  capabilities: ['see_statistics'],
  roles: {
    reviewer: { like: 'contributor', with: ['edit_others_posts', 'edit_published_posts', 'see_statistics'] },
  },
  templates: { page: ['wide', 'landing'] },
  revisionsKept: { page: 5 },
  menuLocations: { header: 'Beside the name of the site', footer: 'Below everything' },
  fontCollections: [
    {
      slug: 'house',
      name: 'House fonts',
      categories: [{ slug: 'serif', name: 'Serif' }],
      font_families: [
        { categories: ['serif'], font_family_settings: { name: 'Slab', slug: 'slab', fontFamily: 'Slab, serif' } },
      ],
    },
  ],
};
