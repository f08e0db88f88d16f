// Draws plants, surfaces and ornaments.
import {
  band,
  between,
  type Canvas,
  disk,
  element,
  type Motif,
  mix,
  type Point,
  polyline,
  range,
  ridge,
  terrain,
  verticalGradient,
} from './canvas.ts';

const background = (canvas: Canvas): string =>
  verticalGradient('ground', [
    [0, canvas.palette.sky[0]],
    [1, canvas.palette.sky[1]],
  ]) + band(canvas, 'url(#ground)');

/** Returns a blade of grass: a tapering curve from its foot. */
function blade({ random }: Canvas, [x, y]: Point, length: number, fill: string, lean: number): string {
  const bend = length * (lean + between(random, -0.25, 0.25));
  const width = length * between(random, 0.012, 0.024);
  const tip = [x + bend, y - length];
  const middle = [x + bend * 0.25, y - length * 0.6];
  return element('path', {
    d: `M${x - width} ${y}Q${(middle[0] ?? 0) - width} ${middle[1]} ${tip[0]} ${tip[1]}Q${(middle[0] ?? 0) + width} ${middle[1]} ${x + width} ${y}Z`,
    fill,
  });
}

/** Grass in the wind, in front of a low sun. */
export const blades: Motif = (canvas) => {
  const { width, height, palette, random } = canvas;
  const lean = between(random, 0.15, 0.4);
  const tufts = range(4).map((row) => {
    const fill = mix(palette.far, palette.near, row / 3);
    const list = range(70 + 20 * row).map(() => {
      const foot: Point = [between(random, -0.1, 1) * width, height * (1.02 + 0.01 * row)];
      return blade(canvas, foot, height * between(random, 0.25, 0.5) * (1.35 - 0.17 * row), fill, lean);
    });
    return list.join('');
  });
  const dune = terrain(
    canvas,
    ridge(canvas, { y: height * 0.72, amplitude: height * 0.05, hills: 0.7 }),
    mix(palette.far, palette.sky[1], 0.45),
  );
  const sun = disk(width * between(random, 0.25, 0.7), height * 0.34, height * 0.11, palette.light, 0.85);
  return background(canvas) + sun + dune + tufts.join('');
};

/** Ribs of sand, seen from above. */
export const sand: Motif = (canvas) => {
  const { height, palette } = canvas;
  const ribs = range(30).map((at) => {
    const y = (height * (at - 1)) / 28;
    const points = ridge(canvas, { y, amplitude: height * 0.022, hills: 1.6 });
    const lower: Point[] = points.map(([x, top]) => [x, top + height * 0.013]);
    return polyline(points, palette.near, height * 0.012, 0.3) + polyline(lower, palette.light, height * 0.009, 0.6);
  });
  return background(canvas) + ribs.join('');
};

/** The grain of a board with two knots. */
export const grain: Motif = (canvas) => {
  const { width, height, palette, random } = canvas;
  const knots: Point[] = range(2).map((at) => [width * (0.28 + 0.42 * at), height * between(random, 0.3, 0.7)]);
  const years = range(64).map((at) => {
    const y = (height * (at - 2)) / 60;
    const points = range(100).map((n): Point => {
      const x = (width * (n - 1)) / 97;
      const push = knots.reduce((sum, [kx, ky]) => {
        const distance = ((x - kx) / (width * 0.09)) ** 2;
        const side = y < ky ? -1 : 1;
        return sum + (side * height * 0.085 * Math.exp(-distance)) / (1 + (Math.abs(y - ky) / (height * 0.12)) ** 2);
      }, 0);
      return [x, y + push + Math.sin(x / (width * 0.13) + at * 0.13) * 9];
    });
    return polyline(points, palette.near, between(random, 1, 5), between(random, 0.15, 0.5));
  });
  const eyes = knots.flatMap(([x, y]) =>
    range(4).map((at) =>
      element('ellipse', { cx: x, cy: y, rx: 46 - 11 * at, ry: 34 - 8 * at, fill: palette.near, 'fill-opacity': 0.32 }),
    ),
  );
  return background(canvas) + years.join('') + eyes.join('');
};

/** Tiles of quarter circles, each turned at random. */
export const tiles: Motif = (canvas) => {
  const { width, height, palette, random } = canvas;
  const side = height / 6;
  const colors = [palette.far, palette.near, palette.accent, palette.light, mix(palette.far, palette.near, 0.5)];
  const list = range(Math.ceil(width / side) * 6).map((at) => {
    const [column, row] = [Math.floor(at / 6), at % 6];
    const color = () => colors[random(colors.length)] ?? palette.far;
    const turn = `translate(${column * side} ${row * side}) rotate(${90 * random(4)} ${side / 2} ${side / 2})`;
    const quarter = (radius: number, fill: string) =>
      element('path', { d: `M0 0H${radius}A${radius} ${radius} 0 0 1 0 ${radius}Z`, fill });
    return element(
      'g',
      { transform: turn },
      element('rect', { width: side + 1, height: side + 1, fill: mix(color(), palette.sky[1], 0.35) }),
      quarter(side, color()),
      quarter(side * 0.55, color()),
      random(3) === 0 ? disk(side * 0.8, side * 0.8, side * 0.1, palette.light) : '',
    );
  });
  return list.join('');
};

/** Rows of overlapping waves made of concentric arcs. */
export const waves: Motif = (canvas) => {
  const { width, height, palette } = canvas;
  const radius = width / 12;
  const rows = range(Math.ceil(height / (radius * 0.5)) + 3).map((row) => {
    const y = row * radius * 0.5;
    const share = Math.min(1, y / height);
    return range(9)
      .map((at) => {
        const x = (at - 1) * radius * 2 + (row % 2) * radius;
        const shades = [palette.light, mix(palette.sky[1], palette.near, share)];
        return range(5)
          .map((ring) =>
            disk(
              x,
              y + radius,
              radius * (1 - ring * 0.19),
              ring % 2 === 0 ? (shades[1] ?? '') : mix(shades[0] ?? '', shades[1] ?? '', 0.25 + share * 0.4),
            ),
          )
          .join('');
      })
      .join('');
  });
  return background(canvas) + rows.join('');
};

/** Lines of equal pressure around two centers. */
export const contours: Motif = (canvas) => {
  const { width, height, palette, random } = canvas;
  const centers = [
    { x: width * 0.3, y: height * 0.6, color: palette.near },
    { x: width * 0.78, y: height * 0.3, color: palette.accent },
  ];
  const systems = centers.map(({ x, y, color }, index) => {
    const phases = range(3).map(() => between(random, 0, 2 * Math.PI));
    return range(15).map((at) => {
      const radius = height * (0.045 + 0.062 * at);
      const points = range(91).map((n): Point => {
        const angle = (n * Math.PI) / 45;
        const bulge = phases.reduce(
          (sum, phase, k) => sum + (0.16 / (k + 1)) * Math.sin(angle * (k + 2) + phase + at * 0.13),
          1,
        );
        return [x + Math.cos(angle) * radius * bulge * 1.25, y + Math.sin(angle) * radius * bulge];
      });
      return polyline(points, color, at % 5 === 0 ? 5 : 2.2, 0.85 - 0.045 * at - 0.1 * index);
    });
  });
  const marks = centers.map(({ x, y, color }) => disk(x, y, height * 0.014, color));
  return background(canvas) + systems.flat().join('') + marks.join('');
};
