// Draws things made of simple geometric shapes.
import {
  band,
  between,
  type Canvas,
  disk,
  element,
  line,
  type Motif,
  mix,
  type Point,
  radialGradient,
  range,
  verticalGradient,
} from './canvas.ts';

const background = (canvas: Canvas): string =>
  verticalGradient('ground', [
    [0, canvas.palette.sky[0]],
    [1, canvas.palette.sky[1]],
  ]) + band(canvas, 'url(#ground)');

/** Returns the point at an angle, in turns clockwise from the top, and a distance from a center. */
const around = ([x, y]: Point, turns: number, distance: number): Point => [
  x + distance * Math.sin(turns * 2 * Math.PI),
  y - distance * Math.cos(turns * 2 * Math.PI),
];

/** A round dial with one hand and no numbers. */
export const dial: Motif = (canvas) => {
  const { width, height, palette, random } = canvas;
  const center: Point = [width / 2, height / 2];
  const radius = height * 0.4;
  const marks = range(60).map((at) => {
    const length = at % 15 === 0 ? 0.12 : at % 5 === 0 ? 0.07 : 0.035;
    return line(
      around(center, at / 60, radius * 0.9),
      around(center, at / 60, radius * (0.9 - length)),
      palette.near,
      at % 5 === 0 ? 6 : 2.5,
    );
  });
  const turn = between(random, 0.08, 0.92);
  const rings = range(5).map((at) =>
    element('circle', {
      cx: center[0],
      cy: center[1],
      r: radius * (0.62 - at * 0.1),
      fill: 'none',
      stroke: palette.far,
      'stroke-width': 2,
      'stroke-opacity': 0.7 - at * 0.1,
    }),
  );
  return [
    background(canvas),
    disk(center[0] + 14, center[1] + 20, radius * 1.06, palette.near, 0.25),
    disk(...center, radius * 1.06, palette.near),
    disk(...center, radius, palette.light),
    ...rings,
    ...marks,
    line(around(center, turn + 0.5, radius * 0.18), around(center, turn, radius * 0.8), palette.accent, 14),
    disk(...center, radius * 0.055, palette.near),
  ].join('');
};

/** A round loaf with a cross cut into its crust. */
export const loaf: Motif = (canvas) => {
  const { width, height, palette, random } = canvas;
  const [x, y, radius] = [width / 2, height * 0.52, height * 0.37];
  const crust = radialGradient('crust', [
    [0, mix(palette.far, palette.light, 0.45)],
    [0.7, palette.far],
    [1, palette.near],
  ]);
  const flour = range(700).map(() => {
    const [angle, distance] = [between(random, 0, 1), radius * 0.93 * Math.sqrt(between(random, 0, 1))];
    return disk(
      ...around([x, y], angle, distance),
      between(random, 0.6, 2.6),
      palette.light,
      between(random, 0.2, 0.7),
    );
  });
  const petal = (turn: number) =>
    element('path', {
      d: `M${x} ${y - radius * 0.78}Q${x + radius * 0.13} ${y} ${x} ${y + radius * 0.78}Q${x - radius * 0.13} ${y} ${x} ${y - radius * 0.78}Z`,
      ...{ fill: palette.light, transform: `rotate(${turn} ${x} ${y})`, 'fill-opacity': 0.9 },
    });
  const crumbs = range(60).map(() =>
    disk(
      x + between(random, -1, 1) * width * 0.45,
      y + between(random, -0.4, 1) * height * 0.45,
      between(random, 1, 4.5),
      palette.near,
      0.45,
    ),
  );
  const shadow = element('ellipse', {
    cx: x + 16,
    cy: y + 26,
    rx: radius * 1.07,
    ry: radius * 1.05,
    fill: palette.near,
    'fill-opacity': 0.35,
  });
  return [
    background(canvas),
    ...crumbs,
    shadow,
    crust,
    disk(x, y, radius, 'url(#crust)'),
    ...flour,
    petal(20),
    petal(110),
  ].join('');
};

