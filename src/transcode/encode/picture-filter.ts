import { AV_FRAME_FLAG_INTERLACED } from 'node-av/constants'
import type { Frame } from 'node-av/lib'
import { type Colours, coloursOf, isHdr } from '../input/colours.ts'
import type { Rate } from '../input/frame-rate.ts'
import { type Orientation, type Size, displaySize } from '../input/picture-size.ts'
import { FilterChain, VIDEO, hasFilter } from './filter-graph.ts'

/** `colours` are those of all pictures that the filter yields. */
type Target = Size & { rate: Rate; orientation: Orientation; colours: Colours; threads: number }

/** Turns, scales and converts pictures to 8-bit 4:2:0 for displays without HDR. The size of the frames may change. */
export class PictureFilter {
  readonly #target: Target
  #chain: FilterChain | null = null
  #chainInput = ''

  constructor(target: Target) {
    this.#target = target
  }

  /** Yields what becomes of a frame, or the remaining frames without one. A frame is valid until the next one. */
  *filter(frame: Frame | null): Generator<Frame> {
    if (frame) {
      // Without these, the scaler would convert by other colours than those in which the picture is shown.
      Object.assign(frame, coloursOf(frame))
      const input = this.#describe(frame)
      if (input !== this.#chainInput) {
        yield* this.#end()
        this.#chain = new FilterChain(VIDEO, input, this.#filtersFor(frame), this.#target.threads)
        this.#chainInput = input
      }
      if (this.#chain) yield* this.#chain.filter(frame)
    } else yield* this.#end()
  }

  *#end(): Generator<Frame> {
    if (this.#chain) yield* this.#chain.filter(null)
    this.#chain?.close()
    this.#chain = null
    this.#chainInput = ''
  }

  #describe(frame: Frame): string {
    const { num, den } = this.#target.rate
    const aspect = frame.sampleAspectRatio
    return [
      `video_size=${frame.width}x${frame.height}`,
      `pix_fmt=${frame.format}`,
      `time_base=${den}/${num}`,
      `pixel_aspect=${Math.max(0, aspect.num)}/${Math.max(1, aspect.den)}`,
      `colorspace=${frame.colorSpace}`,
      `range=${frame.colorRange}`,
    ].join(':')
  }

  #filtersFor(frame: Frame): string {
    const { orientation } = this.#target
    const isInterlaced = frame.hasFlags(AV_FRAME_FLAG_INTERLACED)
    return [
      ...(isInterlaced ? ['yadif=deint=interlaced'] : []),
      ...turns(orientation),
      ...this.#fit(displaySize(frame, frame.sampleAspectRatio, orientation.rotation), frame),
      ...(isHdr(frame) && hasFilter('tonemapx')
        ? ['format=yuv420p10', 'tonemapx=tonemap=bt2390:desat=0:p=bt709:t=bt709:m=bt709:r=tv:format=yuv420p']
        : []),
      'format=yuv420p',
      'setsar=1',
    ].join(',')
  }

  /** Scales the picture into the target, with black bars when a frame has another shape than the first one. */
  #fit(shown: Size, frame: Frame): string[] {
    const { width, height, colours } = this.#target
    const { colorSpace } = frame
    const factor = Math.min(width / shown.width, height / shown.height)
    const inside = (length: number, limit: number) =>
      Math.abs(limit - length * factor) < 4 ? limit : Math.max(2, Math.floor((length * factor) / 2) * 2)
    const [w, h] = [inside(shown.width, width), inside(shown.height, height)]
    // HDR is converted by the tone mapping.
    const isOther = colorSpace !== colours.colorSpace && !isHdr(frame)
    const matrix = isOther ? `:out_color_matrix=${colours.colorSpace}` : ''
    const scale = `scale=w=${w}:h=${h}:out_range=tv${matrix}`
    return w === width && h === height ? [scale] : [scale, `pad=${width}:${height}:-1:-1`]
  }
}

function turns({ rotation, isMirrored }: Orientation): string[] {
  const byRotation = { 0: [], 90: ['transpose=clock'], 180: ['hflip', 'vflip'], 270: ['transpose=cclock'] }
  return [...(isMirrored ? ['hflip'] : []), ...byRotation[rotation]]
}
