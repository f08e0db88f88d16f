// Declares the editor features that blocks support in addition to their attributes, keyed by block name without the namespace.
import { isRecord } from '../../rendering/blocks/parse.ts';

/**
 * Supports of static blocks. The editor applies all features to the HTML that it saves. A leading `-` means false; a list after `=`
 * contains the only values that the editor offers; all other supports are true.
 */
const staticSupports: Readonly<Record<string, string>> = {
  accordion:
    'align=wide,full anchor ariaLabel background.backgroundImage background.backgroundSize background.gradient color.background color.gradients -html layout shadow spacing.blockGap spacing.margin=top,bottom spacing.padding typography.fontSize typography.lineHeight',
  'accordion-heading':
    '-align anchor color.background color.gradients -lock shadow spacing.padding typography.fontSize',
  'accordion-item':
    'color.background color.gradients -html -layout.allowEditing shadow spacing.blockGap spacing.margin=top,bottom spacing.padding typography.fontSize typography.lineHeight',
  'accordion-panel':
    'allowedBlocks color.background color.gradients -html -layout.allowEditing -lock shadow spacing.blockGap spacing.padding typography.fontSize typography.lineHeight',
  audio: 'align anchor spacing.margin spacing.padding',
  button:
    '-align -alignWide anchor color.gradients dimensions.width -reusable spacing.padding=horizontal,vertical splitting typography.fontSize typography.lineHeight typography.textAlign',
  buttons:
    'align=wide,full anchor color.gradients -color.text -html -layout.allowInheriting -layout.allowSwitching spacing.blockGap=horizontal,vertical spacing.margin=top,bottom spacing.padding typography.fontSize typography.lineHeight',
  code: 'align=wide anchor color.background color.gradients color.text spacing.margin=top,bottom spacing.padding typography.fontSize typography.lineHeight',
  column:
    'allowedBlocks anchor color.button color.gradients color.heading color.link -html layout -reusable shadow spacing.blockGap spacing.padding typography.fontSize typography.lineHeight',
  columns:
    'align=wide,full anchor color.button color.gradients color.heading color.link -html -layout.allowEditing -layout.allowInheriting -layout.allowSwitching shadow spacing.blockGap.sides=horizontal,vertical spacing.margin=top,bottom spacing.padding typography.fontSize typography.lineHeight',
  comments:
    'align=wide,full anchor color.gradients color.heading color.link -html spacing.margin spacing.padding typography.fontSize typography.lineHeight',
  cover:
    'align allowedBlocks anchor -color.background -color.enableContrastChecker color.heading color.text dimensions.aspectRatio filter.duotone -html -layout.allowJustification shadow spacing.blockGap spacing.margin=top,bottom spacing.padding typography.fontSize typography.lineHeight',
  details:
    'align=wide,full allowedBlocks anchor color.gradients color.link -html -layout.allowEditing spacing.blockGap spacing.margin spacing.padding typography.fontSize typography.lineHeight',
  embed: 'align anchor spacing.margin',
  file: 'align anchor color.gradients color.link -color.text spacing.margin spacing.padding',
  freeform: '-className -customClassName -lock -renaming -reusable',
  gallery:
    'align anchor color.background color.gradients -color.text -html layout.allowEditing -layout.allowInheriting -layout.allowJustification -layout.allowOrientation -layout.allowSwitching -layout.allowVerticalAlignment -layout.allowWrap spacing.blockGap.sides=horizontal,vertical spacing.margin spacing.padding',
  group:
    'align=wide,full allowedBlocks anchor ariaLabel background.backgroundImage background.backgroundSize background.gradient color.button color.gradients color.heading color.link dimensions.minHeight dimensions.minWidth -html position.sticky shadow spacing.blockGap=horizontal,vertical spacing.margin=top,bottom spacing.padding typography.fontSize typography.lineHeight',
  heading:
    'align=wide,full anchor className color.gradients color.link spacing.margin spacing.padding splitting typography.fitText typography.fontSize typography.lineHeight typography.textAlign',
  html: '-className -customClassName -html',
  icon: 'align=left,center,right anchor dimensions.width -html spacing.margin spacing.padding',
  image: 'align=left,center,right,wide,full anchor -color.background -color.text filter.duotone spacing.margin',
  list: 'align=wide,full anchor color.gradients color.link -html spacing.margin spacing.padding typography.fontSize typography.lineHeight',
  'list-item':
    'anchor -className color.background color.gradients color.link -html spacing.margin spacing.padding splitting typography.fontSize typography.lineHeight',
  math: 'anchor color.gradients -html spacing.margin spacing.padding typography.fontSize',
  'media-text':
    'align=wide,full allowedBlocks anchor color.gradients color.heading color.link -html spacing.margin spacing.padding typography.fontSize typography.lineHeight',
  missing: '-className -customClassName -html -inserter -lock -renaming -reusable',
  more: '-className -customClassName -html -multiple',
  'navigation-overlay-close': '-color.gradients spacing.padding typography.fontSize typography.lineHeight',
  nextpage: '-className -customClassName -html',
  'page-list-item': 'anchor -html -inserter -lock -reusable',
  paragraph:
    'align=wide,full anchor -className color.gradients color.link spacing.margin spacing.padding splitting typography.fitText typography.fontSize typography.lineHeight typography.textAlign typography.textColumns typography.textIndent',
  playlist: 'align anchor color.gradients color.link spacing.margin spacing.padding typography.fontSize',
  'post-comment': '-html -inserter',
  'post-navigation-link':
    'anchor color.link -html -reusable typography.fontSize typography.lineHeight typography.textAlign',
  'post-time-to-read':
    'anchor color.gradients -html spacing.margin spacing.padding typography.fontSize typography.lineHeight typography.textAlign',
  preformatted: 'anchor color.gradients spacing.margin spacing.padding typography.fontSize typography.lineHeight',
  pullquote:
    'align=left,right,wide,full anchor background.backgroundImage background.backgroundSize background.gradient color.background color.gradients color.link dimensions.minHeight spacing.margin spacing.padding typography.fontSize typography.lineHeight typography.textAlign',
  'query-title':
    'align=wide,full anchor color.gradients -html spacing.margin spacing.padding typography.fontSize typography.lineHeight typography.textAlign',
  quote:
    'align=left,right,wide,full allowedBlocks anchor background.backgroundImage background.backgroundSize background.gradient color.gradients color.heading color.link dimensions.minHeight -html -layout.allowEditing spacing.blockGap spacing.margin spacing.padding typography.fontSize typography.lineHeight',
  separator:
    'align=center,wide,full anchor color.background -color.enableContrastChecker color.gradients -color.text spacing.margin=top,bottom',
  shortcode: '-className -customClassName -html',
  'social-link': 'anchor -html -reusable',
  'social-links':
    'align=left,center,right anchor color.background -color.enableContrastChecker color.gradients -color.text -html -layout.allowInheriting -layout.allowSwitching -layout.allowVerticalAlignment spacing.blockGap=horizontal,vertical spacing.margin spacing.padding spacing.units=px,em,rem,vh,vw',
  spacer: 'anchor spacing.margin=top,bottom',
  'tab-list':
    'ariaLabel color.background color.text -html -layout.allowOrientation -layout.allowVerticalAlignment -layout.allowWrap -lock spacing.blockGap spacing.padding typography.fontSize',
  'tab-panel': 'anchor color.background color.text -html layout spacing.blockGap spacing.padding typography.fontSize',
  'tab-panels': 'color.background color.heading color.link color.text -html -lock spacing.padding typography.fontSize',
  table: 'align anchor color.gradients spacing.margin spacing.padding typography.fontSize typography.lineHeight',
  'table-of-contents':
    'anchor ariaLabel color.background color.gradients color.link color.text -html spacing.margin spacing.padding typography.fontSize typography.lineHeight',
  tabs: 'align anchor color.background color.text -html -layout.allowEditing spacing.blockGap spacing.margin spacing.padding typography.fontSize',
  'text-columns': '-inserter',
  verse:
    'anchor background.backgroundImage background.backgroundSize background.gradient color.gradients color.link dimensions.minHeight spacing.margin spacing.padding typography.fontSize typography.lineHeight typography.textAlign',
  video: 'align anchor spacing.margin spacing.padding',
};