/** Plates and cups on the boards of a table, seen from above. */
export const table: Motif = (canvas) => {
  const { width, height, palette, random } = canvas;
  const boards = range(5).map((at) => {
    const fill = mix(palette.far, palette.near, between(random, 0.05, 0.35));
    return band(canvas, fill, (height * at) / 5, height / 5 - 4);
  });
  const place = (x: number, y: number) => {
    const radius = height * between(random, 0.1, 0.125);
    const glaze = mix(palette.light, palette.accent, random(3) === 0 ? 0.65 : 0.04);
    const cup: Point = around([x, y], between(random, 0, 1), radius * 1.75);
    return [
      disk(x + 8, y + 12, radius, palette.near, 0.4),
      disk(x, y, radius, glaze),
      disk(x, y, radius * 0.72, mix(glaze, palette.near, 0.1)),
      disk(x, y, radius * between(random, 0.25, 0.5), mix(palette.accent, palette.near, between(random, 0, 0.5))),
      disk(cup[0] + 5, cup[1] + 7, radius * 0.36, palette.near, 0.4),
      disk(...cup, radius * 0.36, palette.sky[0]),
      disk(...cup, radius * 0.27, palette.near, 0.75),
    ].join('');
  };
  const places = range(14).map((at) => {
    const [column, row] = [Math.floor(at / 2), at % 2];
    return place(
      width * (0.06 + 0.15 * column) + between(random, -20, 20),
      height * (0.27 + 0.46 * row) + between(random, -16, 16),
    );
  });
  return background(canvas) + boards.join('') + places.join('');
};

/** Lanterns that glow in the dark. */
export const lanterns: Motif = (canvas) => {
  const { width, height, palette, random } = canvas;
  const glow = radialGradient('glow', [
    [0, palette.light, 0.9],
    [0.2, palette.accent, 0.5],
    [1, palette.accent, 0],
  ]);
  const list = range(17)
    .map(() => ({
      x: between(random, 0.03, 0.97) * width,
      y: between(random, 0.08, 0.9) * height,
      size: between(random, 0.3, 1) ** 2,
    }))
    .sort((one, other) => one.size - other.size)
    .map(({ x, y, size }) => {
      const radius = height * 0.045 * (0.35 + size);
      const string = line([x, 0], [x, y - radius], palette.light, 1.2, 0.25);
      const frame = element('ellipse', {
        cx: x,
        cy: y,
        rx: radius * 0.85,
        ry: radius,
        fill: palette.light,
        'fill-opacity': 0.55 + 0.4 * size,
      });
      return string + disk(x, y, radius * 4.6, 'url(#glow)', 0.35 + 0.5 * size) + frame;
    });
  return background(canvas) + glow + list.join('');
};

/** Boards that are joined by tenons, from above. */
export const joinery: Motif = (canvas) => {
  const { width, height, palette, random } = canvas;
  const [rows, depth] = [7, height / 7];
  const boards = range(rows).map((row) => {
    const joint = width * between(random, 0.32, 0.68);
    const tenon = width * 0.09;
    const [one, other] = [between(random, 0, 0.4), between(random, 0.35, 0.85)].map((share) =>
      mix(palette.sky[1], palette.near, share),
    );
    const y = row * depth;
    return [
      element('rect', { x: 0, y, width, height: depth, fill: one }),
      element('path', {
        d: `M${width} ${y}H${joint}V${y + depth * 0.3}H${joint - tenon}V${y + depth * 0.7}H${joint}V${y + depth}H${width}Z`,
        fill: other,
      }),
      disk(joint - tenon / 2, y + depth / 2, depth * 0.09, palette.accent),
      line([0, y], [width, y], palette.near, 3, 0.5),
    ].join('');
  });
  return background(canvas) + boards.join('');
};

/** The mark of the magazine: the sun above two waves. */
export const mark: Motif = ({ width, height, palette }) => {
  const wave = (y: number, stroke: string) =>
    element('path', {
      d: `M${width * 0.1} ${height * y}q${width * 0.1} ${-height * 0.11} ${width * 0.2} 0t${width * 0.2} 0t${width * 0.2} 0t${width * 0.2} 0`,
      ...{ fill: 'none', stroke, 'stroke-width': width * 0.05, 'stroke-linecap': 'round' },
    });
  return [
    element('rect', { width, height, fill: palette.near }),
    disk(width / 2, height * 0.38, width * 0.17, palette.accent),
    wave(0.66, palette.light),
    wave(0.8, palette.sky[1]),
  ].join('');
};
