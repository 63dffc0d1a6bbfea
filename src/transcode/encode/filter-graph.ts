import { AVERROR_EOF } from 'node-av/constants'
import { Filter, type FilterContext, FilterGraph, FilterInOut, Frame } from 'node-av/lib'
import { check } from '../ffmpeg/task-failure.ts'

type Kind = { source: 'buffer' | 'abuffer'; sink: 'buffersink' | 'abuffersink' }
export const VIDEO: Kind = { source: 'buffer', sink: 'buffersink' }
export const AUDIO: Kind = { source: 'abuffer', sink: 'abuffersink' }

/** A chain of FFmpeg's filters for frames of one size and format. */
export class FilterChain {
  readonly #graph = new FilterGraph()
  readonly #source: FilterContext
  readonly #sink: FilterContext
  readonly #frame = new Frame()

  /** `input` describes the frames, as the options of the source filter. */
  constructor(kind: Kind, input: string, filters: string, threads = 1) {
    this.#graph.alloc()
    this.#graph.nbThreads = threads
    this.#frame.alloc()
    this.#source = this.#create(kind.source, input)
    this.#sink = this.#create(kind.sink)
    const outputs = endpoint('in', this.#source)
    const inputs = endpoint('out', this.#sink)
    check(this.#graph.parsePtr(filters, inputs, outputs), `create the filters ${filters}`)
    check(this.#graph.configSync(), `configure the filters ${filters}`)
  }

  /** Yields what becomes of a frame, or the remaining frames without one. A frame is valid until the next one. */
  *filter(frame: Frame | null): Generator<Frame> {
    check(this.#source.buffersrcAddFrameSync(frame), 'filter a frame')
    for (;;) {
      const code = this.#sink.buffersinkGetFrameSync(this.#frame)
      if (code === AVERROR_EOF || code < 0) return
      yield this.#frame
      this.#frame.unref()
    }
  }

  close(): void {
    this.#frame.free()
    this.#graph.free()
  }

  #create(name: string, options: string | null = null): FilterContext {
    const filter = Filter.getByName(name)
    const context = filter && this.#graph.createFilter(filter, name, options)
    if (!context) throw new Error(`FFmpeg has no filter ${name} with ${options}`)
    return context
  }
}

export const hasFilter = (name: string): boolean => Filter.getByName(name) !== null

function endpoint(name: string, filterCtx: FilterContext): FilterInOut {
  const end = new FilterInOut()
  end.alloc()
  Object.assign(end, { name, filterCtx, padIdx: 0 })
  return end
}
