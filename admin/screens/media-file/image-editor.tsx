// Crops, rotates and flips an image. The result is a new file, and the image stays as it is.
import { useQuery } from '@tanstack/react-query';
import { __, sprintf } from '@wordpress/i18n';
import { useState } from 'react';
import { editImage, type VersionedMedia } from '../../data/resources/media.ts';
import { Labelled } from '../../ui/fields/labelled.tsx';
import { imageUrl } from '../../ui/media-preview.tsx';
import { toError } from '../../ui/to-error.ts';
import { useModal } from '../../ui/use-modal.ts';
import { CropStage } from './crop-stage.tsx';
import {
  type Area,
  clampArea,
  type Dimensions,
  flip,
  modifiersOf,
  type Orientation,
  orientedDimensions,
  rotate,
  upright,
  wholeOf,
} from './image-changes.ts';

interface Props {
  readonly version: VersionedMedia;
  readonly close: () => void;
  /** Runs after the new file was stored. */
  readonly onSaved: (id: number) => void;
}

/** A dialog that edits an image. */
export function ImageEditor(props: Props) {
  const [isSaving, setSaving] = useState(false);
  const dialog = useModal(!isSaving);
  const url = imageUrl(props.version.item, 1024);
  const { data: image, error } = useQuery({ queryKey: ['image-dimensions', url], queryFn: () => measure(url) });
  return (
    <dialog
      ref={dialog}
      className="confirm wide image-editor"
      aria-label={__('Crop and rotate')}
      onCancel={props.close}
    >
      <h2>{__('Crop and rotate')}</h2>
      {error && (
        <p role="alert" className="error">
          {__('The image could not be loaded.')}
        </p>
      )}
      {image ? (
        <Editor {...props} {...{ url, isSaving, setSaving }} image={scaleTo(image, props.version)} />
      ) : (
        <p className="buttons">
          <button type="button" className="button" onClick={props.close}>
            {__('Cancel')}
          </button>
        </p>
      )}
    </dialog>
  );
}

/** Returns the dimensions of the whole image, of which a smaller size is displayed. */
function scaleTo(displayed: Dimensions, { item }: VersionedMedia): Dimensions {
  const { width = displayed.width, height = displayed.height } = item.media_details;
  const isTurned = width > height !== displayed.width > displayed.height;
  return isTurned ? { width: height, height: width } : { width, height };
}

async function measure(url: string): Promise<Dimensions> {
  const image = new Image();
  image.src = url;
  await image.decode();
  return { width: image.naturalWidth, height: image.naturalHeight };
}

interface EditorProps extends Props {
  readonly url: string;
  readonly image: Dimensions;
  readonly isSaving: boolean;
  readonly setSaving: (isSaving: boolean) => void;
}

function Editor({ version, close, onSaved, url, image, isSaving, setSaving }: EditorProps) {
  const [orientation, setOrientation] = useState(upright);
  const [area, setArea] = useState(wholeOf(image));
  const [error, setError] = useState<Error>();
  const box = orientedDimensions(image, orientation);
  const modifiers = modifiersOf(image, orientation, area);
  const turn = (changed: Orientation) => {
    setOrientation(changed);
    setArea(wholeOf(orientedDimensions(image, changed)));
  };
  const save = async () => {
    setSaving(true);
    setError(undefined);
    try {
      onSaved((await editImage(version, modifiers)).item.id);
    } catch (reason) {
      setError(toError(reason));
      setSaving(false);
    }
  };
  return (
    <>
      <CropStage {...{ url, image, orientation, area }} change={setArea} />
      <Turns orientation={orientation} turn={turn} />
      <AreaFields area={area} box={box} change={setArea} />
      <p role="status" className="quiet">
        {/* translators: 1: width, 2: height of an image, in pixels. */}
        {sprintf(__('The new image has %1$d × %2$d pixels. The original stays unchanged.'), area.width, area.height)}
      </p>
      {error && (
        <p role="alert" className="error">
          {error.message}
        </p>
      )}
      <p className="buttons">
        <button type="button" className="button" disabled={isSaving} onClick={close}>
          {__('Cancel')}
        </button>
        <button
          type="button"
          className="button"
          disabled={isSaving || modifiers.length === 0}
          onClick={() => turn(upright)}
        >
          {__('Reset')}
        </button>
        <button
          type="button"
          className="button primary"
          disabled={isSaving || modifiers.length === 0}
          onClick={() => void save()}
        >
          {isSaving ? __('Saving…') : __('Save as a new file')}
        </button>
      </p>
    </>
  );
}

interface TurnsProps {
  readonly orientation: Orientation;
  readonly turn: (orientation: Orientation) => void;
}

function Turns({ orientation, turn }: TurnsProps) {
  const turns = [
    [__('Rotate left'), rotate(orientation, -90)],
    [__('Rotate right'), rotate(orientation, 90)],
    [__('Flip horizontally'), flip(orientation, 'horizontal')],
    [__('Flip vertically'), flip(orientation, 'vertical')],
  ] as const;
  return (
    <p className="turns">
      {turns.map(([label, turned]) => (
        <button key={label} type="button" className="button" onClick={() => turn(turned)}>
          {label}
        </button>
      ))}
    </p>
  );
}

interface AreaProps {
  readonly area: Area;
  readonly box: Dimensions;
  readonly change: (area: Area) => void;
}

/** Fields for the position and the dimensions of the area, in pixels. */
function AreaFields({ area, box, change }: AreaProps) {
  const fields = [
    ['left', __('Left'), 0, box.width - area.width],
    ['top', __('Top'), 0, box.height - area.height],
    ['width', __('Width'), 1, box.width],
    ['height', __('Height'), 1, box.height],
  ] as const;
  return (
    <fieldset className="area-fields">
      <legend>{__('Area to keep, in pixels')}</legend>
      {fields.map(([name, label, min, max]) => (
        <PixelField
          key={name}
          {...{ label, min, max }}
          value={area[name]}
          change={(value) => change(clampArea({ ...area, [name]: value }, box))}
        />
      ))}
    </fieldset>
  );
}

interface PixelFieldProps {
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly value: number;
  readonly change: (value: number) => void;
}

/** A field for a number of pixels. While the user types, it may be empty or out of range; the area follows as far as it can. */
function PixelField({ label, min, max, value, change }: PixelFieldProps) {
  const [typed, setTyped] = useState<string>();
  return (
    <Labelled label={label}>
      {(control) => (
        <input
          {...control}
          type="number"
          {...{ min, max }}
          value={typed ?? String(value)}
          onChange={({ target }) => {
            setTyped(target.value);
            if (target.value !== '') change(Number(target.value));
          }}
          onBlur={() => setTyped(undefined)}
        />
      )}
    </Labelled>
  );
}
