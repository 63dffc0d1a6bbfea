import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import * as fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, expect, inject, onTestFinished, test } from 'vitest'
import { HttpError } from '#server/http/errors.ts'
import type { MessageKey } from '#server/http/translations.ts'
import { animatedGif, pixelBomb, colourAt, plainImage } from '#server/features/thumbnails/test-images.ts'
import { openTestPool } from '#server/images/testing/test-image-pool.ts'
import { type PreparedFile, prepareFile } from './prepare-file.ts'
import { MEDIA_DATA_OFFSET, box, element, uint32List, mp4, track, webm } from './test-videos.ts'

const GPS_POSITION = '+12.3456-098.7654/'
const ZEROED_POSITION = '\0'.repeat(GPS_POSITION.length)
/** A sample table for the first seven bytes of the media data, when more follows. */
const FIRST_SAMPLE = { chunks: [MEDIA_DATA_OFFSET], sampleSizes: [7] }
const CHUNK_OFFSETS = [box('stco', uint32List([0, 1, MEDIA_DATA_OFFSET]))]

const images = openTestPool()
afterAll(() => images.close())

async function prepare(
  bytes: Uint8Array,
  purpose: 'post' | 'avatar' = 'post',
  ownerId = 'a member',
): Promise<PreparedFile & { content: Buffer }> {
  const file = await received(bytes)
  const prepared = await prepareFile(images, { path: file, ownerId, purpose })
  return { ...prepared, content: await readFile(file) }
}

/** Writes the bytes as a received file; returns its path. */
async function received(bytes: Uint8Array): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'test-prepare-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'file')
  await writeFile(file, bytes)
  return file
}

/** The files that would be stored, by the suffix of their names. */
async function storedFiles(prepared: PreparedFile): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  for (const { put } of prepared.files) {
    const putBytes = (key: string, bytes: Uint8Array) => {
      files.set(key.replace(/^.*\/[\da-f-]{36}/, ''), Buffer.from(bytes))
      return Promise.resolve()
    }
    await put({
      put: putBytes,
      putFile: neverCalled,
      stat: neverCalled,
      open: neverCalled,
      withLocalFile: neverCalled,
      delete: neverCalled,
    })
  }
  return files
}

const neverCalled = () => Promise.reject(new Error('not called here'))

const refusalOf = async (bytes: Uint8Array, purpose: 'post' | 'avatar' = 'post') =>
  prepare(bytes, purpose).catch((error: unknown) => error)

test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
  'a %s image is stored as WebP in all sizes',
  async (format) => {
    const prepared = await prepare(await plainImage(2000, 100, '#c81e1e').toFormat(format).toBuffer())

    expect(prepared).toMatchObject({ mediaType: 'image', mimeType: 'image/webp', width: 1600, height: 80 })
    const files = await storedFiles(prepared)
    const widths = await Promise.all(
      [...files].map(async ([name, bytes]) => [name, (await sharp(bytes).metadata()).width]),
    )
    expect(widths).toEqual([
      ['-small.webp', 480],
      ['.webp', 960],
      ['-large.webp', 1600],
    ])
  },
)

test.each([
  [300, ['.webp 300']],
  [480, ['.webp 480']],
  [700, ['-small.webp 480', '.webp 700']],
  [961, ['-small.webp 480', '.webp 960', '-large.webp 961']],
])('an image of %i pixels is never enlarged', async (width, expected) => {
  const files = await storedFiles(await prepare(await plainImage(width, 10, '#123456').png().toBuffer()))
  const sizes = await Promise.all(
    [...files].map(async ([name, bytes]) => `${name} ${(await sharp(bytes).metadata()).width}`),
  )
  expect(sizes).toEqual(expected)
})

test('a very tall image is scaled down with its proportions', async () => {
  const { width, height } = await prepare(await plainImage(100, 8192, '#123456').png().toBuffer())
  expect([width, height]).toEqual([50, 4096])
})

test('image metadata is stripped after its orientation was applied', async () => {
  const photo = await plainImage(100, 200, '#0000ff')
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '12/1 20/1 44/1' }, IFD0: { Copyright: 'a name' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  expect((await sharp(photo).metadata()).orientation).toBe(6)

  const prepared = await prepare(photo)
  expect([prepared.width, prepared.height]).toEqual([200, 100])
  const { exif, xmp, icc, iptc, orientation } = await sharp(
    (await storedFiles(prepared)).get('.webp'),
  ).metadata()
  expect({ exif, xmp, icc, iptc, orientation }).toEqual({})
})

