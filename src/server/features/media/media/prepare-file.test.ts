import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import * as fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, expect, inject, onTestFinished, test, vi } from 'vitest'
import { HttpError } from '#server/http/errors.ts'
import type { MessageKey } from '#server/http/translations.ts'
import {
  animatedGif,
  animatedPng,
  pixelBomb,
  colourAt,
  plainImage,
} from '#server/features/media/thumbnails/test-images.ts'
import { BadImage } from '#server/images/bad-image.ts'
import { pngChunk, pngWith } from '#server/images/testing/test-bombs.ts'
import { openTestPool } from '#server/images/testing/test-image-pool.ts'
import { mp4WithTracks } from '#server/transcoding/testing/bad-files.ts'
import { TranscodeError } from '#server/transcoding/transcode-error.ts'
import { mountSmallFolder } from '#server/transcoding/testing/small-folder.ts'
import { mutate, someMutations } from '#server/transcoding/testing/mutations.ts'
import {
  type SOURCES,
  closeToolAfterTests,
  mediaTool,
  openTranscoder,
} from '#server/transcoding/testing/test-media.ts'
import { type PreparedFile, prepareFile } from './prepare-file.ts'
import { box, element, testVideo, uint32List, withBoxes, withElements } from './test-videos.ts'

closeToolAfterTests()

const GPS_POSITION = '+12.3456-098.7654/'

const images = openTestPool()
afterAll(() => images.close())
const transcoder = openTranscoder()

async function prepare(
  bytes: Uint8Array,
  purpose: 'post' | 'avatar' = 'post',
  ownerId = 'a member',
): Promise<PreparedFile & { content: Buffer }> {
  const file = await received(bytes)
  const prepared = await prepareFile({ images, transcoder }, { ...file, ownerId, purpose })
  return { ...prepared, content: await readFile(prepared.path ?? file.path) }
}

/** Writes the bytes as a received file. */
async function received(bytes: Uint8Array): Promise<{ path: string; workFolder: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'test-prepare-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = { path: path.join(folder, 'file'), workFolder: path.join(folder, 'work') }
  await writeFile(file.path, bytes)
  await mkdir(file.workFolder)
  return file
}

/** Prepares a video, and decodes what would be stored. */
async function prepareVideo(bytes: Uint8Array) {
  const prepared = await prepare(bytes)
  if (prepared.path === null) throw new Error('no video was made')
  return { ...prepared, report: await mediaTool().inspect(prepared.path) }
}

