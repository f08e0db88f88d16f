// Adds profile images: media items that users have chosen as their avatars.
import type { Migration } from '../migrate.ts';

export const profileImages: Migration = {
  number: 31,
  name: 'profile-images',
  effects: { summary: 'Creates the table for the profile images of users.' },
  async up(tx) {
    const { integer, text } = tx.builder.dialect.types;
    await tx.execute(`
      create table profile_images (
        user_id ${integer} not null primary key references users (id) on delete cascade,
        media_id ${integer} not null references entries (id) on delete cascade,
        path ${text} not null
      );
      create index profile_images_by_media on profile_images (media_id);
    `);
  },
};
