import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { media } from '#shared/media/uploads.ts'
import { testVideo } from '#server/features/media/media/test-videos.ts'
import { colourAt } from '#server/features/media/thumbnails/test-images.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { closeToolAfterTests, mediaTool, type SOURCES } from '#server/transcoding/testing/test-media.ts'
import { transcoderPids } from '#server/transcoding/testing/transcoder-pids.ts'
import { TUS_HEADERS, finish, upload } from './test-uploads.ts'

closeToolAfterTests()

let server: TestApp
let member: TestClient
beforeAll(async () => {
  server = await startTestApp()
  member = await server.member()
})
afterAll(() => server.close())

/** The files below a folder of the server's DATA_DIR. */
async function filesIn(folder: string, app = server): Promise<string[]> {
  const root = path.join(app.app.context.config.dataDir, folder)
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

/** Uploads and posts a video; returns what anybody gets, and what a player decodes from it. */
async function postVideo(bytes: Buffer) {
  const { status, body } = await finish(member, await upload(member, bytes))
  if (status !== 200) throw new Error(JSON.stringify(body))
  const { url, ...info } = media.parse(body)
  const { mediaPosterUrl } = await member.createPost({ mediaUrl: url })
  const response = await fetch(server.url + url)
  const stored = Buffer.from(await response.arrayBuffer())
  const folder = await mkdtemp(path.join(tmpdir(), 'test-post-videos-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = path.join(folder, path.basename(url))
  await writeFile(file, stored)
  expect([stored.length, response.headers.get('content-type')]).toEqual([info.fileSize, info.mimeType])
  expect(await filesIn('uploads')).toEqual([])
  return { info, stored, posterUrl: mediaPosterUrl ?? '', report: await mediaTool().inspect(file) }
}

/** Expects that an upload is refused and deleted, and that nothing of it is stored. */
async function expectRefused(bytes: Buffer, status: number, message: RegExp): Promise<void> {
  const before = await filesIn('files')
  const location = await upload(member, bytes)
  const { status: actual, body } = await finish(member, location)
  expect([actual, body]).toEqual([
    status,
    {
      code: status === 413 ? 'too_large' : 'unsupported_type',
      message: expect.stringMatching(message),
    },
  ])
  expect(await filesIn('files')).toEqual(before)
  expect(await filesIn('uploads')).toEqual([])
  expect((await finish(member, location)).status).toBe(404)
}

test.each([
  ['phone.mov', 'an HEVC video of a phone with tags and a location'],
  ['private.mov', 'an H264 video with subtitles, a data track and a cover'],
  ['private.mkv', 'a Matroska with tags and subtitles'],
] as const)(
  '%s, %s, becomes an MP4 without these, with its index in front and a poster',
  async (name, _what) => {
    const { info, stored, posterUrl, report } = await postVideo(await testVideo(name))

    expect(info).toMatchObject({ mediaType: 'video', mimeType: 'video/mp4', width: 320, height: 180 })
    for (const text of ['SECRET', '48.8577', '2020', 'gpmd', 'swa'])
      expect([text, stored.includes(text)]).toEqual([text, false])
    expect(stored.indexOf('moov')).toBeLessThan(stored.indexOf('mdat'))
    expect(report.tracks.map(({ type, codec }) => [type, codec])).toEqual([
      ['video', 'h264'],
      ['audio', 'aac'],
    ])
    expect(report.tracks[0]?.frames).toBe(60)
    expect(report.quarters[10]?.colours).toEqual(['red', 'lime', 'blue', 'blue'])
    const poster = Buffer.from(await (await fetch(server.url + posterUrl)).arrayBuffer())
    expect(await sharp(poster).metadata()).toMatchObject({ format: 'webp', width: 320, height: 180 })
    const [red = 0, green = 255] = await colourAt(poster, 40, 40)
    expect([red > 200, green < 60]).toEqual([true, true])
  },
)

test('an AVI becomes an MP4, and a truncated one does up to where it ends', async () => {
  const avi = await testVideo('avi')
  const [whole, half] = [await postVideo(avi), await postVideo(avi.subarray(0, avi.length / 2))]
  for (const { info, report } of [whole, half]) {
    expect(info).toMatchObject({ mimeType: 'video/mp4', width: 320, height: 180 })
    expect(report.tracks.map(({ codec }) => codec)).toEqual(['h264', 'aac'])
    expect(report.tracks[1]?.level).toBeGreaterThan(0.05)
  }
  expect(whole.report.tracks[0]?.frames).toBeGreaterThan(70)
  expect(half.report.tracks[0]?.frames).toBeGreaterThan(20)
  expect(half.report.tracks[0]?.frames).toBeLessThan(60)
})

test('a Matroska whose header lies about its size has the size of its frames', async () => {
  const video = await testVideo('varying.mkv')
  // The height, as an element of two bytes.
  const at = video.indexOf(Buffer.from([0xba, 0x81, 180]))
  expect(at).toBeGreaterThan(0)
  video.writeUInt8(17, at + 2)
  const { info, report } = await postVideo(video)
  expect(info).toMatchObject({ width: 320, height: 180 })
  expect(report.tracks[0]).toMatchObject({ height: 180 })
})

const PLAYLIST = '#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\nfile:///etc/hostname\n#EXT-X-ENDLIST\n'

test.each<[string, number, RegExp, () => Buffer | Promise<Buffer>]>([
  ['a renamed executable', 415, /^This kind of file/, () => executable()],
  ['a playlist', 415, /^This kind of file/, () => Buffer.from(PLAYLIST)],
  ['a list of files', 415, /^This kind of file/, () => Buffer.from("ffconcat version 1.0\nfile 'x.mp4'\n")],
  [
    'a playlist that begins like an AVI',
    415,
    /nothing to see or hear/,
    () => Buffer.from(`RIFF\0\0\0\0AVI ${PLAYLIST}`),
  ],
  ['half an MP4', 415, /can't be read/, () => half('mp4')],
  ['a long video that browsers do not play', 413, /at most 10 minutes/, () => testVideo('tiny.avi')],
])('%s is refused with a reason, and leaves nothing behind', async (_name, status, message, bytes) => {
  await expectRefused(await bytes(), status, message)
})

const executable = async () => (await readFile(process.execPath)).subarray(0, 200_000)
const half = async (name: keyof typeof SOURCES) => {
  const bytes = await testVideo(name)
  return bytes.subarray(0, bytes.length / 2)
}

test('a video that takes memory above the limit is refused', async () => {
  const small = await startTestApp({ env: { VIDEO_MEMORY_MB: '256' } })
  onTestFinished(() => small.close())
  const author = await small.member()
  const response = await finish(author, await upload(author, await testVideo('4k.mkv')))
  expect(response).toMatchObject({ status: 413, body: { message: expect.stringMatching(/memory or time/) } })
  expect(await filesIn('uploads', small)).toEqual([])
})

/** A server whose requests do not wait for the processing of a video, and an upload that must be converted. */
async function startSlowUpload(env: Record<string, string> = {}) {
  const app = await startTestApp({ env, uploadRules: { finishWaitMs: 100 } })
  const author = await app.member()
  const location = await upload(author, await testVideo('720p-hevc.mov'))
  const processing = await finish(author, location)
  expect(processing).toMatchObject({ status: 409, body: { code: 'processing' } })
  expect(Number(processing.headers.get('retry-after'))).toBeGreaterThan(0)
  return { app, author, location }
}

/** Finishes an upload as the web client does. */
function finishWithRepeats(author: TestClient, location: string): ReturnType<typeof finish> {
  return vi.waitFor(
    async () => {
      const response = await finish(author, location)
      expect(response.status).not.toBe(409)
      return response
    },
    { timeout: 60_000, interval: 50 },
  )
}

test('a request for a video that takes long is repeated until the video is stored', async () => {
  const { app, author, location } = await startSlowUpload()
  onTestFinished(() => app.close())
  const { body } = await finishWithRepeats(author, location)
  expect(media.parse(body)).toMatchObject({ mediaType: 'video', width: 1280, height: 720 })
  expect((await finishWithRepeats(author, location)).body).toEqual(body)
  expect(await app.database.pool.query('select from media_uploads')).toMatchObject({ rowCount: 1 })
  expect(await filesIn('uploads', app)).toEqual([])
})

test('a refusal that came after the request has ended is the response to the next one', async () => {
  const app = await startTestApp({ uploadRules: { finishWaitMs: 1 } })
  onTestFinished(() => app.close())
  const author = await app.member()
  const location = await upload(author, await testVideo('tiny.avi'))
  expect((await finish(author, location)).status).toBe(409)
  // The refusal deletes the upload.
  await vi.waitFor(async () => expect(await filesIn('uploads', app)).toEqual([]), { timeout: 60_000 })
  expect(await finishWithRepeats(author, location)).toMatchObject({
    status: 413,
    body: { code: 'too_large' },
  })
})

test('deleting an upload ends its processing', async () => {
  const { app, author, location } = await startSlowUpload()
  onTestFinished(() => app.close())
  await vi.waitFor(async () => expect((await transcoderPids()).length).toBeGreaterThan(0))
  expect((await author.send('DELETE', location, undefined, TUS_HEADERS)).status).toBe(204)
  await vi.waitFor(async () => {
    expect(await transcoderPids()).toEqual([])
    expect(await filesIn('uploads', app)).toEqual([])
  })
  expect(await filesIn('files', app)).toEqual([])
  expect((await finishWithRepeats(author, location)).status).toBe(404)
})

test('a server that closes ends the processing, and keeps only the upload', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'test-post-videos-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const { app, location } = await startSlowUpload({ DATA_DIR: dataDir })
  onTestFinished(() => app.database.close())
  await vi.waitFor(async () => expect((await transcoderPids()).length).toBeGreaterThan(0))
  await app.stop()
  expect(await transcoderPids()).toEqual([])
  expect(await readdir(path.join(dataDir, 'uploads'))).toEqual([path.basename(location)])
})

/** Kills each transcoder until the response arrives: one that is killed after its result has no effect. */
async function killTranscodersUntil<T>(response: Promise<T>): Promise<T> {
  let hasEnded = false
  const ended = response.finally(() => {
    hasEnded = true
  })
  await expect
    .poll(
      async () => {
        for (const pid of await transcoderPids()) killIfRunning(pid)
        return hasEnded
      },
      { interval: 10 },
    )
    .toBe(true)
  return ended
}

function killIfRunning(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended meanwhile.
  }
}

test.runIf(process.platform === 'linux')(
  'a process that is killed is a temporary failure, and the same upload can be finished later',
  async () => {
    const location = await upload(member, await testVideo('720p-hevc.mov'))
    const failing = finish(member, location)
    const failed = await killTranscodersUntil(failing)
    expect(failed).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(Number(failed.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await readdir(path.join(server.app.context.config.dataDir, 'uploads'))).toEqual([
      path.basename(location),
    ])
    expect((await finish(member, location)).status).toBe(200)
  },
)