/** The files that would be stored, by the suffix of their names. */
async function storedFiles(
  prepared: PreparedFile,
  nameOf = (key: string) => key.replace(/^.*\/[\da-f-]{36}/, ''),
): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  for (const { put } of prepared.files) {
    const putBytes = (key: string, bytes: Uint8Array) => {
      files.set(nameOf(key), Buffer.from(bytes))
      return Promise.resolve()
    }
    await put({
      put: putBytes,
      putFile: async (key, file) => void files.set(nameOf(key), await readFile(file)),
      stat: neverCalled,
      open: neverCalled,
      withLocalFile: neverCalled,
      delete: neverCalled,
      list: () => {
        throw new Error('not called here')
      },
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

/** Small frames of changing grey (equal ones would be joined), more of them than an animated image may have. */
async function longAnimation(format: 'gif' | 'webp', frameMs = 40): Promise<Buffer> {
  const [width, height, frames] = [96, 64, 301]
  const data = Buffer.concat(
    Array.from({ length: frames }, (_, index) =>
      Buffer.alloc(width * height * 3, (index % 2) * 128 + (index % 100)),
    ),
  )
  const image = sharp(data, { raw: { width, height: height * frames, channels: 3, pageHeight: height } })
  const delay = Array.from({ length: frames }, () => frameMs)
  return format === 'gif'
    ? image.gif({ delay, effort: 1 }).toBuffer()
    : image.webp({ delay, effort: 0 }).toBuffer()
}

test.each(['gif', 'webp'] as const)(
  'a small animated %s stays animated, beside its first frame',
  async (format) => {
    const gif = await animatedGif(['#ff0000', '#0000ff', '#00ff00'])
    const source = format === 'gif' ? gif : await sharp(gif, { animated: true }).webp().toBuffer()
    const prepared = await prepare(source)
    const files = await storedFiles(prepared, (key) => key)

    expect(prepared).toMatchObject({ mediaType: 'image', mimeType: 'image/webp', width: 64, height: 36 })
    const [animation, still] = [files.get(prepared.key), files.get(prepared.still?.key ?? '')]
    expect((await sharp(animation).metadata()).pages).toBe(3)
    expect((await sharp(still).metadata()).pages ?? 1).toBe(1)
    const [red = 0, , blue = 255] = await colourAt(still ?? Buffer.alloc(0), 10, 10)
    expect([red > 200, blue < 50]).toEqual([true, true])
    expect(prepared.still?.size).toBe(still?.length)
  },
)

test.each(['gif', 'webp'] as const)(
  'a large animated %s becomes a silent video, beside its first frame',
  async (format) => {
    const prepared = await prepareVideo(await longAnimation(format))
    const files = await storedFiles(prepared, (key) => key)

    expect(prepared).toMatchObject({
      mediaType: 'video',
      mimeType: 'video/mp4',
      width: 96,
      height: 64,
      duration: expect.closeTo(12, 0),
    })
    expect(prepared.report.tracks.map(({ codec }) => codec)).toEqual(['h264'])
    expect(files.size).toBe(2)
    expect((await sharp(files.get(prepared.still?.key ?? '')).metadata()).format).toBe('webp')
  },
)

async function greyFrames(width: number, height: number, frames: number): Promise<Buffer> {
  const grey = Array.from({ length: frames }, (_, index) =>
    Buffer.alloc(width * height, (index % 2) * 128 + index),
  )
  const raw = { width, height: height * frames, channels: 1, pageHeight: height } as const
  return sharp(Buffer.concat(grey), { raw })
    .webp({ effort: 0, delay: grey.map(() => 40) })
    .toBuffer()
}

test('an animated picture is reduced to the pixels that an animation may have', async () => {
  const reduced = await prepare(await greyFrames(960, 540, 100))
  const { width, pages } = await sharp((await storedFiles(reduced, (key) => key)).get(reduced.key)).metadata()
  expect([reduced.mediaType, pages, width > 480 && width < 960]).toEqual(['image', 100, true])
})

test('an animated picture that would become too small becomes a video', async () => {
  const { mediaType, width, height } = await prepare(await greyFrames(480, 480, 180))
  expect([mediaType, width, height]).toEqual(['video', 480, 480])
})

test('an animation that is not probed quickly is probed again with more time', async () => {
  const run = vi.spyOn(transcoder, 'run')
  onTestFinished(() => run.mockRestore())
  run.mockRejectedValueOnce(new TranscodeError('timeout', 'the first attempt'))
  expect(await prepare(await longAnimation('gif'))).toMatchObject({ mediaType: 'video' })
  expect(run.mock.calls.map(([{ type }]) => type)).toEqual(['probe', 'probe', 'mp4'])
})

test.each(['gif', 'webp'] as const)('a %s with a damaged frame is stored', async (format) => {
  const damaged = await patternedAnimation(format)
  damaged.fill(0xff, damaged.length / 2, damaged.length / 2 + 300)
  const options = { failOn: 'error', animated: true } as const
  await expect(sharp(damaged, options).webp().toBuffer()).rejects.toThrow(/frame data|read pixels/)
  const prepared = await prepare(damaged)
  const still = prepared.still?.key ?? prepared.key
  const { width, height } = await sharp((await storedFiles(prepared, (key) => key)).get(still)).metadata()
  expect([width, height]).toEqual([96, 64])
})

/** Few frames, whose patterns take some kilobytes each. */
function patternedAnimation(format: 'gif' | 'webp'): Promise<Buffer> {
  const [width, height, frames] = [96, 64, 20]
  const data = Buffer.alloc(width * height * 3 * frames)
  for (const index of data.keys()) data[index] = index * 7 + Math.floor(index / 18_432) * 13
  const image = sharp(data, { raw: { width, height: height * frames, channels: 3, pageHeight: height } })
  return format === 'gif' ? image.gif({ effort: 1 }).toBuffer() : image.webp({ effort: 0 }).toBuffer()
}

/** Prepares an animation, of which only the first frame can be kept. */
async function expectStill(bytes: Buffer): Promise<void> {
  const prepared = await prepare(bytes)
  const { mediaType, mimeType, still, duration, hasLostMotion } = prepared
  expect({ mediaType, mimeType, still, duration, hasLostMotion }).toEqual({
    mediaType: 'image',
    mimeType: 'image/webp',
    still: undefined,
    duration: null,
    hasLostMotion: true,
  })
  const stored = (await storedFiles(prepared, (key) => key)).get(prepared.key)
  expect((await sharp(stored).metadata()).pages ?? 1).toBe(1)
}

test('an animation that is too long for a video keeps its first frame', async () => {
  await expectStill(await longAnimation('gif', 3000))
})

test('an animation of which no video can be made keeps its first frame', async () => {
  const run = vi.spyOn(transcoder, 'run')
  onTestFinished(() => run.mockRestore())
  for (const problem of ['unreadable', 'timeout', 'outOfMemory'] as const) {
    run.mockRejectedValue(new TranscodeError(problem, ''))
    await expectStill(await animatedPng(['#ff0000', '#0000ff']))
  }
  // The owner or the machine has no space: the file is not at fault.
  run.mockRejectedValue(new TranscodeError('overAllowance', ''))
  expect(await refusalOf(await animatedPng(['#ff0000', '#0000ff']))).toMatchObject({ status: 422 })
  run.mockRejectedValue(new TranscodeError('outOfSpace', ''))
  expect(await refusalOf(await animatedPng(['#ff0000', '#0000ff']))).toMatchObject({ status: 503 })
})

test('an animation that exceeds the limits of an image process is stored nevertheless', async () => {
  const renderAnimated = images.renderAnimated.bind(images)
  const rendering = vi.spyOn(images, 'renderAnimated')
  onTestFinished(() => rendering.mockRestore())
  rendering.mockImplementation((requester, job) =>
    job.animation ? Promise.reject(new BadImage('tooCostly')) : renderAnimated(requester, job),
  )
  expect(await prepare(await animatedGif(['#ff0000', '#0000ff']))).toMatchObject({
    mediaType: 'video',
    still: { key: expect.any(String) },
  })
})

test('a PNG that only says that it is an animation is a picture', async () => {
  const prepared = await prepare(pngWith(pngChunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]))))
  expect(prepared).toMatchObject({ mediaType: 'image', mimeType: 'image/webp' })
  expect([prepared.still, prepared.hasLostMotion]).toEqual([undefined, undefined])
})

