// The image that is edited, with the area to which it is cropped, which the user can drag.
import { type PointerEvent, useRef } from 'react';
import {
  type Area,
  clampArea,
  type Dimensions,
  type Orientation,
  orientedDimensions,
  transformOf,
} from './image-changes.ts';

interface Props {
  readonly url: string;
  readonly image: Dimensions;
  readonly orientation: Orientation;
  readonly area: Area;
  readonly change: (area: Area) => void;
}

/** The dragged part: the area, one of its corners, or a new area. */
type Target = 'area' | 'new' | 'start-start' | 'start-end' | 'end-start' | 'end-end';

interface Drag {
  readonly target: Target;
  /** The position of the pointer at the start, in pixels of the image. */
  readonly from: readonly [number, number];
  readonly area: Area;
}

const corners = ['start-start', 'start-end', 'end-start', 'end-end'] as const;

/** The image with its area. Keyboards and screen readers use the fields with the numbers instead. */
export function CropStage({ url, image, orientation, area, change }: Props) {
  const svg = useRef<SVGSVGElement>(null);
  const drag = useRef<Drag>();
  const box = orientedDimensions(image, orientation);
  const handle = Math.max(box.width, box.height) / 40;
  const positionOf = ({ clientX, clientY }: PointerEvent): readonly [number, number] => {
    const { left, top, width, height } = svg.current?.getBoundingClientRect() ?? new DOMRect();
    return [((clientX - left) / width) * box.width, ((clientY - top) / height) * box.height];
  };
  const start = (target: Target) => (event: PointerEvent) => {
    event.stopPropagation();
    event.preventDefault();
    svg.current?.setPointerCapture(event.pointerId);
    drag.current = { target, from: positionOf(event), area };
  };
  const move = (event: PointerEvent) => {
    if (drag.current) change(clampArea(draggedArea(drag.current, positionOf(event)), box));
  };
  const end = () => {
    drag.current = undefined;
  };
  const { left, top, width, height } = area;
  return (
    <svg
      ref={svg}
      className="crop-stage"
      viewBox={`0 0 ${box.width} ${box.height}`}
      style={{ aspectRatio: `${box.width} / ${box.height}` }}
      aria-hidden="true"
      onPointerDown={start('new')}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
    >
      <image href={url} width={image.width} height={image.height} transform={transformOf(image, orientation)} />
      <path
        className="outside"
        fillRule="evenodd"
        d={`M0 0H${box.width}V${box.height}H0Z M${left} ${top}h${width}v${height}h${-width}Z`}
      />
      <rect className="area" x={left} y={top} width={width} height={height} onPointerDown={start('area')} />
      {corners.map((corner) => (
        <circle
          key={corner}
          className={`corner ${corner}`}
          cx={corner.endsWith('end') ? left + width : left}
          cy={corner.startsWith('end') ? top + height : top}
          r={handle}
          onPointerDown={start(corner)}
        />
      ))}
    </svg>
  );
}

/** Returns the area after the pointer was moved to a position. The first part of the name of a corner is the vertical one. */
function draggedArea({ target, from: [fromX, fromY], area }: Drag, [x, y]: readonly [number, number]): Area {
  const { left, top, width, height } = area;
  if (target === 'area') return { ...area, left: left + x - fromX, top: top + y - fromY };
  if (target === 'new') return areaBetween([fromX, fromY], [x, y]);
  const opposite = [
    target.endsWith('end') ? left : left + width,
    target.startsWith('end') ? top : top + height,
  ] as const;
  return areaBetween(opposite, [x, y]);
}

const areaBetween = ([x, y]: readonly [number, number], [toX, toY]: readonly [number, number]): Area => ({
  left: Math.max(0, Math.min(x, toX)),
  top: Math.max(0, Math.min(y, toY)),
  width: Math.abs(toX - x),
  height: Math.abs(toY - y),
});
