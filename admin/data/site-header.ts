// Declares the header of nonces that identifies the site.

/** The header. It differs after a restore has replaced the site with another one, whose users may have the same IDs. */
export const siteHeader = 'Octavo-Site';