/** Supports of the wrapper element that the service renders for dynamic blocks. */
const dynamicSupports =
  'align anchor color.background color.link color.text -html typography.fontSize typography.textAlign';

/** Supports of dynamic blocks that are rendered with the saved wrapper element, or without a wrapper element. */
const dynamicExceptions: Readonly<Record<string, string>> = Object.fromEntries([
  ...['query', 'terms-query'].map((name) => [name, 'align anchor -html layout'] as const),
  ...['block', 'pattern', 'comment-edit-link', 'post-comments-form', 'query-pagination-previous'].map(withoutWrapper),
  ...['', '-next', '-numbers', '-previous'].map((end) => withoutWrapper(`comments-pagination${end}`)),
]);

function withoutWrapper(name: string): readonly [string, string] {
  return [name, '-className -customClassName -html'];
}

/** Returns the supports of a block as a nested object, with the property names that block editors use. */
export const supportsOf = (name: string, isDynamic: boolean): object =>
  parseSupports((isDynamic ? (dynamicExceptions[name] ?? dynamicSupports) : staticSupports[name]) ?? '');

function parseSupports(text: string): object {
  const supports: Record<string, unknown> = {};
  for (const token of text.split(' ').filter((each) => each !== '')) {
    const [path = '', values] = token.replace(/^-/, '').split('=');
    const names = path.split('.');
    const property = names.pop() ?? '';
    let target = supports;
    for (const name of names) {
      const known = target[name];
      const next: Record<string, unknown> = isRecord(known) ? known : {};
      target[name] = next;
      target = next;
    }
    target[property] = values ? values.split(',') : !token.startsWith('-');
  }
  return supports;
}
