// Which files are taken, by extension, and whether their bytes agree with it (media-fonts-and-oembed.md, A4).

const table: readonly (readonly [type: string, ...extensions: string[]])[] = [
  ['image/jpeg', 'jpg', 'jpeg', 'jpe'],
  ['image/gif', 'gif'],
  ['image/png', 'png'],
  ['image/bmp', 'bmp'],
  ['image/tiff', 'tif', 'tiff'],
  ['image/webp', 'webp'],
  ['image/avif', 'avif'],
  ['image/x-icon', 'ico'],
  ['image/heic', 'heic'],
  ['image/heif', 'heif'],
  ['image/heic-sequence', 'heics'],
  ['image/heif-sequence', 'heifs'],
  ['video/x-ms-asf', 'asf', 'asx'],
  ['video/x-ms-wmv', 'wmv'],
  ['video/x-ms-wmx', 'wmx'],
  ['video/x-ms-wm', 'wm'],
  ['video/avi', 'avi'],
  ['video/divx', 'divx'],
  ['video/x-flv', 'flv'],
  ['video/quicktime', 'mov', 'qt'],
  ['video/mpeg', 'mpeg', 'mpg', 'mpe'],
  ['video/mp4', 'mp4', 'm4v'],
  ['video/ogg', 'ogv'],
  ['video/webm', 'webm'],
  ['video/x-matroska', 'mkv'],
  ['video/3gpp', '3gp', '3gpp'],
  ['video/3gpp2', '3g2', '3gp2'],
  ['text/plain', 'txt', 'asc', 'c', 'cc', 'h', 'srt'],
  ['text/csv', 'csv'],
  ['text/tab-separated-values', 'tsv'],
  ['text/calendar', 'ics'],
  ['text/richtext', 'rtx'],
  ['text/css', 'css'],
  ['text/vtt', 'vtt'],
  ['application/ttaf+xml', 'dfxp'],
  ['text/html', 'htm', 'html'],
  ['application/javascript', 'js'],
  ['audio/mpeg', 'mp3', 'm4a', 'm4b'],
  ['audio/aac', 'aac'],
  ['audio/x-realaudio', 'ra', 'ram'],
  ['audio/wav', 'wav', 'x-wav'],
  ['audio/ogg', 'ogg', 'oga'],
  ['audio/flac', 'flac'],
  ['audio/midi', 'mid', 'midi'],
  ['audio/x-ms-wma', 'wma'],
  ['audio/x-ms-wax', 'wax'],
  ['audio/x-matroska', 'mka'],
  ['application/rtf', 'rtf'],
  ['application/pdf', 'pdf'],
  ['application/java', 'class'],
  ['application/x-tar', 'tar'],
  ['application/zip', 'zip'],
  ['application/x-gzip', 'gz', 'gzip'],
  ['application/rar', 'rar'],
  ['application/x-7z-compressed', '7z'],
  ['application/octet-stream', 'psd', 'xcf'],
  ['application/msword', 'doc'],
  ['application/vnd.ms-powerpoint', 'pot', 'pps', 'ppt'],
  ['application/vnd.ms-write', 'wri'],
  ['application/vnd.ms-excel', 'xla', 'xls', 'xlt', 'xlw'],
  ['application/vnd.ms-access', 'mdb'],
  ['application/vnd.ms-project', 'mpp'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'],
  ['application/vnd.ms-word.document.macroEnabled.12', 'docm'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.template', 'dotx'],
  ['application/vnd.ms-word.template.macroEnabled.12', 'dotm'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'],
  ['application/vnd.ms-excel.sheet.macroEnabled.12', 'xlsm'],
  ['application/vnd.ms-excel.sheet.binary.macroEnabled.12', 'xlsb'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.template', 'xltx'],
  ['application/vnd.ms-excel.template.macroEnabled.12', 'xltm'],
  ['application/vnd.ms-excel.addin.macroEnabled.12', 'xlam'],
  ['application/vnd.openxmlformats-officedocument.presentationml.presentation', 'pptx'],
  ['application/vnd.ms-powerpoint.presentation.macroEnabled.12', 'pptm'],
  ['application/vnd.openxmlformats-officedocument.presentationml.slideshow', 'ppsx'],
  ['application/vnd.ms-powerpoint.slideshow.macroEnabled.12', 'ppsm'],
  ['application/vnd.openxmlformats-officedocument.presentationml.template', 'potx'],
  ['application/vnd.ms-powerpoint.template.macroEnabled.12', 'potm'],
  ['application/vnd.ms-powerpoint.addin.macroEnabled.12', 'ppam'],
  ['application/vnd.openxmlformats-officedocument.presentationml.slide', 'sldx'],
  ['application/vnd.ms-powerpoint.slide.macroEnabled.12', 'sldm'],
  ['application/onenote', 'onetoc', 'onetoc2', 'onetmp', 'onepkg'],
  ['application/oxps', 'oxps'],
  ['application/vnd.ms-xpsdocument', 'xps'],
  ['application/vnd.oasis.opendocument.text', 'odt'],
  ['application/vnd.oasis.opendocument.presentation', 'odp'],
  ['application/vnd.oasis.opendocument.spreadsheet', 'ods'],
  ['application/vnd.oasis.opendocument.graphics', 'odg'],
  ['application/vnd.oasis.opendocument.chart', 'odc'],
  ['application/vnd.oasis.opendocument.database', 'odb'],
  ['application/vnd.oasis.opendocument.formula', 'odf'],
  ['application/wordperfect', 'wp', 'wpd'],
  ['application/vnd.apple.keynote', 'key'],
  ['application/vnd.apple.numbers', 'numbers'],
  ['application/vnd.apple.pages', 'pages'],
];

const typeOfExtension = new Map(
  table.flatMap(([type, ...extensions]) => extensions.map((each) => [each, type] as const)),
);

/** All types that are taken. */
export const takenTypes: readonly string[] = table.map(([type]) => type);

/** What a browser would run is taken from those alone who may post any HTML. */
const forAnyHtml = new Set(['htm', 'html', 'js']);

/** Whether files with this extension are taken; `anyHtml`: from somebody who may post any HTML. */
export function isTaken(extension: string, anyHtml: boolean): boolean {
  const wanted = extension.toLowerCase();
  return typeOfExtension.has(wanted) && (anyHtml || !forAnyHtml.has(wanted));
}

/** Fonts, which are taken for font faces alone (media-fonts-and-oembed.md, B2). */
export const fontTypes: ReadonlyMap<string, string> = new Map(
  ['woff2', 'woff', 'ttf', 'otf'].map((extension) => [extension, `font/${extension}`]),
);

/** The type that is served for a name; undefined where no file of that name is taken. */
export function typeOfName(name: string): string | undefined {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return typeOfExtension.get(extension) ?? fontTypes.get(extension);
}

/** The extension that pictures of a type have. */
const pictureExtensions: ReadonlyMap<string, string> = new Map(
  table.filter(([type]) => type.startsWith('image/')).map(([type, extension]) => [type, extension ?? '']),
);

/** How a file is to be stored. */
export interface Kind {
  readonly type: string;
  readonly extension: string;
}

/**
 * The kind of a file with this extension whose bytes are of a type; undefined where it is not taken. A picture under the
 * extension of another kind of picture gets its own.
 */
export function kindOf(extension: string, found: string, anyHtml: boolean): Kind | undefined {
  const wanted = extension.toLowerCase();
  const type = typeOfExtension.get(wanted);
  if (type === undefined || !isTaken(wanted, anyHtml)) return undefined;
  if (type.startsWith('image/')) {
    const own = pictureExtensions.get(found);
    if (own === undefined) return undefined;
    return found === type ? { type, extension: wanted } : { type: found, extension: own };
  }
  return agrees(type, found) ? { type, extension: wanted } : undefined;
}

const unspecific = new Set([
  'application/octet-stream',
  'application/zip',
  'application/encrypted',
  'application/x-cfb',
]);
const plain = new Set(['text/plain', 'text/csv', 'text/richtext', 'text/tab-separated-values', 'text/vtt']);
/** Other words for types of the table. */
const synonyms: Readonly<Record<string, string>> = {
  'application/gzip': 'application/x-gzip',
  'application/x-rar-compressed': 'application/rar',
  'application/java-vm': 'application/java',
  'text/rtf': 'application/rtf',
};

const major = (type: string) => type.slice(0, type.indexOf('/'));

function agrees(type: string, found: string): boolean {
  const bytes = synonyms[found] ?? found;
  if (bytes.toLowerCase() === type.toLowerCase()) return true;
  if (unspecific.has(bytes)) return ['application', 'video', 'audio'].includes(major(type));
  if (bytes.startsWith('video/') || bytes.startsWith('audio/')) return major(bytes) === major(type);
  return bytes === 'text/plain' && plain.has(type);
}
