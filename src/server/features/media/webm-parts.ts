import { type Element, HEADER_BYTES, type OpenElement, closed, readHeader } from './ebml.ts'
import type { FileBytes } from './file-bytes.ts'
import { unusable } from './unusable-file.ts'

const SEGMENT = 0x18538067
const CLUSTER = 0x1f43b675
/** What a cluster holds: its time, its blocks, and fillers. */
const CLUSTER_PARTS = new Set([0xe7, 0x5854, 0xa7, 0xab, 0xa3, 0xa0, 0xaf, 0xec, 0xbf])

/** Reads the header at an offset of the file. */
export async function headerAt(file: FileBytes, at: number, limit: number): Promise<OpenElement> {
  return readHeader(await file.read(at, HEADER_BYTES), at, limit)
}

/** The parts of a file's one segment but its clusters, which hold picture and sound. */
export async function readParts(file: FileBytes, segment: OpenElement): Promise<Element[]> {
  // What comes after it is for other readers than a browser.
  if (segment.id !== SEGMENT || (segment.end ?? file.size) !== file.size) throw unusable('brokenVideo')
  const parts: Element[] = []
  for (let at = segment.content; at < file.size;) {
    const part = await headerAt(file, at, file.size)
    if (part.id === CLUSTER) at = part.end ?? (await endOfCluster(file, part.content))
    else {
      parts.push(closed(part))
      at = part.end ?? file.size
    }
    if (parts.length > MOST_PARTS) throw unusable('brokenVideo')
  }
  return parts
}

const MOST_PARTS = 10_000

/** A browser's own recordings don't say how long a cluster is: the first part that belongs elsewhere ends it. */
async function endOfCluster(file: FileBytes, start: number): Promise<number> {
  let at = start
  while (at < file.size) {
    const part = await headerAt(file, at, file.size)
    if (!CLUSTER_PARTS.has(part.id)) return at
    at = closed(part).end
  }
  return at
}
