import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Video } from '#shared/videos/videos.ts'
import {
  type SOURCES,
  closeToolAfterTests,
  mediaTool,
  source,
} from '#server/transcoding/testing/test-media.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { getVideo, storeUpload, waitUntilProcessed } from './testing/uploaded-videos.ts'

closeToolAfterTests()

let server: TestApp
let owner: TestClient
beforeAll(async () => {
  server = await startTestApp()
  owner = await server.member()
})
afterAll(() => server.close())

async function process(name: keyof typeof SOURCES): Promise<Video> {
  return waitUntilProcessed(owner, await storeUpload(server, owner, await source(name)))
}

/** Requests a file, or a range of it, as a player does. */
async function download(url: string, range?: { start: number; length: number }): Promise<Buffer> {
  const headers = {
    cookie: owner.cookie,
    ...(range && { range: `bytes=${range.start}-${range.start + range.length - 1}` }),
  }
  const response = await fetch(server.url + url, { headers })
  expect(response.status).toBe(range ? 206 : 200)
  return Buffer.from(await response.arrayBuffer())
}

const text = async (url: string) => String(await download(url))

/** Resolves a URI of a playlist. */
const resolve = (uri: string, base: string) => new URL(uri, new URL(base, 'http://site')).pathname

/** Downloads the ranges of a media playlist one after the other, and decodes what they are together. */
async function play(playlistUrl: string) {
  const playlist = await text(playlistUrl)
  const [, map = '', size = '', start = ''] =
    /#EXT-X-MAP:URI="([^"]+)",BYTERANGE="(\d+)@(\d+)"/.exec(playlist) ?? []
  const ranges = [{ uri: map, start: Number(start), length: Number(size) }]
  for (const [, length, offset, uri = ''] of playlist.matchAll(/#EXT-X-BYTERANGE:(\d+)@(\d+)\n(.+)/g))
    ranges.push({ uri, start: Number(offset), length: Number(length) })
  const parts = []
  for (const { uri, ...range } of ranges) parts.push(await download(resolve(uri, playlistUrl), range))
  expect(Buffer.concat(parts).length).toBe((await download(resolve(map, playlistUrl))).length)
  return inspect(Buffer.concat(parts))
}

async function inspect(bytes: Buffer) {
  const folder = await mkdtemp(path.join(tmpdir(), 'played-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(path.join(folder, 'video'), bytes)
  return mediaTool().inspect(path.join(folder, 'video'))
}

test.each([
  ['mp4', 'video.mp4', { width: 320, height: 180 }],
  ['private.mov', 'video.mp4', { width: 320, height: 180 }],
  ['varying.mkv', 'video.mp4', { width: 320, height: 180 }],
  ['private.webm', 'video.webm', { width: 320, height: 180 }],
  ['rotated.mp4', 'video.mp4', { width: 320, height: 180 }],
  ['avi', '180p.mp4', { width: 320, height: 180 }],
  ['odd.mkv', '181p.mp4', { width: 321, height: 181 }],
] as const)('%s becomes a video that browsers play', async (name, file, size) => {
  const video = await process(name)
  expect(video).toMatchObject({ state: 'ready', failure: null, progress: null, ...size })
  expect(video.duration).toBeGreaterThan(1.8)
  expect(video.sources.files.map(({ url }) => path.basename(url))).toContain(file)
  const best = await inspect(await download(`/api/videos/${video.id}/file`))
  expect(best.quarters.at(10)?.colours).toEqual(['red', 'lime', 'blue', 'blue'])
  const poster = await sharp(await download(video.thumbnailUrl ?? '')).metadata()
  expect([poster.width, poster.height]).toEqual(
    [size.width, size.height].map((side) => expect.closeTo(side, -1)),
  )
  const preview = await sharp(await download(video.preview?.url ?? '')).metadata()
  const { columns = 0, tiles = 0, tileWidth = 0, tileHeight = 0 } = video.preview ?? {}
  expect([preview.format, preview.width, preview.height]).toEqual([
    'webp',
    columns * tileWidth,
    Math.ceil(tiles / columns) * tileHeight,
  ])
})

test('a player reads every quality of the playlist by byte ranges, also audio alone', async () => {
  const video = await process('tall.mp4')
  const master = await text(video.sources.hls ?? '')
  const variants = [...master.matchAll(/#EXT-X-STREAM-INF:(.+)\n(.+)/g)].map(
    ([, attributes = '', uri = '']) => ({
      uri,
      resolution: /RESOLUTION=(\w+)/.exec(attributes)?.[1],
      bandwidth: Number(/BANDWIDTH=(\d+)/.exec(attributes)?.[1]),
      codecs: /CODECS="(.+)"/.exec(attributes)?.[1],
    }),
  )
  expect(variants).toMatchObject([
    { uri: '576p.m3u8', resolution: '576x1024', codecs: expect.stringMatching(/^avc1.*mp4a/) },
    { uri: '480p.m3u8', resolution: '480x854' },
    { uri: '240p.m3u8', resolution: '240x426' },
    { uri: 'audio.m3u8', resolution: undefined, codecs: 'mp4a.40.2' },
  ])
  for (const { bandwidth } of variants) expect(bandwidth).toBeGreaterThan(10_000)
  for (const { uri, resolution } of variants) {
    const { duration, tracks } = await play(resolve(uri, video.sources.hls ?? ''))
    expect(duration).toBeCloseTo(2, 0)
    const [picture] = tracks.filter(({ type }) => type === 'video')
    expect(picture && `${picture.width}x${picture.height}`).toBe(resolution)
    expect(tracks.find(({ type }) => type === 'audio')?.level).toBeGreaterThan(0.05)
  }
})

test('the creator’s pages hear how much is done and what has changed, and a published video is public once it is ready', async () => {
  const inbox = await owner.openSocket()
  const id = await storeUpload(server, owner, await source('mp4'), { isPublished: true })
  await expect.poll(async () => (await getVideo(owner, id)).state, { interval: 50 }).toBe('ready')
  const first = await getVideo(owner, id)
  expect(first.publishedAt).not.toBeNull()
  const best = first.sources.files[0]?.url ?? ''
  expect((await server.client().get(best)).status).toBe(200)
  expect(await waitUntilProcessed(owner, id)).toMatchObject({ publishedAt: first.publishedAt })
  await server.catchUpWithDatabase()
  await inbox.roundTrip()
  const ofVideo = inbox.received.filter((message) => 'videoId' in message && message.videoId === id)
  const progress = ofVideo.flatMap((message) => (message.type === 'video_progress' ? [message.progress] : []))
  expect(progress.length).toBeGreaterThan(0)
  expect(progress).toEqual(progress.toSorted((a, b) => a - b))
  // At least the pictures, the copy, and each of two qualities.
  expect(ofVideo.length - progress.length).toBeGreaterThanOrEqual(4)
  inbox.close()
})