test('an animated PNG becomes a silent video', async () => {
  const prepared = await prepareVideo(await animatedPng(['#ff0000', '#0000ff']))
  expect(prepared).toMatchObject({
    mediaType: 'video',
    mimeType: 'video/mp4',
    still: { key: expect.any(String) },
  })
  expect(prepared.report.tracks.map(({ codec }) => codec)).toEqual(['h264'])
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

/** Texts of the sources and of the tests that nothing stored may contain. */
const PRIVATE_TEXTS = ['12.3456', 'SECRET', '48.8577', '2020', 'gpmd', 'swa', 'abcd', 'freeGPS']

function expectNothingPrivate(content: Buffer): void {
  for (const text of PRIVATE_TEXTS) expect([text, content.includes(text)]).toEqual([text, false])
}

test.each([
  ['private.mp4', 'video/mp4'],
  ['private.mov', 'video/mp4'],
  ['private.mkv', 'video/mp4'],
  ['private.webm', 'video/webm'],
  // Converted, because browsers do not play HEVC.
  ['phone.mov', 'video/mp4'],
] as const)(
  'location, tags, dates, names, subtitles, data and cover of %s are removed, and pictures and sound stay',
  async (name, mimeType) => {
    const original = await testVideo(name)
    expect(original.includes('SECRET')).toBe(true)
    const { content, report, ...prepared } = await prepareVideo(original)

    expect(prepared).toMatchObject({ mediaType: 'video', mimeType, files: [{ size: content.length }] })
    expect(prepared.key).toMatch(mimeType === 'video/mp4' ? /^media\/[\da-f-]{36}\.mp4$/ : /\.webm$/)
    expectNothingPrivate(content)
    expect(report.tracks.map(({ type }) => type)).toEqual(['video', 'audio'])
    const [video, audio] = report.tracks
    expect(video?.frames).toBe(60)
    expect(audio?.level).toBeGreaterThan(0.05)
    expect(report.quarters[10]?.colours).toEqual(['red', 'lime', 'blue', 'blue'])
    expect(Math.abs((prepared.duration ?? 0) - 2)).toBeLessThan(0.15)
  },
)

test('boxes of phones and editors in an MP4 are removed, and its index is in front', async () => {
  const { content, report, ...prepared } = await prepareVideo(
    withBoxes(await testVideo(), {
      movieBoxes: [
        box('udta', box('\u00a9xyz', GPS_POSITION), box('chpl', GPS_POSITION)),
        box('meta', GPS_POSITION),
        box('abcd', GPS_POSITION),
      ],
      fileBoxes: [
        box('uuid', `<x:xmpmeta>${GPS_POSITION}</x:xmpmeta>`),
        box('meta', GPS_POSITION),
        box('free', GPS_POSITION),
        box('mdat', `freeGPS ${GPS_POSITION}`),
      ],
    }),
  )

  expect(prepared).toMatchObject({ mimeType: 'video/mp4', width: 320, height: 180 })
  expectNothingPrivate(content)
  expect(report.tracks[0]?.frames).toBe(90)
  expect(content.indexOf('moov')).toBeLessThan(content.indexOf('mdat'))
})

test('samples that no track refers to are removed', async () => {
  const video = await testVideo('private.mov')
  const track = video.lastIndexOf('trak', video.indexOf('gpmd'))
  video.write('free', track)
  const samples = video.subarray(0, video.indexOf('moov'))
  expect(samples.includes('SECRET')).toBe(true)
  expectNothingPrivate((await prepareVideo(video)).content)
})

test('metadata in movie fragments is removed', async () => {
  const track = box('traf', box('tfhd', uint32List([0x2_0000, 1])), box('uuid', GPS_POSITION))
  const fragment = box('moof', box('mfhd', uint32List([0, 1])), track)
  const { content, report } = await prepareVideo(
    withBoxes(await testVideo(), { fileBoxes: [fragment, box('mdat', GPS_POSITION)] }),
  )
  expectNothingPrivate(content)
  expect(report.tracks[0]?.frames).toBe(90)
})

test.each([false, true])(
  'tags, chapters and attachments of a WebM file (unknown size: %s) are removed',
  async (isUnknown) => {
    const tags = element(0x1254c367, `LOCATION ${GPS_POSITION}`)
    const chapters = element(0x1043a770, GPS_POSITION)
    const attachments = element(0x1941a469, GPS_POSITION)
    const video = withElements(await testVideo('vp9.webm'), [tags, chapters, attachments], { isUnknown })
    const { content, report, ...prepared } = await prepareVideo(video)

    expect(prepared).toMatchObject({ mediaType: 'video', mimeType: 'video/webm', width: 320, height: 180 })
    expectNothingPrivate(content)
    expect(report.tracks.map(({ type, frames }) => [type, frames > 50])).toEqual([
      ['video', true],
      ['audio', true],
    ])
  },
)

test.each(['private.mp4', 'private.webm'] as const)(
  'storing the stored file of %s again keeps its length, and changes nothing from then on',
  async (name) => {
    const { content } = await prepare(await testVideo(name))
    const again = (await prepare(content)).content
    expect(again.length).toBe(content.length)
    expect((await prepare(again)).content.equals(again)).toBe(true)
  },
)

test('a rotated video keeps its displayed size', async () => {
  const { report, ...prepared } = await prepareVideo(await testVideo('rotated.mp4'))
  expect(prepared).toMatchObject({ mimeType: 'video/mp4', width: 320, height: 180 })
  expect(report.tracks[0]).toMatchObject({ rotation: 90 })
  expect(report.quarters[10]?.colours).toEqual(['red', 'lime', 'blue', 'blue'])
})

test.each([
  ['avi', 320, 180],
  ['odd.mkv', 322, 182],
  ['ten-bit.mp4', 320, 180],
  ['surround.mkv', 320, 180],
  ['720p.mp4', 1280, 720],
] as const)('%s becomes an MP4 that browsers play', async (name, width, height) => {
  const { report, content, ...prepared } = await prepareVideo(await testVideo(name))
  expect(prepared).toMatchObject({ mediaType: 'video', mimeType: 'video/mp4', width, height })
  expect(report.tracks[0]).toMatchObject({ codec: 'h264' })
  expect(report.tracks[0]?.frames).toBeGreaterThan(50)
  expect(content.indexOf('moov')).toBeLessThan(content.indexOf('mdat'))
})

test('a MOV without a type box is recognised', async () => {
  const video = await testVideo()
  const typeBox = video.readUInt32BE(0)
  video.write('wide', 4)
  const { report } = await prepareVideo(video)
  expect([typeBox > 8, report.tracks[0]?.frames]).toEqual([true, 90])
})

test('the videos of one user are processed one at a time, and those of others in between', async () => {
  const video = await testVideo('private.webm')
  const order: string[] = []
  const owners = ['a', 'a', 'a', 'a', 'b']
  const files = await Promise.all(owners.map(async (ownerId) => ({ ownerId, ...(await received(video)) })))
  const prepareInOrder = async (file: { ownerId: string; path: string; workFolder: string }) => {
    await prepareFile({ images, transcoder }, { ...file, purpose: 'post' })
    order.push(file.ownerId)
  }
  await Promise.all(files.map(prepareInOrder))

  expect(order.indexOf('b')).toBeLessThan(2)
})

test('a video that must be converted does not delay one that is copied', async () => {
  const [slow, quick] = [await received(await testVideo('4k.mkv')), await received(await testVideo())]
  const controller = new AbortController()
  const conversion = prepareFile(
    { images, transcoder },
    { ...slow, ownerId: 'slow', purpose: 'post', signal: controller.signal },
  )
  const ended = expect(conversion).rejects.toThrow('enough')
  await vi.waitFor(async () => expect(await readdir(slow.workFolder)).toEqual(['.media.partial']))
  await prepareFile({ images, transcoder }, { ...quick, ownerId: 'quick', purpose: 'post' })
  controller.abort(new Error('enough'))
  await ended
  expect(await readdir(slow.workFolder)).toEqual([])
})

test('a full disk is a temporary failure', async ({ skip }) => {
  const workFolder = await mountSmallFolder()
  skip(workFolder === null, 'a file system can only be mounted by root')
  if (workFolder === null) return
  for (const name of ['720p.mp4', 'avi'] as const) {
    const file = { ...(await received(await testVideo(name))), workFolder }
    await expect(
      prepareFile({ images, transcoder }, { ...file, ownerId: 'a member', purpose: 'post' }),
      name,
    ).rejects.toMatchObject({ status: 503, retryAfter: 600, text: { key: 'uploads.diskFull' } })
    expect(await readdir(workFolder)).toEqual([])
  }
})

test('a video of more than ten minutes is not converted, but copied if browsers play it', async () => {
  const long = await testVideo('tiny.avi')
  expect(await refusalOf(long)).toMatchObject({
    status: 413,
    code: 'too_large',
    text: { key: 'media.conversionTooLong', values: { minutes: 10 } },
  })
  const playable = await testVideo('tiny.mp4')
  const { duration, width } = await prepare(playable)
  expect([Math.round(duration ?? 0), width]).toEqual([661, 32])
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

test.each([
  ['private.m4a', 'audio/mp4', 'm4a'],
  ['flac.m4a', 'audio/mp4', 'm4a'],
  ['private.weba', 'audio/webm', 'weba'],
] as const)('%s, with audio only, is a file without metadata', async (name, mimeType, extension) => {
  const original = await testVideo(name)
  expect(original.includes('SECRET')).toBe(true)
  const { report, content, ...prepared } = await prepareVideo(original)
  expect(prepared).toMatchObject({ mediaType: 'file', mimeType, width: null, height: null })
  expect(prepared.key.endsWith(`.${extension}`)).toBe(true)
  expectNothingPrivate(content)
  expect(report.tracks.map(({ type }) => type)).toEqual(['audio'])
  expect(report.tracks[0]?.level).toBeGreaterThan(0.05)
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
    'media.polyglot',
    async () => Buffer.concat([await gif(), Buffer.from('<html><script>1</script>')]),
  ],
  ['a GIF that is also a script', 'media.polyglot', () => Buffer.from('GIF89a/*<svg onload=alert(1)>*/=1')],
  ['a JPEG that is also a ZIP', 'media.polyglot', async () => Buffer.concat([await jpeg(), ZIP_END])],
  ['a JPEG that is also a ZIP with a comment', 'media.polyglot', async () => zipWithComment(await jpeg())],
  [
    'a video that is also a ZIP',
    'media.polyglot',
    async () => Buffer.concat([await testVideo(), box('free', ZIP_END)]),
  ],
  [
    'a video that is also HTML',
    'media.polyglot',
    async () => Buffer.concat([box('ftyp', 'isom\0\0\0\0<script >'), (await testVideo()).subarray(16)]),
  ],
  [
    'an image that is also a PDF',
    'media.polyglot',
    async () => Buffer.concat([await gif(), Buffer.from('%PDF-1.4')]),
  ],
  ['a PDF that is also HTML', 'media.polyglot', () => Buffer.from('%PDF-1.4\n<html >')],
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
  ['half an MP4', 'media.brokenVideo', () => half('mp4')],
  ['half an AVI header', 'media.brokenVideo', async () => (await testVideo('avi')).subarray(0, 200)],
  ['half a WebM header', 'media.brokenVideo', async () => (await testVideo('vp9.webm')).subarray(0, 200)],
  ['a WAV that poses as AVI', 'media.brokenVideo', () => Buffer.from('RIFF\0\0\0\0AVI fmt ')],
  [
    'a box that begins like a playlist',
    'media.brokenVideo',
    () => box('free', '#EXTM3U\n#EXTINF:4,\nfile:///etc/hostname\n'),
  ],
  ['a playlist', 'media.unknown', () => Buffer.from('#EXTM3U\n#EXTINF:4,\nfile:///etc/hostname\n')],
  ['a list of files', 'media.unknown', () => Buffer.from("ffconcat version 1.0\nfile '/etc/hostname'\n")],
  ['a video of 65 tracks', 'media.tooManyTracks', () => mp4WithTracks(65)],
  ['a video without frames', 'media.emptyVideo', () => mp4WithTracks(1)],
  ['lossless audio of Apple', 'media.codec', () => testVideo('alac.m4a')],
])('%s is refused', async (_name, key, makeFile) => {
  const refusal = await refusalOf(await makeFile())
  expect(refusal).toBeInstanceOf(HttpError)
  expect(refusal).toMatchObject({ status: 415, code: 'unsupported_type', text: { key } })
})

test('a video that becomes a ZIP archive when it is copied is refused', async () => {
  // In front of the samples of the last frames: behind them is only the index, which is moved.
  const video = await testVideo('private.mp4')
  const end = video.indexOf('moov') - 4
  const at = video.lastIndexOf(Buffer.from([0x21, 0x10]), end)
  ZIP_END.copy(video, at > 0 && end - at > ZIP_END.length ? at : end - 200)
  const padded = withBoxes(video, { fileBoxes: [box('free', Buffer.alloc(70_000))] })
  expect(await refusalOf(padded)).toMatchObject({ status: 415, text: { key: 'media.polyglot' } })
})

test('an MP4 with very many metadata boxes is accepted without them', async () => {
  const boxes = { fileBoxes: [unknownBoxes(80_000)], movieBoxes: [unknownBoxes(9000)] }
  const { content } = await prepare(withBoxes(await testVideo(), boxes))
  expect(content.includes('abcd')).toBe(false)
})

test('a video is refused as an avatar', async () => {
  expect(await refusalOf(await testVideo(), 'avatar')).toMatchObject({
    status: 415,
    text: { key: 'media.noImage' },
  })
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

test('a damaged video is refused with an HttpError or stored without metadata, whatever the damage', async () => {
  const names = ['private.mp4', 'private.webm'] as const
  const originals = new Map(
    await Promise.all(names.map(async (name) => [name, await testVideo(name)] as const)),
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), someMutations(), async (name, mutations) => {
      const result = await refusalOf(mutate(originals.get(name) ?? Buffer.of(), mutations))
      if (result instanceof Error) expect(result).toBeInstanceOf(HttpError)
      else expect(result).toMatchObject({ mediaType: expect.stringMatching(/^(video|file)$/) })
    }),
    { numRuns: 15 * inject('soak'), endOnFailure: true },
  )
})

const half = async (name: keyof typeof SOURCES) => {
  const bytes = await testVideo(name)
  return bytes.subarray(0, bytes.length / 2)
}

const unknownBoxes = (count: number) => Buffer.alloc(8 * count, box('abcd'))

function zipWithComment(bytes: Buffer): Buffer {
  const end = Buffer.from(ZIP_END)
  end.writeUInt16LE(5, 20)
  return Buffer.concat([bytes, end, Buffer.from('hello')])
}
