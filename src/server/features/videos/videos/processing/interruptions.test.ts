import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import type { Database } from '#server/db/open.ts'
import {
  createDataDir,
  signIn,
  startNode,
} from '#server/features/videos/recordings/testing/recorded-streams.ts'
import { startWorker } from '#server/start-worker.ts'
import type { Close } from '#server/run-process.ts'
import { closeToolAfterTests, source } from '#server/transcoding/testing/test-media.ts'
import { transcoderPids } from '#server/transcoding/testing/transcoder-pids.ts'
import { prepareVideoHandler } from './prepare-job.ts'
import { storageKey } from '../files/video-files.ts'
import { attempt, openProcessing } from './testing/test-processing.ts'
import { filesOnDisk, getVideo, storeUpload, waitUntilProcessed } from './testing/uploaded-videos.ts'

closeToolAfterTests()

const JOBS_OFF = { JOBS: 'off' }

test('an attempt continues after the steps of one that was killed', async () => {
  const node = await startNode({ env: JOBS_OFF })
  const owner = await node.member()
  const videoId = await storeUpload(node, owner, await source('mp4'))
  const tasks: string[] = []
  let killedBefore = ''
  const dependencies = await openProcessing(node, ({ type }) => {
    if (type === killedBefore) throw new Error('killed')
    tasks.push(type)
  })
  const run = () => attempt(prepareVideoHandler(dependencies), { videoId })
  killedBefore = 'remux'
  await expect(run()).rejects.toThrow('killed')
  killedBefore = ''
  await run()
  expect(tasks.splice(0)).toEqual(['remux'])
  const before = await getVideo(owner, videoId)
  // It can be watched before any quality exists.
  expect(before).toMatchObject({ state: 'ready', progress: expect.any(Number), sources: { qualities: [] } })
  const files = await filesOnDisk(node)
  await run()
  expect(tasks).toEqual(['probe'])
  expect({ ...(await getVideo(owner, videoId)), updatedAt: '' }).toEqual({ ...before, updatedAt: '' })
  expect(await filesOnDisk(node)).toEqual(files)
})

test('a start continues the processing of the app before, and removes what that one left', async () => {
  const env = await createDataDir()
  const first = await startNode({ env })
  const owner = await first.member()
  const videoId = await storeUpload(first, owner, await source('tall.mp4'))
  await expect.poll(async () => (await getVideo(owner, videoId)).state, { interval: 50 }).toBe('ready')
  await first.stop()
  expect(await transcoderPids()).toEqual([])

  // As a process that was killed leaves them: a stored file without a row, and its working folder.
  const name = `${videoId}-0123456789ab`
  const folder = path.join(env.DATA_DIR, 'transcoding', 'app', name)
  await mkdir(folder)
  await writeFile(path.join(folder, '1080p.mp4'), 'unfinished')
  await writeFile(path.join(env.DATA_DIR, 'files', storageKey(name, '1080p.mp4')), 'unfinished')

  const { database } = first
  const restarted = await startNode({ env, nodeId: first.app.context.nodeId, database })
  const client = await signIn(restarted, owner)
  const { sources } = await waitUntilProcessed(client, videoId)
  expect(sources.qualities.map(({ height }) => height)).toEqual([1024, 854, 426, null])
  // The working folder of the last quality is removed after its row is stored.
  const isLeftover = (file: string) => file.startsWith('transcoding') || file.includes('1080p')
  await expect.poll(async () => (await filesOnDisk(restarted)).filter(isLeftover)).toEqual([])
  const files = await filesOnDisk(restarted)
  for (const { url } of sources.files) expect((await client.send('HEAD', url)).status).toBe(200)
  // The original, its copy, four qualities with their playlists, two sizes of the poster, the preview image.
  expect(files).toHaveLength(13)
})

/** Stops the running transcoder, which then never ends by itself. Returns whether there was one. */
async function pauseTranscoder(): Promise<boolean> {
  const [pid] = await transcoderPids()
  try {
    return pid !== undefined && process.kill(pid, 'SIGSTOP')
  } catch {
    return false
  }
}

test.runIf(process.platform === 'linux')(
  'the deletion of a video ends its transcoder, and leaves nothing on disk',
  async () => {
    const node = await startNode()
    const owner = await node.member()
    const videoId = await storeUpload(node, owner, await source('tall.mp4'))
    await expect.poll(async () => (await getVideo(owner, videoId)).state, { interval: 20 }).toBe('ready')
    await expect.poll(() => pauseTranscoder(), { interval: 10 }).toBe(true)
    expect((await owner.send('DELETE', `/api/creator/videos/${videoId}`)).status).toBe(200)
    await expect.poll(() => transcoderPids()).toEqual([])
    await expect.poll(() => filesOnDisk(node)).toEqual([])
  },
)

test('a file that is stored while its video is deleted does not stay', async () => {
  const node = await startNode({ env: JOBS_OFF })
  const owner = await node.member()
  const videoId = await storeUpload(node, owner, await source('mp4'))
  const dependencies = await openProcessing(node)
  const { storage } = dependencies
  const stored: string[] = []
  const putFile = async (key: string, file: string) => {
    await storage.putFile(key, file)
    stored.push(key)
    if (key.endsWith('video.mp4')) await owner.send('DELETE', `/api/creator/videos/${videoId}`)
  }
  await attempt(prepareVideoHandler({ ...dependencies, storage: { ...storage, putFile } }), { videoId })
  expect(stored.length).toBeGreaterThan(0)
  // The original is deleted by a job.
  expect(await filesOnDisk(node)).toEqual([expect.stringContaining('originals/')])
})

test('a worker processes the videos of an app without jobs, and the creator’s pages are updated', async () => {
  const env = await createDataDir()
  const node = await startNode({ env: { ...env, ...JOBS_OFF } })
  const owner = await node.member()
  const inbox = await owner.openSocket()
  const videoId = await storeUpload(node, owner, await source('mp4'))
  await writeFile(path.join(env.DATA_DIR, 'node-id'), node.app.context.nodeId)
  const opened: Close[] = []
  const config = readConfig({
    ...{ NODE_ENV: 'test', DATABASE_URL: urlOf(node.database), PASSWORD_HASH_KIB: '8', ...env },
    SESSION_SECRET: 'a secret that is only ever used by tests',
  })
  onTestFinished(async () => {
    for (const close of opened.toReversed()) await close()
  })
  await startWorker(config, { log: pino({ level: 'silent' }), stop: new AbortController(), opened })
  await inbox.waitFor('video_changed', (message) => message.videoId === videoId)
  expect(await waitUntilProcessed(owner, videoId)).toMatchObject({ state: 'ready' })
  await expect.poll(async () => (await filesOnDisk(node)).filter((file) => file.startsWith('tr'))).toEqual([])
  inbox.close()
})

/** The address of a test's database for DATABASE_URL. */
function urlOf({ pool }: Database): string {
  const { host, port, user, password, database } = pool.options
  const query = new URLSearchParams({ host: String(host), port: String(port) })
  return `postgres://${user}:${String(password)}@localhost/${database}?${query.toString()}`
}
