import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import * as fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, expect, inject, onTestFinished, test } from 'vitest'
import { HttpError } from '#server/http/errors.ts'
import type { MessageKey } from '#server/http/translations.ts'
import { animated, bomb, colourAt, plain } from '#server/features/thumbnails/test-pictures.ts'
import { openTestPool } from '#server/images/testing/test-image-pool.ts'
import { type PreparedFile, prepareFile } from './prepare-file.ts'
import { DATA_START, box, element, list, mp4, track, webm } from './test-videos.ts'

const PLACE = '+12.3456-098.7654/'
const BLANK = '\0'.repeat(PLACE.length)
/** Where there is more in the media data than the word of seven bytes. */
const PICTURE = { chunks: [DATA_START], sampleSizes: [7] }
const PLACES = [box('stco', list([0, 1, DATA_START]))]

const images = openTestPool()
afterAll(() => images.close())

async function prepare(
  bytes: Uint8Array,
  purpose: 'post' | 'avatar' = 'post',
  ownerId = 'a member',
): Promise<PreparedFile & { left: Buffer }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'test-prepare-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'file')
  await writeFile(file, bytes)
  const prepared = await prepareFile(images, { path: file, ownerId, purpose })
  return { ...prepared, left: await readFile(file) }
}

/** What would be stored, by the ending of its name. */
async function stored(prepared: PreparedFile): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  for (const { put } of prepared.files) {
    const put1 = (key: string, bytes: Uint8Array) => {
      files.set(key.replace(/^.*\/[\da-f-]{36}/, ''), Buffer.from(bytes))
      return Promise.resolve()
    }
    await put({ put: put1, putFile: neverCalled, stat: neverCalled, open: neverCalled, delete: neverCalled })
  }
  return files
}

const neverCalled = () => Promise.reject(new Error('not called here'))

const refused = async (bytes: Uint8Array, purpose: 'post' | 'avatar' = 'post') =>
  prepare(bytes, purpose).catch((error: unknown) => error)

test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
  'a %s becomes WebP in the sizes of a page',
  async (format) => {
    const prepared = await prepare(await plain(2000, 1000, '#c81e1e').toFormat(format).toBuffer())

    expect(prepared).toMatchObject({ mediaType: 'image', mimeType: 'image/webp', width: 1600, height: 800 })
    const files = await stored(prepared)
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
])('a picture of %i pixels is never made larger', async (width, expected) => {
  const files = await stored(await prepare(await plain(width, 10, '#123456').png().toBuffer()))
  const sizes = await Promise.all(
    [...files].map(async ([name, bytes]) => `${name} ${(await sharp(bytes).metadata()).width}`),
  )
  expect(sizes).toEqual(expected)
})

test('a tower of a picture is made smaller as a whole', async () => {
  const { width, height } = await prepare(await plain(1000, 8192, '#123456').png().toBuffer())
  expect([width, height]).toEqual([500, 4096])
})

test('what a camera wrote into a picture is left out, after the picture was turned by it', async () => {
  const photo = await plain(100, 200, '#0000ff')
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '12/1 20/1 44/1' }, IFD0: { Copyright: 'a name' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  expect((await sharp(photo).metadata()).orientation).toBe(6)

  const prepared = await prepare(photo)
  expect([prepared.width, prepared.height]).toEqual([200, 100])
  const { exif, xmp, icc, iptc, orientation } = await sharp((await stored(prepared)).get('.webp')).metadata()
  expect({ exif, xmp, icc, iptc, orientation }).toEqual({})
})

test('a moving picture stands still at its first frame', async () => {
  const file =
    (await stored(await prepare(await animated(['#ff0000', '#0000ff'])))).get('.webp') ?? Buffer.alloc(0)

  expect((await sharp(file).metadata()).pages ?? 1).toBe(1)
  const [red = 0, , blue = 255] = await colourAt(file, 10, 10)
  expect([red > 200, blue < 50]).toEqual([true, true])
})

