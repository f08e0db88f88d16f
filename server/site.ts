// Where the site is: the addresses that answers are full of.

export interface Site {
  /** The address of the service, without a slash at its end. */
  readonly home: string;
  /** Where entries are shown: the front end, or the service itself. */
  readonly front: string;
  /** The REST root's address, without a slash at its end. */
  readonly rest: string;
  /** The address below which uploaded files are, without a slash at its end. */
  readonly uploads: string;
}

/** A site at these addresses; entries are shown at `home` where no front end is named. */
export function makeSite(home: string, front?: string): Site {
  const bare = (address: string) => address.replace(/\/+$/, '');
  return { home: bare(home), front: bare(front ?? home), rest: `${bare(home)}/rest`, uploads: `${bare(home)}/uploads` };
}
