import { isSafeUrl } from '../protocols.ts';

/** Allowed properties of style attributes (rendering.md §10 "style"). */
export const allowedProperties: ReadonlySet<string> = new Set(
  `background background-color background-image background-position background-repeat background-size
  background-attachment background-blend-mode border border-radius border-width border-color border-style
  border-spacing border-collapse caption-side columns column-count column-fill column-gap column-rule column-rule-color
  column-rule-style column-rule-width column-span column-width display color filter font font-family font-size
  font-style font-variant font-weight letter-spacing line-height text-align text-decoration text-indent text-transform
  white-space width min-width max-width height min-height max-height margin padding flex flex-basis flex-direction
  flex-flow flex-grow flex-shrink flex-wrap gap row-gap justify-content justify-items justify-self align-content
  align-items align-self clear cursor direction float list-style-type object-fit object-position opacity overflow
  vertical-align writing-mode position top right bottom left z-index box-shadow aspect-ratio container-type transform
  transform-origin pointer-events visibility clip-path clip-rule mask text-anchor unicode-bidi word-spacing
  color-rendering image-rendering shape-rendering text-rendering vector-effect fill fill-opacity fill-rule stroke
  stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width
  stop-color stop-opacity flood-color flood-opacity lighting-color marker marker-end marker-mid marker-start
  paint-order color-interpolation color-interpolation-filters dominant-baseline alignment-baseline baseline-shift cx cy
  r rx ry x y d grid grid-area grid-auto-columns grid-auto-flow grid-auto-rows grid-column grid-column-end
  grid-column-gap grid-column-start grid-gap grid-row grid-row-end grid-row-gap grid-row-start grid-template
  grid-template-areas grid-template-columns grid-template-rows`.split(/\s+/),
);
const sides = '(?:top|right|bottom|left|block|inline|block-start|block-end|inline-start|inline-end)';
const sidedProperty = new RegExp(
  `^(?:border-${sides}(?:-(?:color|style|width))?|(?:margin|padding)-${sides}|border-(?:top|bottom)-(?:left|right)-radius)$`,
);
const customProperty = /^--[a-z0-9_-]+$/i;

/** Properties whose values may contain `url(…)`. */
export const urlProperties: ReadonlySet<string> = new Set(
  `background background-image cursor filter list-style clip-path fill marker marker-end marker-mid marker-start mask
  stroke`.split(/\s+/),
);
/** CSS functions that are allowed in the values of all properties. */
export const commonFunctions: ReadonlySet<string> = new Set(
  `var calc min max minmax clamp repeat matrix matrix3d perspective rotate rotate3d rotatex rotatey rotatez scale scale3d
  scalex scaley scalez skew skewx skewy translate translate3d translatex translatey translatez circle ellipse inset
  polygon path rect xywh`.split(/\s+/),
);
const colorFunctions: ReadonlySet<string> = new Set('rgb rgba hsl hsla hwb lab lch oklab oklch color-mix'.split(' '));
const gradient = /^(?:repeating-)?(?:linear|radial|conic)-gradient$/;

/**
 * Sanitizes the value of a style attribute (rendering.md §10 "style"): removes unknown properties and values that could load or
 * execute something, and joins the rest with `;`. Returns `''` when nothing is left. The function is idempotent.
 */
export function sanitizeStyle(style: string): string {
  return style
    .replace(/[\0-\x1f]/g, '')
    .split(';')
    .map((declaration) => declaration.trim())
    .filter(isSafeDeclaration)
    .join(';');
}

function isSafeDeclaration(declaration: string): boolean {
  const colon = declaration.indexOf(':');
  if (colon < 1) return false;
  const property = declaration.slice(0, colon).trim().toLowerCase();
  if (!(allowedProperties.has(property) || sidedProperty.test(property) || customProperty.test(property))) return false;
  return isSafeValue(declaration.slice(colon + 1), property);
}

const token = /(?<![a-z0-9_-])url\(([^()]*)\)|[()\\&=}<>]|\/\*/gi;
const calledName = /[a-z0-9_-]*$/i;

/** Whether all brackets of a value belong to allowed functions, and the value has no characters that could end it. */
function isSafeValue(value: string, property: string): boolean {
  const open: boolean[] = [];
  for (const { 0: matched, 1: url, index } of value.matchAll(token)) {
    if (url !== undefined) {
      if (!urlProperties.has(property) || !isSafeUrlValue(url)) return false;
    } else if (matched === ')') {
      if (open.pop() === undefined) return false;
    } else if (matched === '(') {
      const name = calledName.exec(value.slice(Math.max(0, index - 32), index))?.[0] ?? '';
      if (!mayCall(name.toLowerCase(), property, open)) return false;
      open.push(true);
    } else return false;
  }
  return open.length === 0;
}

function mayCall(name: string, property: string, open: readonly boolean[]): boolean {
  if (commonFunctions.has(name)) return true;
  if (open.length > 0 && (colorFunctions.has(name) || name === '')) return true;
  return gradient.test(name) && (property === 'background' || property === 'background-image');
}

function isSafeUrlValue(url: string): boolean {
  const unquoted = url.trim().replace(/^["']|["']$/g, '');
  return unquoted !== '' && !/["'\\<>{}]|\/\*/.test(unquoted) && isSafeUrl(unquoted);
}
