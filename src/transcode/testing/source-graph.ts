import { Filter, FilterGraph, FilterInOut, Frame } from 'node-av/lib'
import { check } from '../ffmpeg/task-failure.ts'

/** Yields the frames of a chain of filters that begins with a source. A frame is valid until the next one. */
export function* framesOf(filters: string, sinkName: 'buffersink' | 'abuffersink'): Generator<Frame> {
  const graph = new FilterGraph()
  graph.alloc()
  const filter = Filter.getByName(sinkName)
  const sink = filter && graph.createFilter(filter, 'sink')
  if (!sink) throw new Error(`there is no ${sinkName}`)
  const end = new FilterInOut()
  end.alloc()
  Object.assign(end, { name: 'out', filterCtx: sink, padIdx: 0 })
  check(graph.parsePtr(`${filters}[out]`, end, null), 'create the source')
  check(graph.configSync(), 'configure the source')
  const frame = new Frame()
  frame.alloc()
  while (sink.buffersinkGetFrameSync(frame) >= 0) {
    yield frame
    frame.unref()
  }
  graph.free()
}
