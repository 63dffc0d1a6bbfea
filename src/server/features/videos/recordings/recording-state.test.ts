import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { listNotifications } from '#shared/notifications/notifications.ts'
import { stream as streamSchema } from '#shared/live/streams.ts'
import { DiskSpace } from '#server/storage/disk-space.ts'
import { FULL_DISK } from '#server/testing/disks.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient, TestSocket } from '#server/testing/test-client.ts'
import { storageAllowanceService } from '#server/features/media/storage-allowance/storage-allowance.ts'
import { uploadMedia } from '#server/features/media/uploads/test-uploads.ts'
import { RecordingFolders } from './recording-folders.ts'
import { Recordings } from './recordings.ts'
import {
  RECORDED,
  createDataDir,
  rowsOf,
  setLive,
  signIn,
  startForTest,
  startNode,
} from './testing/recorded-streams.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ withEngine: true })
})
afterAll(() => server.close())

const read = async (client: TestClient, id: string) =>
  streamSchema.parse((await client.get(`/api/streams/${id}`)).body)
const notificationsOf = async (client: TestClient) =>
  listNotifications.response.parse((await client.get('/api/notifications')).body)
const change = (socket: TestSocket, isRecording: boolean) =>
  socket.waitFor('recording_changed', ({ data }) => data.isRecording === isRecording)

/** Waits until the stream's owner reads this reason. */
async function waitForProblem(owner: TestClient, id: string, problem: string | null): Promise<void> {
  await expect.poll(async () => (await read(owner, id)).recordingProblem).toBe(problem)
}

test('everyone on a live stream sees when its recording begins and ends', async () => {
  const owner = await server.member()
  const visitor = server.client()
  const { id } = await owner.createStream({ settings: RECORDED })
  const viewer = await visitor.openSubscribedSocket(id)
  onTestFinished(() => viewer.close())
  expect(await read(visitor, id)).toMatchObject({ isRecording: false, recordingProblem: null })
  await setLive(owner, id)
  await change(viewer, true)
  expect(await read(visitor, id)).toMatchObject({ isRecording: true, recordingProblem: null })
  const late = await visitor.openSocket(`?stream=true&streamId=${id}`)
  onTestFinished(() => late.close())
  expect(await late.waitFor('subscribed')).toMatchObject({ isRecording: true })

  await owner.put(`/api/streams/${id}`, { settings: { recordStream: false } })
  await change(viewer, false)
  expect(await read(visitor, id)).toMatchObject({ isRecording: false })
  await setLive(owner, id, false)
  expect(await read(visitor, id)).toMatchObject({ isLive: false, isRecording: false })
})

test('a recorded stream shows its viewers on a second node that it is recorded', async () => {
  const second = await startTestApp({ database: server.database })
  onTestFinished(() => second.stop())
  const owner = await server.member()
  const { id } = await owner.createStream({ settings: RECORDED })
  const viewer = await second.client().openSubscribedSocket(id)
  onTestFinished(() => viewer.close())
  await setLive(owner, id)
  await change(viewer, true)
  expect(await read(second.client(), id)).toMatchObject({ isRecording: true })
  await setLive(owner, id, false)
})

test('a restart of the server does not hide that a stream is recorded', async () => {
  const env = await createDataDir()
  const first = await startForTest(startTestApp, { env, withEngine: true })
  const owner = await first.member()
  const { id } = await owner.createStream({ settings: RECORDED })
  await setLive(owner, id)
  await expect.poll(async () => (await read(owner, id)).isRecording).toBe(true)
  await first.stop()
  const { nodeId } = first.app.context
  // Without an engine the owner gets the reason, not an outdated state.
  const second = await startNode({ env, nodeId, database: first.database })
  const client = await signIn(second, owner)
  await waitForProblem(client, id, 'engineDown')
  expect(await read(client, id)).toMatchObject({ isLive: true, isRecording: false })
})

