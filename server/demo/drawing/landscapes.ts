// Draws landscapes.
import {
  band,
  between,
  blur,
  type Canvas,
  disk,
  element,
  line,
  type Motif,
  mix,
  type Point,
  polyline,
  radialGradient,
  range,
  ridge,
  terrain,
  verticalGradient,
} from './canvas.ts';

/** Returns the sky, and a sun or moon with a halo around it. */
function sky(canvas: Canvas, x: number, y: number, radius: number): string {
  const { palette } = canvas;
  return [
    verticalGradient('sky', [
      [0, palette.sky[0]],
      [1, palette.sky[1]],
    ]),
    radialGradient('halo', [
      [0, palette.light, 0.75],
      [0.3, palette.light, 0.25],
      [1, palette.light, 0],
    ]),
    band(canvas, 'url(#sky)'),
    disk(x, y, radius * 5.5, 'url(#halo)'),
    disk(x, y, radius, palette.light),
  ].join('');
}

/** Returns ridges one behind another, from the most distant one to the nearest one. */
function ridges(canvas: Canvas, count: number, top: number, bottom: number): string {
  const { palette, height } = canvas;
  return range(count)
    .map((at) => {
      const share = count === 1 ? 1 : at / (count - 1);
      const y = height * (top + (bottom - top) * share);
      const points = ridge(canvas, { y, amplitude: height * (0.05 + 0.035 * share), hills: 1.1 + 0.5 * (1 - share) });
      return terrain(canvas, points, mix(palette.far, palette.near, share ** 1.2));
    })
    .join('');
}

/** Hills behind one another under a low sun. */
export const hills: Motif = (canvas) => {
  const { width, height, random } = canvas;
  const x = width * between(random, 0.25, 0.75);
  return sky(canvas, x, height * 0.36, height * 0.07) + ridges(canvas, 6, 0.48, 0.9);
};

/** Hills whose valleys are filled with fog. */
export const fog: Motif = (canvas) => {
  const { width, height, palette, random } = canvas;
  const mist = verticalGradient('mist', [
    [0, palette.sky[1], 0],
    [0.55, palette.sky[1], 0.8],
    [1, palette.sky[1], 0.95],
  ]);
  const layers = range(6).map((at) => {
    const y = height * (0.36 + 0.115 * at);
    const color = mix(palette.far, palette.near, at / 6);
    const points = ridge(canvas, { y, amplitude: height * 0.06, hills: 1.7 - 0.15 * at });
    return terrain(canvas, points, color) + band(canvas, 'url(#mist)', y - height * 0.03, height * 0.24);
  });
  return sky(canvas, width * between(random, 0.6, 0.8), height * 0.24, height * 0.05) + mist + layers.join('');
};

function stars({ width, height, palette, random }: Canvas): string {
  return range(220)
    .map(() => {
      const y = height * 0.72 * between(random, 0, 1) ** 1.3;
      const size = between(random, 0.5, 1) ** 3 * 2.4;
      return disk(between(random, 0, width), y, size, palette.light, between(random, 0.35, 1));
    })
    .join('');
}

/** Hills at night under the moon. */
export const night: Motif = (canvas) => {
  const { width, height, random } = canvas;
  const x = width * between(random, 0.2, 0.8);
  return sky(canvas, x, height * 0.27, height * 0.06) + stars(canvas) + ridges(canvas, 4, 0.6, 0.88);
};

/** A pale road that leads over hills at night. */
export const road: Motif = (canvas) => {
  const { width, height, palette } = canvas;
  const bends: Point[] = range(40).map((at) => {
    const share = at / 39;
    return [width * (0.56 + 0.13 * Math.sin(share * 7) * (1 - share * 0.6)), height * (1.02 - 0.36 * share)];
  });
  const pieces = bends.slice(1).map((to, at) => {
    const from = bends[at] ?? to;
    return line(from, to, mix(palette.light, palette.far, 0.25 + 0.4 * (at / 39)), 2 + 46 * (1 - at / 39) ** 2);
  });
  const ground = terrain(canvas, ridge(canvas, { y: height * 0.66, amplitude: height * 0.03, hills: 1 }), palette.near);
  const glow = element('g', { opacity: 0.7 }, ...pieces);
  return (
    sky(canvas, width * 0.24, height * 0.2, height * 0.035) +
    stars(canvas) +
    ridges(canvas, 2, 0.55, 0.6) +
    ground +
    glow
  );
};

/** Returns horizontal glints on water, which become longer toward the bottom. */
function glints({ width, palette, random }: Canvas, top: number, bottom: number, count: number): string {
  return range(count)
    .map(() => {
      const share = between(random, 0, 1) ** 1.5;
      const [x, y] = [between(random, -0.1, 1.1) * width, top + (bottom - top) * share];
      const half = width * between(random, 0.01, 0.08) * (0.3 + share);
      return line([x - half, y], [x + half, y], palette.light, 1 + 2.5 * share, between(random, 0.08, 0.4));
    })
    .join('');
}

