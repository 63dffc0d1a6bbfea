import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { media as mediaSchema } from '#shared/media/uploads.ts'
import { video as videoSchema } from '#shared/videos/videos.ts'
import { finish, upload } from '#server/features/media/uploads/test-uploads.ts'
import { TestClient } from '#server/testing/test-client.ts'
import { MediaTool } from '#server/transcoding/testing/media-tool.ts'
import type { MediaSpec } from '#transcode/testing/media-spec.ts'
import { startBuiltApp } from './process/app.ts'
import { chooseSizes } from './process/arguments.ts'
import { median } from './process/median.ts'
import { report } from './process/report.ts'

/**
 * Measures how long a member's clip of 12 seconds takes until it can be watched, until it has its first quality, and
 * until a post with it is stored, while three accounts have costly videos processed: of 4K, of hours in few bytes, of
 * very many packets, and of very many frames in few seconds. The baseline is the same clip on an otherwise idle site.
 */
const { CLIP_SECONDS, COSTLY_SECONDS, HOURS, FRAMES_SECONDS, ROUNDS, ACCOUNTS, SCALE } = chooseSizes({
  full: {
    CLIP_SECONDS: 12,
    COSTLY_SECONDS: 60,
    HOURS: 3,
    FRAMES_SECONDS: 4,
    ROUNDS: 3,
    ACCOUNTS: 3,
    SCALE: 1,
  },
  short: {
    CLIP_SECONDS: 1,
    COSTLY_SECONDS: 0.2,
    HOURS: 0.01,
    FRAMES_SECONDS: 0.05,
    ROUNDS: 1,
    ACCOUNTS: 1,
    SCALE: 1 / 4,
  },
})
const H264 = { codec: 'libx264', rate: 30, options: { preset: 'ultrafast', g: 250 } }
const size = (width: number, height: number) => ({ width: width * SCALE, height: height * SCALE })
const AAC = { codec: 'aac', channels: 2, sampleRate: 44_100 }
const FILES = {
  clip: {
    ...{ format: 'mp4', seconds: CLIP_SECONDS, audio: AAC },
    video: { ...H264, ...size(1280, 720), isDetailed: true },
  },
  '4k': { format: 'mp4', seconds: COSTLY_SECONDS, video: { ...H264, ...size(3840, 2160) } },
  hours: {
    ...{ format: 'mp4', seconds: HOURS * 3600 },
    video: { ...H264, ...size(640, 360), rate: 1 },
  },
  packets: {
    ...{ format: 'mp4', seconds: 5 * COSTLY_SECONDS },
    video: { ...H264, width: 32, height: 32, rate: 250 },
  },
  frames: {
    ...{ format: 'mp4', seconds: FRAMES_SECONDS },
    video: { ...H264, ...size(3840, 2160), rate: 300 },
  },
} satisfies Record<string, MediaSpec>

const folder = await mkdtemp(path.join(tmpdir(), 'bench-video-queues-'))
const app = await startBuiltApp()
try {
  const { clip, ...costly } = await makeFiles()
  const idleTimes: Times[] = []
  for (let round = 0; round < ROUNDS; round += 1) idleTimes.push(await measure(clip))
  const problems: unknown[] = []
  const published: { client: TestClient; id: string }[] = []
  for (let account = 0; account < ACCOUNTS; account += 1) {
    const client = await newMember()
    for (const bytes of Object.values(costly)) published.push({ client, id: await publish(client, bytes) })
    // It is stored after the measurements, or never.
    postWith(client, costly['4k']).catch((error: unknown) => problems.push(error))
  }
  // Wait until the first ones are being processed.
  await pause(2000)
  const loadedTimes: Times[] = []
  for (let round = 0; round < ROUNDS; round += 1) loadedTimes.push(await measure(clip))
  if (problems.length > 0) throw new Error('a costly post was refused', { cause: problems[0] })
  const processed = await Promise.all(
    published.map(async ({ client, id }) => videoSchema.parse((await client.get(`/api/videos/${id}`)).body)),
  )
  const processingCount = processed.filter(({ progress }) => progress !== null).length
  console.log(`${processingCount} of ${processed.length} costly videos were still processed at the end`)
  report([
    ...rows('floor: ', idleTimes, {}),
    ...rows(`beside ${ACCOUNTS} accounts: `, loadedTimes, { ready: 10, quality: 30, post: 10 }),
  ])
} finally {
  await app.remove()
  await rm(folder, { recursive: true, force: true })
}

type Times = { ready: number; quality: number; post: number }

function rows(prefix: string, times: readonly Times[], max: Partial<Times>) {
  const row = (name: string, of: keyof Times) => ({
    name: prefix + name,
    value: median(times.map((each) => each[of])),
    unit: 's',
    ...(max[of] !== undefined && { max: max[of] }),
  })
  return [row('ready to watch', 'ready'), row('first quality', 'quality'), row('a post is stored', 'post')]
}

async function measure(bytes: Buffer): Promise<Times> {
  const client = await newMember()
  const id = await publish(client, bytes)
  const startedAt = performance.now()
  const seconds = () => (performance.now() - startedAt) / 1000
  const until = async (isDone: (video: ReturnType<typeof videoSchema.parse>) => boolean) => {
    while (!isDone(videoSchema.parse((await client.get(`/api/videos/${id}`)).body))) await pause(100)
    return seconds()
  }
  const ready = await until(({ state }) => state === 'ready')
  const quality = await until(({ sources }) => sources.qualities.some(({ height }) => height !== null))
  const posted = performance.now()
  await postWith(client, bytes)
  const times = { ready, quality, post: (performance.now() - posted) / 1000 }
  console.log(
    Object.entries(times)
      .map(([name, value]) => `${name} ${value.toFixed(1)} s`)
      .join(', '),
  )
  return times
}

async function newMember(): Promise<TestClient> {
  const client = new TestClient(app.url)
  await client.signUp()
  return client
}

/** Uploads a video as its creator does. Returns its id. */
async function publish(client: TestClient, bytes: Buffer): Promise<string> {
  const { body } = await finish(client, await upload(client, bytes), 'video')
  const { url: videoUrl } = mediaSchema.parse(body)
  const response = await client.post('/api/creator/videos', { title: 'Clip', category: 'Food', videoUrl })
  return videoSchema.parse(response.body).id
}

/** Finishes an upload of a post's video, as often as the server asks for it. */
async function postWith(client: TestClient, bytes: Buffer): Promise<void> {
  const location = await upload(client, bytes)
  for (;;) {
    const { status } = await finish(client, location, 'post')
    if (status === 200) return
    if (status !== 409) throw new Error(`a post was refused with ${status}`)
    await pause(200)
  }
}

async function makeFiles() {
  const tool = new MediaTool(new URL('../src/transcode/testing/media-tool.ts', import.meta.url), [
    '--import',
    'tsx',
  ])
  const make = async (name: keyof typeof FILES) =>
    readFile(await tool.make(FILES[name], path.join(folder, `${name}.mp4`)))
  const files = {
    clip: await make('clip'),
    '4k': await make('4k'),
    hours: await make('hours'),
    packets: await make('packets'),
    frames: await make('frames'),
  }
  tool.close()
  for (const [name, { length }] of Object.entries(files))
    console.log(`${name}: ${(length / 1024 ** 2).toFixed(2)} MB`)
  return files
}