test('an avatar is a square in two sizes', async () => {
  const prepared = await prepare(await plain(1000, 400, '#c81e1e').jpeg().toBuffer(), 'avatar')

  expect(prepared).toMatchObject({
    mediaType: 'image',
    width: 512,
    height: 512,
    key: expect.stringMatching(/^avatars\//),
  })
  const sizes = [...(await stored(prepared)).values()].map(async (bytes) => {
    const { width, height, format } = await sharp(bytes).metadata()
    return { width, height, format }
  })
  expect(await Promise.all(sizes)).toEqual([
    { width: 128, height: 128, format: 'webp' },
    { width: 512, height: 512, format: 'webp' },
  ])
})

test('what a phone wrote into a video is zeros, and the video is as long as before', async () => {
  const note = box('udta', box('\u00a9xyz', PLACE))
  const xmp = box('uuid', `<x:xmpmeta>${PLACE}</x:xmpmeta>`)
  const video = mp4({
    movieNotes: [note, box('meta', PLACE), box('abcd', PLACE)],
    fileNotes: [xmp, box('meta', PLACE), box('free', PLACE)],
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
  expect(prepared.left.length).toBe(video.length)
  expect(prepared.left.includes('12.3456')).toBe(false)
  expect(prepared.left.includes('picture')).toBe(true)
})

test('positions that a camera keeps second by second in a track are zeros too', async () => {
  const data = `picture${PLACE}sound${PLACE}`
  const positions = track({
    handler: 'meta',
    codec: 'gpmd',
    chunks: [DATA_START + 7, DATA_START + 7 + PLACE.length + 5],
    sampleSizes: [PLACE.length, PLACE.length],
  })
  const { left } = await prepare(mp4({ data, picture: PICTURE, tracks: [positions, soundTrack()] }))

  expect(left.toString('latin1', DATA_START, DATA_START + data.length)).toBe(`picture${BLANK}sound${BLANK}`)
  expect(left.includes('gpmd')).toBe(false)
})

test('what a camera puts between the pictures, without a word of it in the movie, is zeros too', async () => {
  const video = mp4({
    data: `picture${PLACE}sound`,
    picture: PICTURE,
    tracks: [soundTrack()],
    fileNotes: [box('mdat', `freeGPS ${PLACE}`)],
  })
  const { left } = await prepare(video)

  expect(left.toString('latin1', DATA_START, DATA_START + PLACE.length + 12)).toBe(`picture${BLANK}sound`)
  expect(left.includes('freeGPS')).toBe(false)
})

test.each<[string, Buffer[]]>([
  ['alike', [box('stsz', list([0, 3, 1])), box('stco', list([0, 1, DATA_START]))]],
  ['of two bytes', [box('stz2', list([0, 16, 1, 3 << 16])), box('stco', list([0, 1, DATA_START]))]],
  ['of a byte', [box('stz2', list([0, 8, 1, 3 << 24])), box('stco', list([0, 1, DATA_START]))]],
  ['of half a byte', [box('stz2', list([0, 4, 1, 3 << 28])), box('stco', list([0, 1, DATA_START]))]],
  ['far away', [box('stsz', list([0, 0, 1, 3])), box('co64', list([0, 1, 0, DATA_START]))]],
])('a track of samples whose sizes and places are %s keeps them, and nothing else', async (_form, tables) => {
  const { left } = await prepare(mp4({ picture: { tables } }))
  expect(left.toString('latin1', DATA_START, DATA_START + 7)).toBe('pic\0\0\0\0')
})

test.each<[string, { chunks: number[]; sampleSizes: number[] } | { tables: Buffer[] }]>([
  ['in the order of the file', { chunks: [DATA_START + 3, DATA_START], sampleSizes: [4, 3] }],
  ['by bytes', { tables: [box('stsz', list([0, 1, 99])), box('stco', list([0, 1, DATA_START]))] }],
])(
  'a movie whose tables don’t go %s keeps its media data, or is refused with other tracks',
  async (_how, picture) => {
    expect((await prepare(mp4({ picture }))).left.includes('picture')).toBe(true)
    expect(await refused(mp4({ picture, tracks: [positionsTrack()] }))).toMatchObject({ status: 415 })
  },
)

test('the names of tracks are left out', async () => {
  const video = mp4({ picture: { name: PLACE }, tracks: [soundTrack({ name: PLACE })] })
  expect((await prepare(video)).left.includes(PLACE)).toBe(false)
  const recording = webm({ ofTrack: [element(0x536e, PLACE)], tracks: [element(0xec, PLACE)] })
  expect((await prepare(recording)).left.includes(PLACE)).toBe(false)
})

test.each([
  ['more than any can', Buffer.from('ffffffff', 'hex')],
  ['more than a number can', Buffer.from('ffffffffffffff', 'hex')],
  ['none', Buffer.from([0])],
])('a WebM file that says %s of its width is taken without', async (_what, width) => {
  expect(await prepare(webm({ width }))).toMatchObject({ width: null, height: 360 })
})

test('of one member a video is read after the other, and others come in between', async () => {
  const video = mp4({ movieNotes: [empty(9000)] })
  const order: string[] = []
  const ask = async (asker: string) => {
    await prepare(video, 'post', asker)
    order.push(asker)
  }
  await Promise.all(['a', 'a', 'a', 'a', 'b'].map(ask))

  expect(order.indexOf('b')).toBeLessThan(2)
})

test('a video of a phone held upright is as high as it is shown', async () => {
  expect(await prepare(mp4({ brand: 'qt  ', picture: { turned: true } }))).toMatchObject({
    mimeType: 'video/mp4',
    width: 360,
    height: 640,
  })
})

test('fragments of a broadcast lose their notes', async () => {
  const fragment = box('moof', box('mfhd', 'abcd'), box('traf', box('tfhd', 'abcd'), box('uuid', PLACE)))
  const { left } = await prepare(mp4({ fileNotes: [fragment, box('mdat', 'more')] }))

  expect(left.includes('12.3456')).toBe(false)
  expect(left.includes('more')).toBe(true)
})

test.each([false, true])('a WebM file (open: %s) loses its tags and its title', async (isOpen) => {
  const tags = element(0x1254c367, `LOCATION ${PLACE}`)
  const video = webm({ parts: [tags, element(0x1941a469, PLACE)], title: `at ${PLACE}`, isOpen })
  const prepared = await prepare(video)

  expect(prepared).toMatchObject({
    mediaType: 'video',
    mimeType: 'video/webm',
    width: 640,
    height: 360,
    duration: 2.5,
  })
  expect(prepared.left.length).toBe(video.length)
  expect(prepared.left.includes('12.3456')).toBe(false)
  expect(prepared.left.includes('picture')).toBe(true)
})

test.each([
  ['an MP4', mp4({ movieNotes: [box('udta', PLACE)] })],
  ['a WebM', webm({ parts: [element(0x1254c367, PLACE)] })],
])('%s that was cleaned is taken as it is the second time', async (_what, video) => {
  const { left } = await prepare(video)
  expect((await prepare(left)).left).toEqual(left)
})

test.each([
  ['pdf', 'application/pdf', Buffer.from('%PDF-1.7\n%âãÏÓ\n')],
  ['mp3', 'audio/mpeg', Buffer.from('ID3\x04\0\0\0\0\0\0')],
  ['ogg', 'audio/ogg', Buffer.from('OggS\0\x02')],
  ['flac', 'audio/flac', Buffer.from('fLaC\0\0')],
  ['wav', 'audio/wav', Buffer.from('RIFF\0\0\0\0WAVEfmt ')],
])('a %s file is kept as it is', async (ending, mimeType, bytes) => {
  const prepared = await prepare(bytes)
  expect(prepared).toMatchObject({ mediaType: 'file', mimeType, width: null, left: bytes })
  expect(prepared.key.endsWith(`.${ending}`)).toBe(true)
})

test('sound alone in MP4 or WebM is a file, cleaned like a video', async () => {
  const sound = mp4({ picture: { handler: 'soun', codec: 'mp4a' }, movieNotes: [box('udta', PLACE)] })
  const prepared = await prepare(sound)
  expect(prepared).toMatchObject({ mediaType: 'file', mimeType: 'audio/mp4' })
  expect(prepared.left.includes('12.3456')).toBe(false)
})

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
const ZIP_END = Buffer.concat([Buffer.from('PK\x05\x06'), Buffer.alloc(18)])
const jpeg = () => plain(64, 36, '#123456').jpeg().toBuffer()
const gif = () => plain(64, 36, '#123456').gif().toBuffer()

test.each<[string, MessageKey, () => Buffer | Promise<Buffer>]>([
  ['an SVG drawing', 'media.unknown', () => Buffer.from(SVG)],
  ['a page', 'media.unknown', () => Buffer.from('<!doctype html><title>x</title>')],
  ['a script', 'media.unknown', () => Buffer.from('alert(1)')],
  ['a program', 'media.unknown', () => Buffer.from('\x7fELF\x02\x01\x01\0', 'latin1')],
  ['an archive', 'media.unknown', () => Buffer.concat([Buffer.from('PK\x03\x04'), ZIP_END])],
  ['nothing', 'media.unknown', () => Buffer.alloc(0)],
  [
    'a GIF that is a page',
    'media.secondKind',
    async () => Buffer.concat([await gif(), Buffer.from('<html><script>1</script>')]),
  ],
  ['a GIF that is a script', 'media.secondKind', () => Buffer.from('GIF89a/*<svg onload=alert(1)>*/=1')],
  ['a JPEG that is an archive', 'media.secondKind', async () => Buffer.concat([await jpeg(), ZIP_END])],
  [
    'a JPEG that is an archive with a comment',
    'media.secondKind',
    async () => archiveWithComment(await jpeg()),
  ],
  ['a video that is an archive', 'media.secondKind', () => Buffer.concat([mp4(), box('free', ZIP_END)])],
  [
    'a video that is a page',
    'media.secondKind',
    () => Buffer.concat([box('ftyp', 'isom\0\0\0\0<script >'), mp4().subarray(16)]),
  ],
  [
    'a picture that is a document',
    'media.secondKind',
    async () => Buffer.concat([await gif(), Buffer.from('%PDF-1.4')]),
  ],
  ['a document that is a page', 'media.secondKind', () => Buffer.from('%PDF-1.4\n<html >')],
  [
    'half a JPEG',
    'media.noImage',
    async () => (await plain(400, 400, '#123').jpeg().toBuffer()).subarray(0, -200),
  ],
  [
    'half a PNG',
    'media.noImage',
    async () => (await plain(400, 400, '#123').png().toBuffer()).subarray(0, 300),
  ],
  ['a TIFF', 'media.unknown', () => plain(8, 8, '#000').tiff().toBuffer()],
  ['half an MP4', 'media.brokenVideo', () => mp4().subarray(0, -20)],
  ['an MP4 without a movie', 'media.brokenVideo', () => mp4().subarray(0, 31)],
  ['an MP4 with two movies', 'media.brokenVideo', () => Buffer.concat([mp4(), mp4().subarray(31)])],
  [
    'an MP4 whose table reads on behind its own box',
    'media.brokenVideo',
    () => mp4({ picture: { claimed: 10 }, movieNotes: [box('free', Buffer.alloc(1000))] }),
  ],
  [
    'an MP4 whose table would fill the memory',
    'media.brokenVideo',
    () => mp4({ picture: { claimed: 0xffffffff } }),
  ],
  [
    'an MP4 with two tables of places',
    'media.brokenVideo',
    () => mp4({ picture: { tables: [...PLACES, box('co64', list([0, 0]))] } }),
  ],
  ['an MP4 of samples without sizes', 'media.brokenVideo', () => mp4({ picture: { tables: PLACES } })],
  [
    'an MP4 of sizes in three bits',
    'media.brokenVideo',
    () => mp4({ picture: { tables: [...PLACES, box('stz2', list([0, 3, 1, 0]))] } }),
  ],
  [
    'an MP4 of more tracks than any has',
    'media.brokenVideo',
    () => mp4({ tracks: Array<Buffer>(100).fill(track({ handler: 'soun', codec: 'mp4a' })) }),
  ],
  ['an MP4 of very many boxes', 'media.brokenVideo', () => mp4({ fileNotes: [empty(100_000)] })],
  [
    'an MP4 of many tracks of many chunks each',
    'media.brokenVideo',
    () => mp4({ tracks: Array<Buffer>(50).fill(longTables(10_000, { handler: 'soun', codec: 'mp4a' })) }),
  ],
  [
    'an MP4 of as many boxes in its tracks',
    'media.brokenVideo',
    () => mp4({ tracks: [box('trak', empty(6000)), box('trak', empty(6000))] }),
  ],
  [
    'fragments of as many boxes',
    'media.brokenVideo',
    () => mp4({ fileNotes: Array<Buffer>(12).fill(box('moof', empty(9000))) }),
  ],
  [
    'a movie that would fill the memory',
    'media.brokenVideo',
    () => mp4({ movieNotes: [box('free', Buffer.alloc(32 * 1024 ** 2))] }),
  ],
  ['half a WebM', 'media.brokenVideo', () => webm().subarray(0, -3)],
  [
    'a WebM with something behind it',
    'media.brokenVideo',
    () => Buffer.concat([webm(), Buffer.from('behind')]),
  ],
  ['a WebM of millions of fillers', 'media.brokenVideo', () => webmOf(FRAMES + 1)],
  ['a WebM of more parts than any has', 'media.brokenVideo', () => webm({ parts: fillers(2000) })],
  ['a WebM of more tracks than any has', 'media.brokenVideo', () => webm({ tracks: fillers(2000) })],
  [
    'a WebM whose tracks are a large part of it',
    'media.brokenVideo',
    () => webm({ tracks: [element(0xec, Buffer.alloc(64 * 1024))] }),
  ],
  ['a video of another codec', 'media.codec', () => mp4({ picture: { codec: 'hvc1' } })],
  ['a Matroska file', 'media.codec', () => webm({ docType: 'matroska' })],
  ['a WebM of another codec', 'media.codec', () => webm({ codec: 'V_MPEG4/ISO/AVC' })],
  [
    'fragments with positions',
    'media.codec',
    () => mp4({ tracks: [positionsTrack()], fileNotes: [box('moof')] }),
  ],
])('%s is not taken', async (_what, key, make) => {
  const refusal = await refused(await make())
  expect(refusal).toBeInstanceOf(HttpError)
  expect(refusal).toMatchObject({ status: 415, code: 'unsupported_type', text: { key } })
})

test('a recording of hours in small frames is taken', async () => {
  expect(await prepare(webmOf(FRAMES - 1000))).toMatchObject({ mediaType: 'video' })
})

test('an MP4 of very many notes and positions is taken without them', async () => {
  const { left } = await prepare(
    mp4({ fileNotes: [empty(80_000)], movieNotes: [empty(9000)], tracks: [longTables(50_000)] }),
  )
  expect(left.includes('abcd')).toBe(false)
})

test('an avatar is a picture, and nothing else', async () => {
  expect(await refused(mp4(), 'avatar')).toMatchObject({ status: 415, text: { key: 'media.noImage' } })
})

test('a small file that would fill the memory is refused before it is unpacked', async () => {
  expect(await refused(await bomb())).toMatchObject({ status: 413, code: 'too_large' })
})

test('an avatar of more than 10 MB is too large, a post’s picture not yet', async () => {
  const noise = await sharp(
    Buffer.from(Array.from({ length: 3 * 2000 * 2000 }, (_, at) => (at * 2_654_435_761) >>> 24)),
    {
      raw: { width: 2000, height: 2000, channels: 3 },
    },
  )
    .png({ compressionLevel: 0 })
    .toBuffer()
  expect(noise.length).toBeGreaterThan(11 * 1024 ** 2)
  expect(await refused(noise, 'avatar')).toMatchObject({ status: 413, code: 'too_large' })
  expect(await prepare(noise)).toMatchObject({ mediaType: 'image', width: 1600 })
})

test('a damaged video is refused or read, and nothing else', async () => {
  const [video, recording] = [mp4({ tracks: [positionsTrack()] }), webm({ isOpen: true })]
  const damage = fc.array(fc.tuple(fc.nat(700), fc.nat(255)), { minLength: 1, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(video, recording), damage, async (whole, changes) => {
      const bytes = Buffer.from(whole)
      for (const [at, value] of changes) bytes[at % bytes.length] = value
      const answer = await refused(bytes)
      if (answer instanceof Error) expect(answer).toBeInstanceOf(HttpError)
      else expect(answer).toMatchObject({ left: expect.objectContaining({ length: bytes.length }) })
    }),
    { numRuns: 300 * inject('soak') },
  )
})

/** As many parts of an open cluster as are looked at. */
const FRAMES = 500_000

const fillers = (count: number) => Array.from({ length: count }, () => Buffer.from('ec80', 'hex'))

function webmOf(count: number): Buffer {
  return Buffer.concat([webm({ isOpen: true }), Buffer.alloc(2 * count, Buffer.from('ec80', 'hex'))])
}

const empty = (count: number) => Buffer.alloc(8 * count, box('abcd'))

function longTables(length: number, kind = { handler: 'meta', codec: 'gpmd' }): Buffer {
  const chunks = Array<number>(length).fill(DATA_START)
  return track({ ...kind, chunks, sampleSizes: chunks.map(() => 0) })
}

/** A word of five bytes that comes after picture and place. */
function soundTrack(more: { name?: string } = {}): Buffer {
  const chunks = [DATA_START + 7 + PLACE.length]
  return track({ handler: 'soun', codec: 'mp4a', chunks, sampleSizes: [5], ...more })
}

function positionsTrack(): Buffer {
  return track({ handler: 'meta', codec: 'gpmd', chunks: [DATA_START], sampleSizes: [4] })
}

function archiveWithComment(bytes: Buffer): Buffer {
  const end = Buffer.from(ZIP_END)
  end.writeUInt16LE(5, 20)
  return Buffer.concat([bytes, end, Buffer.from('hello')])
}