/** Returns curved ripples in sand. */
function ripples(canvas: Canvas, top: number, count: number): string {
  const { height, palette } = canvas;
  return range(count)
    .map((at) => {
      const share = at / count;
      const points = ridge(canvas, { y: top + (height - top) * share ** 1.4, amplitude: 3 + 22 * share, hills: 2.2 });
      return polyline(points, mix(palette.near, palette.light, 0.75), 1.5 + 6 * share, 0.3);
    })
    .join('');
}

/** A low shore: sky, sea and rippled sand. */
export const shore: Motif = (canvas) => {
  const { width, height, palette, random } = canvas;
  const [horizon, beach] = [height * 0.46, height * 0.62];
  const sea = verticalGradient('sea', [
    [0, mix(palette.far, palette.sky[1], 0.35)],
    [1, mix(palette.near, palette.far, 0.45)],
  ]);
  const sand = ridge(canvas, { y: beach, amplitude: height * 0.02, hills: 0.8 });
  return [
    sky(canvas, width * between(random, 0.3, 0.7), height * 0.34, height * 0.055),
    sea + band(canvas, 'url(#sea)', horizon),
    glints(canvas, horizon, beach, 130),
    terrain(canvas, sand, mix(palette.near, palette.sky[1], 0.42)),
    ripples(canvas, beach + height * 0.02, 26),
  ].join('');
};

/** A row of poles that mark a road across the sand. */
export const poles: Motif = (canvas) => {
  const { width, height, palette } = canvas;
  const row = range(9).map((at) => {
    const share = (at / 8) ** 1.9;
    const [x, foot] = [width * (0.47 + 0.36 * share), height * (0.5 + 0.44 * share)];
    const top = foot - height * (0.035 + 0.33 * share);
    const tuft = range(5).map((n) =>
      line(
        [x, top + height * 0.03 * share],
        [x + (n - 2) * 9 * share, top - height * 0.05 * share],
        palette.near,
        1 + 4 * share,
      ),
    );
    const reflection = line([x, foot], [x, foot + (foot - top) * 0.45], palette.near, 2 + 8 * share, 0.25);
    return reflection + line([x, foot], [x, top], palette.near, 2 + 10 * share) + tuft.join('');
  });
  return shore(canvas) + row.join('');
};

/** Steam that rises from a cold sea in front of the sun. */
export const smoke: Motif = (canvas) => {
  const { width, height, palette, random } = canvas;
  const horizon = height * 0.55;
  const wisps = range(60).map(() => {
    const x = between(random, -0.05, 1.05) * width;
    const foot = between(random, horizon, height);
    const rise = height * between(random, 0.08, 0.3);
    const points: Point[] = range(7).map((at) => [x + Math.sin(at * 1.1 + x) * rise * 0.12, foot - (rise * at) / 6]);
    return polyline(points, palette.light, between(random, 14, 46), between(random, 0.05, 0.18));
  });
  return [
    blur('soft', 12),
    sky(canvas, width * 0.62, height * 0.4, height * 0.075),
    band(canvas, mix(palette.far, palette.near, 0.5), horizon, undefined, 0.75),
    glints(canvas, horizon, height, 160),
    element('g', { filter: 'url(#soft)' }, ...wisps),
  ].join('');
};

/** Returns a building with a gable, and with windows of which some are lit. */
function building({ palette, random }: Canvas, x: number, ground: number, width: number, storey: number): string {
  const storeys = 2 + random(2);
  const top = ground - storeys * storey;
  const wall = mix(palette.near, palette.far, between(random, 0.02, 0.3));
  const gable = `M${x} ${top}L${x + width / 2} ${top - width * between(random, 0.35, 0.6)}L${x + width} ${top}V${ground}H${x}Z`;
  const columns = width > storey * 1.1 ? 3 : 2;
  const windows = range(storeys * columns).map((at) => {
    const [column, row] = [at % columns, Math.floor(at / columns)];
    const isLit = random(3) === 0;
    return element('rect', {
      x: x + (width * (column + 0.5)) / columns - width * 0.07,
      y: top + storey * (row + 0.25),
      ...{
        width: width * 0.14,
        height: storey * 0.45,
        fill: isLit ? palette.accent : mix(palette.near, palette.sky[0], 0.4),
      },
    });
  });
  return element('path', { d: gable, fill: wall }) + windows.join('');
}

/** A street of narrow houses. */
export const town: Motif = (canvas) => {
  const { width, height, palette, random } = canvas;
  const ground = height * 0.86;
  const buildings: string[] = [];
  for (let x = -width * 0.03; x < width; ) {
    const own = width * between(random, 0.07, 0.13);
    buildings.push(building(canvas, Math.round(x), ground, Math.round(own), Math.round(height * 0.13)));
    x += own + (random(6) === 0 ? width * 0.03 : 0);
  }
  return [
    sky(canvas, width * 0.7, height * 0.3, height * 0.05),
    ridges(canvas, 2, 0.62, 0.7),
    ...buildings,
    band(canvas, palette.near, ground),
    range(14)
      .map(() =>
        line(
          [between(random, 0, width), ground + between(random, 20, 110)],
          [between(random, 0, width), ground + 60],
          palette.accent,
          2,
          0.08,
        ),
      )
      .join(''),
  ].join('');
};
