import {
  AV_CODEC_FLAG_BITEXACT,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_SAMPLE_FMT_FLTP,
  FF_ENCODER_AAC,
} from 'node-av/constants'
import { Codec, CodecContext, Rational, avChannelLayoutDefault } from 'node-av/lib'
import { check } from '../ffmpeg/task-failure.ts'
import { Encoder } from './encoder.ts'
import type { AudioQuality } from './quality-steps.ts'

export const SAMPLE_RATE = 48_000
/** Samples in a frame of AAC. */
export const FRAME_SAMPLES = 1024

/** Opens FFmpeg's AAC encoder, at 48 kHz. */
export async function openAudioEncoder({ channels, bitrate }: AudioQuality): Promise<Encoder> {
  const codec = Codec.findEncoderByName(FF_ENCODER_AAC)
  const context = new CodecContext()
  context.allocContext3(codec)
  Object.assign(context, {
    sampleRate: SAMPLE_RATE,
    sampleFormat: AV_SAMPLE_FMT_FLTP,
    bitRate: BigInt(bitrate),
  })
  Object.assign(context, {
    channelLayout: avChannelLayoutDefault(channels),
    timeBase: new Rational(1, SAMPLE_RATE),
  })
  // Without the name and version of the program.
  context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER, AV_CODEC_FLAG_BITEXACT)
  check(await context.open2(codec), 'open the audio encoder')
  return new Encoder(context, BigInt(FRAME_SAMPLES))
}
