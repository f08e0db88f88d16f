// Reads and writes the profile images of users.
import { type ApiResponse, send } from '../client.ts';

/** A profile image. */
export interface ProfileImage {
  /** The ID of the image in the media library; 0 if the user has no profile image. */
  readonly media: number;
  /** The URL of the file that is used as the avatar. */
  readonly url: string | null;
}

/** A profile image with the version that was read. */
export interface LoadedProfileImage {
  readonly image: ProfileImage;
  readonly etag: string | undefined;
}

const pathOf = (user: number): string => `/octavo/v1/users/${user}/profile-image`;

const withVersion = ({ data, headers }: ApiResponse<ProfileImage>): LoadedProfileImage => ({
  image: data,
  etag: headers.get('ETag') ?? undefined,
});

/** Reads the profile image of a user. Throws ApiError. */
export const readProfileImage = async (user: number, signal?: AbortSignal): Promise<LoadedProfileImage> =>
  withVersion(await send<ProfileImage>(pathOf(user), signal && { signal }));

/**
 * Sets the profile image of a user; 0 removes it. Resolves with the new version. Throws ApiError; 412 if it was changed since the version
 * `etag` was read.
 */
export async function setProfileImage(
  user: number,
  etag: string | undefined,
  media: number,
): Promise<LoadedProfileImage> {
  const version = etag === undefined ? {} : { ifMatch: etag };
  const request = media === 0 ? ({ method: 'DELETE' } as const) : ({ method: 'PUT', body: { media } } as const);
  return withVersion(await send<ProfileImage>(pathOf(user), { ...request, ...version }));
}
