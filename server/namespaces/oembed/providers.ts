// Lists well-known oEmbed providers with the patterns of their page URLs and their endpoints.

/** A provider: the pattern of its page URLs, and the URL of its endpoint. */
export type Provider = readonly [pages: RegExp, endpoint: string];

/** The providers whose endpoints are requested without discovery. */
const providers: readonly Provider[] = [
  [/^https?:\/\/((m|www|music)\.)?youtube\.com\/(watch|playlist|shorts\/|live\/)/i, 'https://www.youtube.com/oembed'],
  [/^https?:\/\/youtu\.be\//i, 'https://www.youtube.com/oembed'],
  [/^https?:\/\/([^/]+\.)?vimeo\.com\//i, 'https://vimeo.com/api/oembed.json'],
  [/^https?:\/\/(www\.)?dailymotion\.com\//i, 'https://www.dailymotion.com/services/oembed'],
  [/^https?:\/\/dai\.ly\//i, 'https://www.dailymotion.com/services/oembed'],
  [/^https?:\/\/(www\.)?flickr\.com\//i, 'https://www.flickr.com/services/oembed/'],
  [/^https?:\/\/flic\.kr\//i, 'https://www.flickr.com/services/oembed/'],
  [/^https?:\/\/(www\.)?soundcloud\.com\//i, 'https://soundcloud.com/oembed'],
  [/^https?:\/\/(open|play)\.spotify\.com\//i, 'https://embed.spotify.com/oembed/'],
  [/^https?:\/\/([^/]+\.)?mixcloud\.com\//i, 'https://app.mixcloud.com/oembed/'],
  [/^https?:\/\/(www\.)?reverbnation\.com\//i, 'https://www.reverbnation.com/oembed'],
  [/^https?:\/\/(www\.)?ted\.com\/talks\//i, 'https://www.ted.com/services/v1/oembed.json'],
  [/^https?:\/\/(www\.)?(twitter|x)\.com\/\w{1,15}(\/status(es)?\/\d+)?\/?$/i, 'https://publish.twitter.com/oembed'],
  [/^https?:\/\/bsky\.app\/profile\/[^/]+\/post\//i, 'https://embed.bsky.app/oembed'],
  [/^https?:\/\/(www\.)?tiktok\.com\/.*\/video\//i, 'https://www.tiktok.com/oembed'],
  [/^https?:\/\/(www\.)?reddit\.com\/r\/[^/]+\/comments\//i, 'https://www.reddit.com/oembed'],
  [/^https?:\/\/[^/]+\.tumblr\.com\//i, 'https://www.tumblr.com/oembed/1.0'],
  [/^https?:\/\/([a-z]{2}|www)\.pinterest\.com(\.(au|mx))?\//i, 'https://www.pinterest.com/oembed.json'],
  [/^https?:\/\/([^/]+\.)?imgur\.com\//i, 'https://api.imgur.com/oembed'],
  [/^https?:\/\/(www\.)?scribd\.com\/(doc|document)\//i, 'https://www.scribd.com/services/oembed'],
  [/^https?:\/\/([^/]+\.)?slideshare\.net\//i, 'https://www.slideshare.net/api/oembed/2'],
  [/^https?:\/\/speakerdeck\.com\//i, 'https://speakerdeck.com/oembed.json'],
  [/^https?:\/\/(www\.)?issuu\.com\/.+\/docs\//i, 'https://issuu.com/oembed'],
  [/^https?:\/\/(www\.)?kickstarter\.com\/projects\//i, 'https://www.kickstarter.com/services/oembed'],
  [/^https?:\/\/kck\.st\//i, 'https://www.kickstarter.com/services/oembed'],
  [/^https?:\/\/([^/]+\.)?crowdsignal\.(com|net)\//i, 'https://api.crowdsignal.com/oembed'],
  [/^https?:\/\/(www\.)?wordpress\.tv\//i, 'https://wordpress.tv/oembed/'],
  [/^https?:\/\/videopress\.com\/v\//i, 'https://public-api.wordpress.com/oembed/'],
  [/^https?:\/\/(www\.)?canva\.com\/design\/.*\/view/i, 'https://www.canva.com/_oembed'],
  [/^https?:\/\/pca\.st\//i, 'https://pca.st/oembed.json'],
  [/^https?:\/\/(www\.)?wolframcloud\.com\/obj\//i, 'https://www.wolframcloud.com/oembed'],
  [/^https?:\/\/codepen\.io\/[^/]+\/pen\//i, 'https://codepen.io/api/oembed'],
];

/** Returns the oEmbed endpoint for a URL; undefined if its site is not listed. */
export const providerEndpoint = (url: string): string | undefined => providers.find(([pages]) => pages.test(url))?.[1];
