/** MathML elements that at least one list allows. */
const mathmlElements: ReadonlySet<string> = new Set(
  `math mtext mi mn mo ms mspace mrow mfrac msqrt mroot mstyle merror mpadded mphantom msub msup msubsup munder mover
  munderover mmultiscripts mprescripts mtable mtr mtd semantics annotation menclose`.split(/\s+/),
);
/** Elements that contain HTML (HTML, "MathML text integration point"). */
const textIntegrationPoints: ReadonlySet<string> = new Set('mi mn mo ms mtext'.split(' '));

/** Whether an element inside `math` is an allowed MathML element. */
export function isMathmlElement(name: string): boolean {
  return mathmlElements.has(name);
}

/** Whether a MathML element contains HTML. */
export function isTextIntegrationPoint(name: string): boolean {
  return textIntegrationPoints.has(name);
}
