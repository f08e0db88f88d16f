// Settings of the canvas, for which the editor has no stable name.

/** Returns the editor settings that insert markup with style sheets into the canvas. */
export const canvasSettings = (styles: string) => ({ __unstableResolvedAssets: { styles, scripts: '' } });
