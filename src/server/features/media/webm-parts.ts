import { type Element, HEADER_BYTES, type OpenElement, requireKnownSize, readHeader } from './ebml.ts'
import type { FileBytes } from './file-bytes.ts'
import { unusableFile } from './unusable-file.ts'

const SEGMENT = 0x18538067
const CLUSTER = 0x1f43b675
/** Ids of the elements in a cluster: timestamp, blocks, and `Void` fillers. */
const CLUSTER_PARTS = new Set([0xe7, 0x5854, 0xa7, 0xab, 0xa3, 0xa0, 0xaf, 0xec, 0xbf])

/** Reads the element header at an offset of the file. */
export async function readHeaderAt(file: FileBytes, at: number, limit: number): Promise<OpenElement> {
  return readHeader(await file.read(at, HEADER_BYTES), at, limit)
}

/**
 * Reads the elements of the segment without its clusters, which contain video and audio. In recordings of browsers a
 * cluster has an unknown size: the first element that cannot be in a cluster ends it.
 */
export async function readSegmentElements(file: FileBytes, segment: OpenElement): Promise<Element[]> {
  // Browsers do not read the elements after it.
  if (segment.id !== SEGMENT || (segment.end ?? file.size) !== file.size) throw unusableFile('brokenVideo')
  const parts: Element[] = []
  let isInCluster = false
  let at = segment.content
  for (let seen = 1; at < file.size; seen++) {
    const part = await readHeaderAt(file, at, file.size)
    if (part.id === CLUSTER) {
      isInCluster = part.end === null
      at = part.end ?? part.content
    } else {
      isInCluster &&= CLUSTER_PARTS.has(part.id)
      if (!isInCluster) parts.push(requireKnownSize(part))
      at = requireKnownSize(part).end
    }
    if (seen > MAX_ELEMENTS || parts.length > MAX_PARTS) throw unusableFile('brokenVideo')
  }
  return parts
}

/** Recordings by browsers have one element per frame: enough for more than an hour of video and audio. */
const MAX_ELEMENTS = 500_000
const MAX_PARTS = 1000
