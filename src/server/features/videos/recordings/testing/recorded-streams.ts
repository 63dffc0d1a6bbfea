import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  MkvOutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny'
import { expect, onTestFinished } from 'vitest'
import { listCreatorVideos } from '#shared/videos/creator-videos.ts'
import type { Video } from '#shared/videos/videos.ts'
import { findRunningRecording } from '#server/features/videos/recordings/queries.ts'
import type { RecordingRow } from '#server/features/videos/recordings/schema.ts'
import { type TestApp, type TestOptions, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

export const RECORDED = { isPublic: true, allowChat: true, recordStream: true }

export const setLive = (client: TestClient, id: string, isLive = true) =>
  client.put(`/api/streams/${id}`, { isLive })
export const videosOf = async (client: TestClient) =>
  listCreatorVideos.response.parse((await client.get('/api/creator/videos')).body)
export const statesOf = async (client: TestClient) => (await videosOf(client)).map(({ state }) => state)
/** Returns the videos once nothing is left to do for them, and those with a picture have a poster. */
export async function processedVideosOf(client: TestClient) {
  const isProcessed = ({ progress, thumbnailUrl, width }: Video) =>
    progress === null && (thumbnailUrl !== null || width === null)
  await expect.poll(async () => (await videosOf(client)).every(isProcessed)).toBe(true)
  return videosOf(client)
}

export async function rowsOf({ database }: TestApp): Promise<Record<string, unknown>[]> {
  const { rows } = await database.pool.query<Record<string, unknown>>('select * from recordings order by id')
  return rows
}
export const folderOf = ({ app }: TestApp) => path.join(app.context.config.dataDir, 'recordings')
export const foldersOf = async (app: TestApp) => (await readdir(folderOf(app))).toSorted()

/** Creates a DATA_DIR that several apps of a test use one after the other. */
export async function createDataDir(): Promise<{ DATA_DIR: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'recorded-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return { DATA_DIR: folder }
}

/** Starts an app for one test, which may stop it earlier; the first of a database also closes the database. */
export async function startForTest<App extends TestApp>(
  start: (options: TestOptions) => Promise<App>,
  options: TestOptions = {},
): Promise<App> {
  const app = await start(options)
  let stopped: Promise<void> | null = null
  const stop = () => (stopped ??= app.stop())
  onTestFinished(async () => {
    await stop()
    if (!options.database) await app.database.close()
  })
  return { ...app, stop }
}

/** The same without a live engine, whose parts the test writes. */
export const startNode = (options?: TestOptions) => startForTest(startTestApp, options)

/** Signs a user in on another app of the same database. */
export async function signIn(app: TestApp, { user }: TestClient): Promise<TestClient> {
  const client = app.client()
  // The password that `signUp` sets: it contains the same unique text as the last name.
  const password = `password of ${user.lastName ?? ''}`
  expect((await client.post('/api/auth/login', { email: user.email, password })).status).toBe(200)
  return client
}

/** Starts a recorded broadcast, and writes its parts in place of the live engine. */
export async function record(
  app: TestApp,
  owner: TestClient,
  write: (folder: string) => Promise<void> = writeAudioPart,
): Promise<{ id: string; recording: RecordingRow }> {
  const { id } = await owner.createStream({ settings: RECORDED })
  await setLive(owner, id)
  return { id, recording: await writeParts(app, id, write) }
}

/** Waits until the app records a stream, and writes the parts. */
export async function writeParts(
  app: TestApp,
  streamId: string,
  write = writeAudioPart,
): Promise<RecordingRow> {
  const { db, nodeId } = app.app.context
  const find = () => findRunningRecording(db, streamId, nodeId)
  await expect.poll(find).toBeDefined()
  const recording = await find()
  if (!recording) throw new Error('nothing is recorded')
  await expect.poll(() => foldersOf(app)).toContain(recording.id)
  await write(path.join(folderOf(app), recording.id))
  return recording
}

/** Writes two seconds of silence. */
async function writeAudioPart(folder: string): Promise<void> {
  const source = new EncodedAudioPacketSource('opus')
  const output = new Output({ format: new WebMOutputFormat(), target: new BufferTarget() })
  output.addAudioTrack(source)
  await output.start()
  const meta = { decoderConfig: { codec: 'opus', numberOfChannels: 2, sampleRate: 48_000 } }
  const silence = Buffer.from([0xfc, 0xff, 0xfe])
  for (let second = 0; second < 2; second += 0.02)
    await source.add(new EncodedPacket(silence, 'key', second, 0.02), meta)
  await finish(output, path.join(folder, `${Date.now()}-audio.webm`))
}

/** Writes a part that the assembler cannot make a file of: H264 without the description of its codec. */
export async function writeUnreadablePart(folder: string): Promise<void> {
  const source = new EncodedVideoPacketSource('vp8')
  const output = new Output({ format: new MkvOutputFormat(), target: new BufferTarget() })
  output.addVideoTrack(source)
  await output.start()
  const sps = Buffer.from('000000136742c01f8c8d405017fcb35060606078442350', 'hex')
  const meta = { decoderConfig: { codec: 'vp8', codedWidth: 640, codedHeight: 360 } }
  for (const second of [0, 1, 2]) await source.add(new EncodedPacket(sps, 'key', second, 1), meta)
  await finish(output, path.join(folder, `${Date.now()}-video.mkv`))
}

async function finish(output: Output<WebMOutputFormat | MkvOutputFormat, BufferTarget>, file: string) {
  await output.finalize()
  await writeFile(file, Buffer.from(output.target.buffer ?? new ArrayBuffer()))
}
