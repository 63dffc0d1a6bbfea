import { AV_CODEC_FLAG_GLOBAL_HEADER, AV_PIX_FMT_YUV420P, FF_ENCODER_LIBX264 } from 'node-av/constants'
import { Codec, CodecContext, Dictionary, Rational } from 'node-av/lib'
import { check } from '../ffmpeg/task-failure.ts'
import { Encoder } from './encoder.ts'
import type { Colours } from '../input/colours.ts'
import type { VideoQuality } from './quality.ts'

const BUFFER_SECONDS = 2

/** Opens x264: High profile, 8-bit 4:2:0, keyframes at equal distances. */
export async function openVideoEncoder(
  quality: VideoQuality,
  colours: Colours,
  threads: number,
): Promise<Encoder> {
  const codec = Codec.findEncoderByName(FF_ENCODER_LIBX264)
  const context = new CodecContext()
  context.allocContext3(codec)
  const { width, height, rate, keyframeDistance, crf, maxBitrate } = quality
  const frameRate = new Rational(rate.num, rate.den)
  Object.assign(context, { width, height, pixelFormat: AV_PIX_FMT_YUV420P, framerate: frameRate })
  Object.assign(context, { timeBase: frameRate.inv(), gopSize: keyframeDistance, threadCount: threads })
  Object.assign(context, { rcMaxRate: BigInt(maxBitrate), rcBufferSize: maxBitrate * BUFFER_SECONDS })
  Object.assign(context, colours)
  context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER)
  const options = { preset: 'veryfast', profile: 'high', crf, keyint_min: keyframeDistance, sc_threshold: 0 }
  check(await context.open2(codec, Dictionary.fromObject(options)), 'open the video encoder')
  return new Encoder(context, 1n)
}
