/** The elements of formulas (MathML) that any list allows. */
const names: ReadonlySet<string> = new Set(
  `math mtext mi mn mo ms mspace mrow mfrac msqrt mroot mstyle merror mpadded mphantom msub msup msubsup munder mover
  munderover mmultiscripts mprescripts mtable mtr mtd semantics annotation menclose`.split(/\s+/),
);
/** In these stands HTML again (HTML, "MathML text integration point"). */
const texts: ReadonlySet<string> = new Set('mi mn mo ms mtext'.split(' '));

/** Whether an element of that name belongs to a formula, where it stands in one. */
export function isFormula(name: string): boolean {
  return names.has(name);
}

/** Whether an element of a formula holds HTML. */
export function holdsText(name: string): boolean {
  return texts.has(name);
}
