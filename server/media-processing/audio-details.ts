// Reads details from the headers of audio and video files (media-fonts-and-oembed.md, A6).
import { parseFile } from 'music-metadata';

export type AudioDetails = Readonly<Record<string, string | number | boolean>>;

const dataFormats: Readonly<Record<string, string>> = {
  WAVE: 'wav',
  MPEG: 'mp3',
  Ogg: 'ogg',
  FLAC: 'flac',
  ADTS: 'aac',
};

/** Returns the details of an audio or video file; empty when its headers cannot be read. */
export async function readAudioDetails(path: string, type: string): Promise<AudioDetails> {
  const read = await parseFile(path, { duration: false, skipCovers: true }).catch(() => undefined);
  if (!read) return {};
  const { format, common } = read;
  const channels = format.numberOfChannels;
  const dataformat = dataFormats[format.container ?? ''] ?? format.container?.toLowerCase();
  const uncompressedBitrate =
    channels && format.sampleRate && format.bitsPerSample
      ? channels * format.sampleRate * format.bitsPerSample
      : undefined;
  const seconds = format.duration === undefined ? undefined : Math.round(format.duration);
  return omitEmpty({
    dataformat,
    bitrate_mode: format.codecProfile?.startsWith('V') ? 'vbr' : 'cbr',
    channels,
    sample_rate: format.sampleRate,
    bitrate: format.bitrate && Math.round(format.bitrate),
    bits_per_sample: format.bitsPerSample,
    lossless: format.lossless,
    channelmode: channels === 1 ? 'mono' : channels === 2 ? 'stereo' : undefined,
    compression_ratio: uncompressedBitrate && format.bitrate ? format.bitrate / uncompressedBitrate : undefined,
    fileformat: dataformat,
    mime_type: type,
    length: seconds,
    length_formatted: seconds === undefined ? undefined : formatDuration(seconds),
    title: common.title,
    artist: common.artist,
    album: common.album,
  });
}

const twoDigits = (n: number) => String(n).padStart(2, '0');

/** Formats a duration in seconds as `0:01` or `1:02:03`. */
function formatDuration(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0
    ? `${hours}:${twoDigits(minutes)}:${twoDigits(seconds % 60)}`
    : `${minutes}:${twoDigits(seconds % 60)}`;
}

function omitEmpty(values: Readonly<Record<string, string | number | boolean | undefined>>): AudioDetails {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== ''),
  ) as AudioDetails;
}