test('only the first frame of an animated image is kept', async () => {
  const file =
    (await storedFiles(await prepare(await animatedGif(['#ff0000', '#0000ff'])))).get('.webp') ??
    Buffer.alloc(0)

  expect((await sharp(file).metadata()).pages ?? 1).toBe(1)
  const [red = 0, , blue = 255] = await colourAt(file, 10, 10)
  expect([red > 200, blue < 50]).toEqual([true, true])
})

test('an avatar is a square in two sizes', async () => {
  const prepared = await prepare(await plainImage(1000, 400, '#c81e1e').jpeg().toBuffer(), 'avatar')

  expect(prepared).toMatchObject({
    mediaType: 'image',
    width: 512,
    height: 512,
    key: expect.stringMatching(/^avatars\//),
  })
  const sizes = [...(await storedFiles(prepared)).values()].map(async (bytes) => {
    const { width, height, format } = await sharp(bytes).metadata()
    return { width, height, format }
  })
  expect(await Promise.all(sizes)).toEqual([
    { width: 128, height: 128, format: 'webp' },
    { width: 512, height: 512, format: 'webp' },
  ])
})

test('phone metadata in a video is zeroed, and the file keeps its length', async () => {
  const locationBox = box('udta', box('\u00a9xyz', GPS_POSITION))
  const xmp = box('uuid', `<x:xmpmeta>${GPS_POSITION}</x:xmpmeta>`)
  const video = mp4({
    movieBoxes: [locationBox, box('meta', GPS_POSITION), box('abcd', GPS_POSITION)],
    fileBoxes: [xmp, box('meta', GPS_POSITION), box('free', GPS_POSITION)],
    tracks: [track({ handler: 'soun', codec: 'mp4a' })],
  })
  const prepared = await prepare(video)

  expect(prepared).toMatchObject({
    mediaType: 'video',
    mimeType: 'video/mp4',
    width: 640,
    height: 360,
    duration: 2.5,
  })
  expect(prepared.key).toMatch(/^media\/[\da-f-]{36}\.mp4$/)
  expect(prepared.content.length).toBe(video.length)
  expect(prepared.content.includes('12.3456')).toBe(false)
  expect(prepared.content.includes('picture')).toBe(true)
})

test('a track of GPS positions is zeroed', async () => {
  const data = `picture${GPS_POSITION}sound${GPS_POSITION}`
  const positions = track({
    handler: 'meta',
    codec: 'gpmd',
    chunks: [MEDIA_DATA_OFFSET + 7, MEDIA_DATA_OFFSET + 7 + GPS_POSITION.length + 5],
    sampleSizes: [GPS_POSITION.length, GPS_POSITION.length],
  })
  const { content } = await prepare(
    mp4({ data, videoTrack: FIRST_SAMPLE, tracks: [positions, audioTrack()] }),
  )

  expect(content.toString('latin1', MEDIA_DATA_OFFSET, MEDIA_DATA_OFFSET + data.length)).toBe(
    `picture${ZEROED_POSITION}sound${ZEROED_POSITION}`,
  )
  expect(content.includes('gpmd')).toBe(false)
})

test('bytes between the samples that no table refers to are zeroed', async () => {
  const video = mp4({
    data: `picture${GPS_POSITION}sound`,
    videoTrack: FIRST_SAMPLE,
    tracks: [audioTrack()],
    fileBoxes: [box('mdat', `freeGPS ${GPS_POSITION}`)],
  })
  const { content } = await prepare(video)

  expect(content.toString('latin1', MEDIA_DATA_OFFSET, MEDIA_DATA_OFFSET + GPS_POSITION.length + 12)).toBe(
    `picture${ZEROED_POSITION}sound`,
  )
  expect(content.includes('freeGPS')).toBe(false)
})

test.each<[string, Buffer[]]>([
  [
    'a constant size',
    [box('stsz', uint32List([0, 3, 1])), box('stco', uint32List([0, 1, MEDIA_DATA_OFFSET]))],
  ],
  [
    '16-bit sizes',
    [box('stz2', uint32List([0, 16, 1, 3 << 16])), box('stco', uint32List([0, 1, MEDIA_DATA_OFFSET]))],
  ],
  [
    '8-bit sizes',
    [box('stz2', uint32List([0, 8, 1, 3 << 24])), box('stco', uint32List([0, 1, MEDIA_DATA_OFFSET]))],
  ],
  [
    '4-bit sizes',
    [box('stz2', uint32List([0, 4, 1, 3 << 28])), box('stco', uint32List([0, 1, MEDIA_DATA_OFFSET]))],
  ],
  [
    '64-bit offsets',
    [box('stsz', uint32List([0, 0, 1, 3])), box('co64', uint32List([0, 1, 0, MEDIA_DATA_OFFSET]))],
  ],
])('a track whose sample tables have %s keeps its samples, and nothing else', async (_name, tables) => {
  const { content } = await prepare(mp4({ videoTrack: { tables } }))
  expect(content.toString('latin1', MEDIA_DATA_OFFSET, MEDIA_DATA_OFFSET + 7)).toBe('pic\0\0\0\0')
})

test.each<[string, { chunks: number[]; sampleSizes: number[] } | { tables: Buffer[] }]>([
  ['are not in file order', { chunks: [MEDIA_DATA_OFFSET + 3, MEDIA_DATA_OFFSET], sampleSizes: [4, 3] }],
  [
    'do not match the media data',
    { tables: [box('stsz', uint32List([0, 1, 99])), box('stco', uint32List([0, 1, MEDIA_DATA_OFFSET]))] },
  ],
])(
  'a movie whose tables %s keeps its media data, or is refused when it has other tracks',
  async (_name, videoTrack) => {
    expect((await prepare(mp4({ videoTrack }))).content.includes('picture')).toBe(true)
    expect(await refusalOf(mp4({ videoTrack, tracks: [positionsTrack()] }))).toMatchObject({ status: 415 })
  },
)

test('track names are stripped', async () => {
  const video = mp4({ videoTrack: { name: GPS_POSITION }, tracks: [audioTrack({ name: GPS_POSITION })] })
  expect((await prepare(video)).content.includes(GPS_POSITION)).toBe(false)
  const recording = webm({
    trackElements: [element(0x536e, GPS_POSITION)],
    tracks: [element(0xec, GPS_POSITION)],
  })
  expect((await prepare(recording)).content.includes(GPS_POSITION)).toBe(false)
})

test.each([
  ['larger than 16 bits', Buffer.from('ffffffff', 'hex')],
  ['larger than a safe integer', Buffer.from('ffffffffffffff', 'hex')],
  ['of zero', Buffer.from([0])],
])('a WebM file with a width %s is accepted without a width', async (_name, width) => {
  expect(await prepare(webm({ width }))).toMatchObject({ width: null, height: 360 })
})

test('the videos of one user are processed one at a time, and those of others in between', async () => {
  const video = mp4({ movieBoxes: [unknownBoxes(9000)] })
  const order: string[] = []
  const owners = ['a', 'a', 'a', 'a', 'b']
  const files = await Promise.all(owners.map(async (ownerId) => ({ ownerId, path: await received(video) })))
  const prepareInOrder = async (file: { ownerId: string; path: string }) => {
    await prepareFile(images, { ...file, purpose: 'post' })
    order.push(file.ownerId)
  }
  await Promise.all(files.map(prepareInOrder))

  expect(order.indexOf('b')).toBeLessThan(2)
})

test('the size of a rotated video is its displayed size', async () => {
  expect(await prepare(mp4({ brand: 'qt  ', videoTrack: { isRotated: true } }))).toMatchObject({
    mimeType: 'video/mp4',
    width: 360,
    height: 640,
  })
})

test('metadata in movie fragments is zeroed', async () => {
  const fragment = box(
    'moof',
    box('mfhd', 'abcd'),
    box('traf', box('tfhd', 'abcd'), box('uuid', GPS_POSITION)),
  )
  const { content } = await prepare(mp4({ fileBoxes: [fragment, box('mdat', 'more')] }))

  expect(content.includes('12.3456')).toBe(false)
  expect(content.includes('more')).toBe(true)
})

test.each([false, true])(
  'the tags and title of a WebM file (unknown sizes: %s) are zeroed',
  async (hasUnknownSizes) => {
    const tags = element(0x1254c367, `LOCATION ${GPS_POSITION}`)
    const video = webm({
      segmentElements: [tags, element(0x1941a469, GPS_POSITION)],
      title: `at ${GPS_POSITION}`,
      hasUnknownSizes,
    })
    const prepared = await prepare(video)

    expect(prepared).toMatchObject({
      mediaType: 'video',
      mimeType: 'video/webm',
      width: 640,
      height: 360,
      duration: 2.5,
    })
    expect(prepared.content.length).toBe(video.length)
    expect(prepared.content.includes('12.3456')).toBe(false)
    expect(prepared.content.includes('picture')).toBe(true)
  },
)

test.each([
  ['an MP4', mp4({ movieBoxes: [box('udta', GPS_POSITION)] })],
  ['a WebM', webm({ segmentElements: [element(0x1254c367, GPS_POSITION)] })],
])('stripping %s file again changes nothing', async (_name, video) => {
  const { content } = await prepare(video)
  expect((await prepare(content)).content).toEqual(content)
})

test.each([
  ['pdf', 'application/pdf', Buffer.from('%PDF-1.7\n%âãÏÓ\n')],
  ['mp3', 'audio/mpeg', Buffer.from('ID3\x04\0\0\0\0\0\0')],
  ['ogg', 'audio/ogg', Buffer.from('OggS\0\x02')],
  ['flac', 'audio/flac', Buffer.from('fLaC\0\0')],
  ['wav', 'audio/wav', Buffer.from('RIFF\0\0\0\0WAVEfmt ')],
])('a %s file is stored unchanged', async (extension, mimeType, bytes) => {
  const prepared = await prepare(bytes)
  expect(prepared).toMatchObject({ mediaType: 'file', mimeType, width: null, content: bytes })
  expect(prepared.key.endsWith(`.${extension}`)).toBe(true)
})

test('an MP4 with audio only is a file, stripped like a video', async () => {
  const sound = mp4({
    videoTrack: { handler: 'soun', codec: 'mp4a' },
    movieBoxes: [box('udta', GPS_POSITION)],
  })
  const prepared = await prepare(sound)
  expect(prepared).toMatchObject({ mediaType: 'file', mimeType: 'audio/mp4' })
  expect(prepared.content.includes('12.3456')).toBe(false)
})

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
const ZIP_END = Buffer.concat([Buffer.from('PK\x05\x06'), Buffer.alloc(18)])
const jpeg = () => plainImage(64, 36, '#123456').jpeg().toBuffer()
const gif = () => plainImage(64, 36, '#123456').gif().toBuffer()

test.each<[string, MessageKey, () => Buffer | Promise<Buffer>]>([
  ['an SVG', 'media.unknown', () => Buffer.from(SVG)],
  ['an HTML page', 'media.unknown', () => Buffer.from('<!doctype html><title>x</title>')],
  ['a script', 'media.unknown', () => Buffer.from('alert(1)')],
  ['an executable', 'media.unknown', () => Buffer.from('\x7fELF\x02\x01\x01\0', 'latin1')],
  ['a ZIP archive', 'media.unknown', () => Buffer.concat([Buffer.from('PK\x03\x04'), ZIP_END])],
  ['an empty file', 'media.unknown', () => Buffer.alloc(0)],
  [
    'a GIF that is also HTML',
    'media.secondKind',
    async () => Buffer.concat([await gif(), Buffer.from('<html><script>1</script>')]),
  ],
  ['a GIF that is also a script', 'media.secondKind', () => Buffer.from('GIF89a/*<svg onload=alert(1)>*/=1')],
  ['a JPEG that is also a ZIP', 'media.secondKind', async () => Buffer.concat([await jpeg(), ZIP_END])],
  ['a JPEG that is also a ZIP with a comment', 'media.secondKind', async () => zipWithComment(await jpeg())],
  ['a video that is also a ZIP', 'media.secondKind', () => Buffer.concat([mp4(), box('free', ZIP_END)])],
  [
    'a video that is also HTML',
    'media.secondKind',
    () => Buffer.concat([box('ftyp', 'isom\0\0\0\0<script >'), mp4().subarray(16)]),
  ],
  [
    'an image that is also a PDF',
    'media.secondKind',
    async () => Buffer.concat([await gif(), Buffer.from('%PDF-1.4')]),
  ],
  ['a PDF that is also HTML', 'media.secondKind', () => Buffer.from('%PDF-1.4\n<html >')],
  [
    'half a JPEG',
    'media.noImage',
    async () => (await plainImage(400, 400, '#123').jpeg().toBuffer()).subarray(0, -200),
  ],
  [
    'half a PNG',
    'media.noImage',
    async () => (await plainImage(400, 400, '#123').png().toBuffer()).subarray(0, 300),
  ],
  ['a TIFF', 'media.unknown', () => plainImage(8, 8, '#000').tiff().toBuffer()],
  ['half an MP4', 'media.brokenVideo', () => mp4().subarray(0, -20)],
  ['an MP4 without a movie', 'media.brokenVideo', () => mp4().subarray(0, 31)],
  ['an MP4 with two movies', 'media.brokenVideo', () => Buffer.concat([mp4(), mp4().subarray(31)])],
  [
    'an MP4 whose table exceeds its box',
    'media.brokenVideo',
    () => mp4({ videoTrack: { declaredChunks: 10 }, movieBoxes: [box('free', Buffer.alloc(1000))] }),
  ],
  [
    'an MP4 whose table declares four billion entries',
    'media.brokenVideo',
    () => mp4({ videoTrack: { declaredChunks: 0xffffffff } }),
  ],
  [
    'an MP4 with two chunk offset tables',
    'media.brokenVideo',
    () => mp4({ videoTrack: { tables: [...CHUNK_OFFSETS, box('co64', uint32List([0, 0]))] } }),
  ],
  ['an MP4 without sample sizes', 'media.brokenVideo', () => mp4({ videoTrack: { tables: CHUNK_OFFSETS } })],
  [
    'an MP4 with 3-bit sample sizes',
    'media.brokenVideo',
    () => mp4({ videoTrack: { tables: [...CHUNK_OFFSETS, box('stz2', uint32List([0, 3, 1, 0]))] } }),
  ],
  [
    'an MP4 with too many tracks',
    'media.brokenVideo',
    () => mp4({ tracks: Array<Buffer>(100).fill(track({ handler: 'soun', codec: 'mp4a' })) }),
  ],
  ['an MP4 with too many boxes', 'media.brokenVideo', () => mp4({ fileBoxes: [unknownBoxes(100_000)] })],
  [
    'an MP4 with many tracks of many chunks each',
    'media.brokenVideo',
    () => mp4({ tracks: Array<Buffer>(50).fill(longTables(10_000, { handler: 'soun', codec: 'mp4a' })) }),
  ],
  [
    'an MP4 with too many boxes in its tracks',
    'media.brokenVideo',
    () => mp4({ tracks: [box('trak', unknownBoxes(6000)), box('trak', unknownBoxes(6000))] }),
  ],
  [
    'an MP4 with too many boxes in its fragments',
    'media.brokenVideo',
    () => mp4({ fileBoxes: Array<Buffer>(12).fill(box('moof', unknownBoxes(9000))) }),
  ],
  [
    'an MP4 whose moov box is too large',
    'media.brokenVideo',
    () => mp4({ movieBoxes: [box('free', Buffer.alloc(32 * 1024 ** 2))] }),
  ],
  ['half a WebM', 'media.brokenVideo', () => webm().subarray(0, -3)],
  ['a WebM with trailing bytes', 'media.brokenVideo', () => Buffer.concat([webm(), Buffer.from('behind')])],
  [
    'a WebM with too many elements in a cluster',
    'media.brokenVideo',
    () => webmWithFrames(MAX_CLUSTER_ELEMENTS + 1),
  ],
  [
    'a WebM with too many segment elements',
    'media.brokenVideo',
    () => webm({ segmentElements: voidElements(2000) }),
  ],
  ['a WebM with too many tracks', 'media.brokenVideo', () => webm({ tracks: voidElements(2000) })],
  [
    'a WebM whose Tracks element is too large',
    'media.brokenVideo',
    () => webm({ tracks: [element(0xec, Buffer.alloc(64 * 1024))] }),
  ],
  ['an MP4 with an unsupported codec', 'media.codec', () => mp4({ videoTrack: { codec: 'hvc1' } })],
  ['a Matroska file', 'media.codec', () => webm({ docType: 'matroska' })],
  ['a WebM with an unsupported codec', 'media.codec', () => webm({ codec: 'V_MPEG4/ISO/AVC' })],
  [
    'a fragmented MP4 with a track of positions',
    'media.codec',
    () => mp4({ tracks: [positionsTrack()], fileBoxes: [box('moof')] }),
  ],
])('%s is refused', async (_name, key, makeFile) => {
  const refusal = await refusalOf(await makeFile())
  expect(refusal).toBeInstanceOf(HttpError)
  expect(refusal).toMatchObject({ status: 415, code: 'unsupported_type', text: { key } })
})

test('a recording of hours in small frames is accepted', async () => {
  expect(await prepare(webmWithFrames(MAX_CLUSTER_ELEMENTS - 1000))).toMatchObject({ mediaType: 'video' })
})

test('an MP4 with very many metadata boxes and positions is accepted without them', async () => {
  const { content } = await prepare(
    mp4({
      fileBoxes: [unknownBoxes(80_000)],
      movieBoxes: [unknownBoxes(9000)],
      tracks: [longTables(50_000)],
    }),
  )
  expect(content.includes('abcd')).toBe(false)
})

test('a video is refused as an avatar', async () => {
  expect(await refusalOf(mp4(), 'avatar')).toMatchObject({ status: 415, text: { key: 'media.noImage' } })
})

test('a decompression bomb is refused before it is decompressed', async () => {
  expect(await refusalOf(await pixelBomb())).toMatchObject({ status: 413, code: 'too_large' })
})

test('an image of more than 10 MB is too large as an avatar, but not in a post', async () => {
  const uncompressed = await plainImage(8000, 500, '#123456').png({ compressionLevel: 0 }).toBuffer()
  expect(uncompressed.length).toBeGreaterThan(11 * 1024 ** 2)
  // Without its content, which would take minutes to print.
  const asAvatar = prepare(uncompressed, 'avatar').then(({ width }) => ({ width }))
  await expect(asAvatar).rejects.toMatchObject({ status: 413, code: 'too_large' })
  const { mediaType, width } = await prepare(uncompressed)
  expect({ mediaType, width }).toEqual({ mediaType: 'image', width: 1600 })
})

test('a damaged video is refused with an HttpError or accepted, whatever the damage', async () => {
  const [video, recording] = [mp4({ tracks: [positionsTrack()] }), webm({ hasUnknownSizes: true })]
  const damage = fc.array(fc.tuple(fc.nat(700), fc.nat(255)), { minLength: 1, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(video, recording), damage, async (original, changes) => {
      const bytes = Buffer.from(original)
      for (const [offset, value] of changes) bytes[offset % bytes.length] = value
      const result = await refusalOf(bytes)
      if (result instanceof Error) expect(result).toBeInstanceOf(HttpError)
      else expect(result).toMatchObject({ content: expect.objectContaining({ length: bytes.length }) })
    }),
    { numRuns: 300 * inject('soak') },
  )
})

/** How many elements of a cluster of unknown size the parser reads. */
const MAX_CLUSTER_ELEMENTS = 500_000

const voidElements = (count: number) => Array.from({ length: count }, () => Buffer.from('ec80', 'hex'))

function webmWithFrames(count: number): Buffer {
  return Buffer.concat([webm({ hasUnknownSizes: true }), Buffer.alloc(2 * count, Buffer.from('ec80', 'hex'))])
}

const unknownBoxes = (count: number) => Buffer.alloc(8 * count, box('abcd'))

function longTables(length: number, kind = { handler: 'meta', codec: 'gpmd' }): Buffer {
  const chunks = Array<number>(length).fill(MEDIA_DATA_OFFSET)
  return track({ ...kind, chunks, sampleSizes: chunks.map(() => 0) })
}

/** An audio track of one sample: five bytes behind the video sample and the position. */
function audioTrack(options: { name?: string } = {}): Buffer {
  const chunks = [MEDIA_DATA_OFFSET + 7 + GPS_POSITION.length]
  return track({ handler: 'soun', codec: 'mp4a', chunks, sampleSizes: [5], ...options })
}

function positionsTrack(): Buffer {
  return track({ handler: 'meta', codec: 'gpmd', chunks: [MEDIA_DATA_OFFSET], sampleSizes: [4] })
}

function zipWithComment(bytes: Buffer): Buffer {
  const end = Buffer.from(ZIP_END)
  end.writeUInt16LE(5, 20)
  return Buffer.concat([bytes, end, Buffer.from('hello')])
}
