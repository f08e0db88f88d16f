// Declares the colors of the drawings.

/** The colors of a drawing, in the form `#rrggbb`. */
export interface Palette {
  /** The colors of the sky or background at its top and bottom. */
  readonly sky: readonly [string, string];
  /** The color of the sun, of glints and of highlights. */
  readonly light: string;
  /** The color of distant shapes. */
  readonly far: string;
  /** The color of the shapes in the foreground. */
  readonly near: string;
  /** A color that contrasts with the others. */
  readonly accent: string;
}

const palette = (top: string, bottom: string, light: string, far: string, near: string, accent: string): Palette => ({
  ...{ sky: [top, bottom], light, far, near, accent },
});

/** The palettes by name. */
export const palettes = {
  dawn: palette('#8fa9bf', '#f6d9c2', '#fff3df', '#c3a9ae', '#4a4a63', '#d96f4e'),
  day: palette('#9cc3d5', '#eaf1ea', '#fffdf2', '#a3bdb4', '#2f5d5a', '#e0a33b'),
  dusk: palette('#2f3a5f', '#e58f65', '#ffe2a8', '#9a6a7d', '#1f2138', '#f2b35d'),
  fog: palette('#c9d3d6', '#f3f1ea', '#fffaf0', '#c4cfd1', '#5d7378', '#b98a6a'),
  midnight: palette('#0b1026', '#2b3a67', '#f3ecd2', '#26325c', '#070b1a', '#e8c15a'),
  ocean: palette('#174a5b', '#7fb8b3', '#e9f5ea', '#4d8f95', '#0c2f3f', '#f0b667'),
  ember: palette('#33150f', '#a4432a', '#ffdd9a', '#71301f', '#1c0b09', '#ffb347'),
  wheat: palette('#e9cf9a', '#fbf1da', '#fffaf0', '#d9b36a', '#7a4b1f', '#a6402d'),
  walnut: palette('#b98555', '#dcb384', '#f5dfc0', '#9a6a3f', '#4a2b17', '#2f6f73'),
  slate: palette('#39434f', '#8b97a1', '#d6dde0', '#66737e', '#232a33', '#b7a58a'),
  shell: palette('#d9b8b0', '#f4e3da', '#fffaf5', '#c79d98', '#7f5f66', '#8ba3a6'),
  oats: palette('#cdb48b', '#efe0c0', '#fff8e6', '#b39763', '#75603a', '#6d8a8c'),
  noon: palette('#e6e2d8', '#fbf9f3', '#ffffff', '#d8d1c2', '#a79d8a', '#c9a27c'),
  tin: palette('#7d8a8f', '#c4cccb', '#eef1ee', '#98a4a6', '#4b585d', '#a8b7a0'),
  copper: palette('#6d3322', '#e09a66', '#ffe0b8', '#b5653f', '#371a16', '#2f5a66'),
  meadow: palette('#bcd2c0', '#f3f0d6', '#fffbe3', '#9bb58a', '#2f4a2b', '#c9784a'),
} satisfies Readonly<Record<string, Palette>>;
