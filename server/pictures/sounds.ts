// What the headers of sounds and films tell (media-fonts-and-oembed.md, A6).
import { parseFile } from 'music-metadata';

export type SoundDetails = Readonly<Record<string, string | number | boolean>>;

const dataFormats: Readonly<Record<string, string>> = {
  WAVE: 'wav',
  MPEG: 'mp3',
  Ogg: 'ogg',
  FLAC: 'flac',
  ADTS: 'aac',
};

/** The details of a sound or film; empty where its headers cannot be read. */
export async function soundDetails(path: string, type: string): Promise<SoundDetails> {
  const read = await parseFile(path, { duration: false, skipCovers: true }).catch(() => undefined);
  if (!read) return {};
  const { format, common } = read;
  const channels = format.numberOfChannels;
  const dataformat = dataFormats[format.container ?? ''] ?? format.container?.toLowerCase();
  const unpacked =
    channels && format.sampleRate && format.bitsPerSample
      ? channels * format.sampleRate * format.bitsPerSample
      : undefined;
  const seconds = format.duration === undefined ? undefined : Math.round(format.duration);
  return present({
    dataformat,
    bitrate_mode: format.codecProfile?.startsWith('V') ? 'vbr' : 'cbr',
    channels,
    sample_rate: format.sampleRate,
    bitrate: format.bitrate && Math.round(format.bitrate),
    bits_per_sample: format.bitsPerSample,
    lossless: format.lossless,
    channelmode: channels === 1 ? 'mono' : channels === 2 ? 'stereo' : undefined,
    compression_ratio: unpacked && format.bitrate ? format.bitrate / unpacked : undefined,
    fileformat: dataformat,
    mime_type: type,
    length: seconds,
    length_formatted: seconds === undefined ? undefined : clock(seconds),
    title: common.title,
    artist: common.artist,
    album: common.album,
  });
}

const two = (n: number) => String(n).padStart(2, '0');

/** Seconds as `0:01`, `1:02:03`. */
function clock(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

function present(values: Readonly<Record<string, string | number | boolean | undefined>>): SoundDetails {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== ''),
  ) as SoundDetails;
}
