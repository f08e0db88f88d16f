// Declares the profile images of users: media items that replace the avatars of the external service. They are an addition to the
// specification (docs/deviations.md).
import { declareEndpoints, type ModuleDeclaration } from '../grammar/module.ts';
import { optional } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { Type } from '../grammar/schema.ts';
import { octavoNamespace } from '../namespaces/site-index.ts';

/** The schema of a profile image. */
export const profileImage = Type.Object({
  media: Type.Integer({ description: 'The ID of the image; 0 if the user has no profile image.' }),
  url: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    format: 'uri',
    description: 'The URL of the file that is used as the avatar; null if the user has no profile image.',
  }),
});

const endpoints = declareEndpoints({
  'get-profile-image': {
    description: 'Returns the profile image of a user.',
    answers: 'object',
    response: profileImage,
    permission: 'read-profile-image',
    parameters: {},
  },
  'set-profile-image': {
    methods: ['PUT'],
    description:
      'Sets the profile image of a user, which replaces the avatar of the external service in `avatar_urls`, in `author_avatar_urls` of the comments that the user has written, and in blocks. If a size of the image is square, its file is used.',
    answers: 'object',
    response: profileImage,
    permission: 'edit-profile-image',
    parameters: {
      media: Type.Integer({ description: 'The ID of an image in the media library.', minimum: 1, first: true }),
    },
  },
  'delete-profile-image': {
    description: 'Removes the profile image of a user. The image remains in the media library.',
    answers: 'object',
    response: profileImage,
    permission: 'edit-profile-image',
    parameters: {},
  },
});
export type ProfileImageEndpoints = typeof endpoints;

/** The module with the code of these endpoints. */
export const profileImagesModule: ModuleDeclaration<ProfileImageEndpoints> = { name: 'profile-images' };

export const profileImages: Resource = {
  title: 'profile-image',
  namespace: octavoNamespace,
  module: profileImagesModule,
  fields: {},
  links: [],
  routes: [
    {
      path: '/octavo/v1/users/<id>/profile-image',
      parameters: { id: optional(Type.Integer({ description: 'The ID of the user.' })) },
      endpoints: [endpoints['get-profile-image'], endpoints['set-profile-image'], endpoints['delete-profile-image']],
    },
  ],
};
