/** Videos of a few hundred bytes: every box that the parsers read, and media data that no decoder could play. */

/** One box of an MP4 file. */
export function box(type: string, ...contents: (Buffer | string)[]): Buffer {
  const content = Buffer.concat(contents.map((each) => Buffer.from(each)))
  return Buffer.concat([uint32(content.length + 8), Buffer.from(type, 'latin1'), content])
}

type TrackOptions = {
  handler: string
  codec: string
  chunks?: number[]
  /** How many chunks the table declares, when that differs from `chunks`. */
  declaredChunks?: number
  sampleSizes?: number[]
  /** Tables of sample sizes and chunk offsets; replaces the default ones. */
  tables?: Buffer[]
  name?: string
  isRotated?: boolean
}

/** A track with one sample per chunk; `chunks` are offsets from the start of the file. */
export function track({
  handler,
  codec,
  chunks = [],
  declaredChunks = chunks.length,
  sampleSizes = [],
  tables = [
    box('stsz', zeros(4), uint32List([0, sampleSizes.length, ...sampleSizes])),
    box('stco', zeros(4), uint32List([declaredChunks, ...chunks])),
  ],
  name = '',
  isRotated = false,
}: TrackOptions): Buffer {
  const matrix = isRotated
    ? [0, 0x10000, 0, 0xffff0000, 0, 0, 0, 0, 0x40000000]
    : [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000]
  const size = handler === 'vide' ? [640 << 16, 360 << 16] : [0, 0]
  return box(
    'trak',
    box('tkhd', zeros(40), uint32List(matrix), uint32List(size)),
    box(
      'mdia',
      box('mdhd', zeros(24)),
      box('hdlr', zeros(8), handler, zeros(12), name, zeros(1)),
      box(
        'minf',
        box(
          'stbl',
          box('stsd', zeros(4), uint32(1), box(codec, zeros(70))),
          box('stsc', zeros(4), uint32List([1, 1, 1, 1])),
          ...tables,
        ),
      ),
    ),
  )
}

type Mp4Options = {
  brand?: string
  /** Further tracks. */
  tracks?: Buffer[]
  movieBoxes?: Buffer[]
  fileBoxes?: Buffer[]
  /** Content of the media data, which starts at byte 24. */
  data?: string
  videoTrack?: Partial<TrackOptions>
}

export const MEDIA_DATA_OFFSET = 24

/** An MP4 file of 2.5 seconds, 640x360. */
export function mp4({
  brand = 'isom',
  tracks = [],
  movieBoxes = [],
  fileBoxes = [],
  data = 'picture',
  videoTrack,
}: Mp4Options = {}): Buffer {
  return Buffer.concat([
    box('ftyp', brand, zeros(4)),
    box('mdat', data),
    box(
      'moov',
      box('mvhd', zeros(12), uint32(1000), uint32(2500), zeros(80)),
      track({
        handler: 'vide',
        codec: 'avc1',
        chunks: [MEDIA_DATA_OFFSET],
        sampleSizes: [data.length],
        ...videoTrack,
      }),
      ...tracks,
      ...movieBoxes,
    ),
    ...fileBoxes,
  ])
}

/** One element of a Matroska file; a `length` of null means an unknown size. */
export function element(
  id: number,
  content: Buffer | string,
  length: number | null = Buffer.byteLength(content),
): Buffer {
  const size = Buffer.alloc(8)
  size.writeBigUInt64BE(length === null ? 0x01ffffffffffffffn : BigInt(length) | (1n << 56n))
  return Buffer.concat([Buffer.from(id.toString(16), 'hex'), size, Buffer.from(content)])
}

type WebmOptions = {
  docType?: string
  codec?: string
  width?: Buffer
  /** Further elements of the video track. */
  trackElements?: Buffer[]
  /** Further elements of `Tracks`. */
  tracks?: Buffer[]
  segmentElements?: Buffer[]
  title?: string
  hasUnknownSizes?: boolean
}

/** A WebM file of 2.5 seconds, 640x360; with unknown sizes, as browsers record it. */
export function webm({
  docType = 'webm',
  codec = 'V_VP8',
  width = uint16(640),
  trackElements = [],
  tracks = [],
  segmentElements = [],
  title = '',
  hasUnknownSizes = false,
}: WebmOptions = {}): Buffer {
  const duration = Buffer.alloc(8)
  duration.writeDoubleBE(2500)
  const video = Buffer.concat([element(0xb0, width), element(0xba, uint16(360))])
  const videoEntry = Buffer.concat([
    element(0x83, Buffer.from([1])),
    element(0x86, codec),
    element(0xe0, video),
    ...trackElements,
  ])
  const cluster = Buffer.concat([element(0xe7, Buffer.from([0])), element(0xa3, 'picture')])
  const content = Buffer.concat([
    element(
      0x1549a966,
      Buffer.concat([element(0x4489, duration), ...(title ? [element(0x7ba9, title)] : [])]),
    ),
    element(0x1654ae6b, Buffer.concat([element(0xae, videoEntry), ...tracks])),
    element(0x1f43b675, cluster, hasUnknownSizes ? null : cluster.length),
    ...segmentElements,
  ])
  return Buffer.concat([
    element(0x1a45dfa3, element(0x4282, docType)),
    element(0x18538067, content, hasUnknownSizes ? null : content.length),
  ])
}

/** Consecutive big-endian 32-bit numbers. */
export function uint32List(numbers: readonly number[]): Buffer {
  return Buffer.concat(numbers.map(uint32))
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value >>> 0)
  return bytes
}

function uint16(value: number): Buffer {
  return uint32(value).subarray(2)
}

const zeros = (length: number) => Buffer.alloc(length)