test('only the owner learns why a live stream is not recorded, and without a video that there is none', async () => {
  const fullDiskApp = await startForTest(startTestApp, { withEngine: true, env: FULL_DISK })
  const [owner, other] = [await fullDiskApp.member(), await fullDiskApp.member()]
  const { id } = await owner.createStream({ title: 'Unrecorded', settings: RECORDED })
  const ownSocket = await owner.openSubscribedSocket(id)
  const socket = await other.openSubscribedSocket(id)
  await setLive(owner, id)
  expect(await ownSocket.waitFor('recording_problem')).toMatchObject({ data: { problem: 'noSpace' } })
  await change(socket, false)
  await socket.roundTrip()
  expect(socket.received.filter(({ type }) => type === 'recording_problem')).toEqual([])
  expect(await read(owner, id)).toMatchObject({ isRecording: false, recordingProblem: 'noSpace' })
  expect(await read(other, id)).toMatchObject({ isRecording: false, recordingProblem: null })
  await setLive(owner, id, false)
  await expect
    .poll(() => notificationsOf(owner))
    .toMatchObject([{ type: 'recording', video: null, stream: { id, title: 'Unrecorded' } }])
  expect((await read(owner, id)).recordingProblem).toBe(null)
  ownSocket.close()
  socket.close()
})

/** Rules of a disk that counts as full, or as empty. */
const FULL = { startFreeBytes: Number.MAX_SAFE_INTEGER, stopFreeBytes: Number.MAX_SAFE_INTEGER }
const EMPTY = { startFreeBytes: 0, stopFreeBytes: 0 }

test('a recording begins by itself once there is room, and stops when there is none', async () => {
  const { app, ...fullDiskApp } = await startForTest(startTestApp, { withEngine: true, env: FULL_DISK })
  const owner = await fullDiskApp.member()
  const { id } = await owner.createStream({ settings: RECORDED })
  await setLive(owner, id)
  await waitForProblem(owner, id, 'noSpace')
  const { config } = app.context
  const rules = { ...FULL }
  const disk = new DiskSpace({ media: config.dataDir }, rules)
  const folders = new RecordingFolders(config)
  const remainingStorage = () => Promise.resolve(Infinity)
  const recordings = new Recordings({ ...app.context, disk, folders, remainingStorage })
  await recordings.reconcileAndWait(id)
  Object.assign(rules, EMPTY)
  await recordings.checkAllowances()
  await waitForProblem(owner, id, null)
  expect((await read(owner, id)).isRecording).toBe(true)
  Object.assign(rules, FULL)
  await recordings.checkDisk()
  await waitForProblem(owner, id, 'noSpace')
  await recordings.close()
})

test('a creator who has used up the storage is not recorded until there is room again', async () => {
  const { app, ...node } = await startForTest(startTestApp, { withEngine: true })
  const owner = await node.member()
  const setAllowance = (bytes: number) =>
    app.context.settings.set('limits.storageBytes', String(bytes), node.admin.user.id)
  const document = Buffer.concat([Buffer.from('%PDF-1.7\n')], 5000)
  await owner.post('/api/posts', {
    content: 'Read this',
    mediaUrl: (await uploadMedia(owner, document, 'post')).url,
  })
  await setAllowance(document.length)
  const { id } = await owner.createStream({ settings: RECORDED })
  await setLive(owner, id)
  await waitForProblem(owner, id, 'storageFull')
  const folders = new RecordingFolders(app.context.config)
  const recordings = new Recordings({
    ...app.context,
    folders,
    remainingStorage: (creatorId) =>
      app.context.service(storageAllowanceService).remaining(node.database.db, creatorId),
  })
  await recordings.reconcileAndWait(id)
  await setAllowance(document.length + 1_000_000)
  await recordings.checkAllowances()
  await waitForProblem(owner, id, null)
  expect((await read(owner, id)).isRecording).toBe(true)
  // The running recording counts, too.
  await setAllowance(document.length)
  await recordings.checkAllowances()
  await waitForProblem(owner, id, 'storageFull')
  await recordings.close()
})

test('a broadcast of which nothing was recorded tells its creator, who may not want to know', async () => {
  const [owner, quiet] = [await server.member(), await server.member()]
  await quiet.put('/api/auth/preferences', { notifications: { recording: false } })
  for (const client of [quiet, owner]) {
    const { id } = await client.createStream({ settings: { ...RECORDED, isPublic: false }, title: 'Silence' })
    await setLive(client, id)
    await expect.poll(async () => (await read(client, id)).isRecording).toBe(true)
    await setLive(client, id, false)
  }
  await expect
    .poll(() => notificationsOf(owner))
    .toMatchObject([{ type: 'recording', video: null, stream: { title: 'Silence' }, isRead: false }])
  await expect.poll(() => rowsOf(server)).toEqual([])
  expect(await notificationsOf(quiet)).toEqual([])
})
