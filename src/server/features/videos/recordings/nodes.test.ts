import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { nodeProcesses } from '#server/nodes/schema.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import {
  createDataDir,
  folderOf,
  foldersOf,
  record,
  processedVideosOf,
  rowsOf,
  setLive,
  signIn,
  startNode,
  statesOf,
  writeParts,
} from './testing/recorded-streams.ts'
import { nodesExpired } from '#server/nodes/events.ts'

/** Returns all rows and jobs, and the files of a node's recordings. */
async function stateOf(node: TestApp, folder: string) {
  const files = await readdir(folder, { recursive: true })
  // A job's revision counts how often it was enqueued.
  const { rows: jobs } = await node.database.db.execute(sql`
    select task_identifier, attempts, revision from graphile_worker.jobs where task_identifier like 'recordings.%'`)
  return { rows: await rowsOf(node), jobs, files: files.toSorted() }
}

/** Expires the lease of a stopped node, as another one finds it. */
async function expire(stopped: TestApp, other: TestApp): Promise<void> {
  const { nodeId } = stopped.app.context
  await other.database.db
    .update(nodeProcesses)
    .set({ leaseUntil: sql`now() - interval '1 minute'` })
    .where(eq(nodeProcesses.nodeId, nodeId))
  other.app.context.events.publish(nodesExpired, {})
}

test('a second node leaves the recordings of the first alone, and a broadcast that it takes over becomes a video of each', async () => {
  const env = await createDataDir()
  const first = await startNode({ env: { ...env, JOBS: 'off' } })
  const { database } = first
  const { nodeId } = first.app.context
  const [owner, other] = [await first.member(), await first.member()]
  const { id } = await record(first, owner)
  const ended = await record(first, other)
  await setLive(other, ended.id, false)
  await expect.poll(() => statesOf(other)).toEqual(['processing'])
  const folder = folderOf(first)
  const before = await stateOf(first, folder)

  const beside = await startNode({ database })
  await beside.stop()
  expect(await stateOf(first, folder)).toEqual(before)
  await first.stop()
  const second = await startNode({ database, nodeId: beside.app.context.nodeId })
  const [client, otherClient] = [await signIn(second, owner), await signIn(second, other)]
  await expire(first, second)
  const own = await writeParts(second, id)
  await setLive(client, id, false)
  await expect.poll(() => statesOf(client)).toEqual(['ready'])
  await expect.poll(() => foldersOf(second)).toEqual([])
  expect(own.nodeId).toBe(second.app.context.nodeId)
  expect(await stateOf(second, folder)).toEqual(before)
  expect(await statesOf(otherClient)).toEqual(['processing'])

  const firstAgain = await startNode({ env, database, nodeId })
  await expect.poll(() => statesOf(client)).toEqual(['ready', 'ready'])
  await expect.poll(() => statesOf(otherClient)).toEqual(['ready'])
  await expect.poll(() => foldersOf(firstAgain)).toEqual([])
  expect(await rowsOf(second)).toEqual([])
})

test('a running node ends its recording when another one takes the broadcast over', async () => {
  const first = await startNode()
  const owner = await first.member()
  const { id } = await record(first, owner)
  await first.database.db.execute(sql`update broadcasts set node_id = 'another' where stream_id = ${id}`)
  await expect.poll(() => statesOf(owner)).toEqual(['ready'])
  expect(await rowsOf(first)).toEqual([])
  expect((await owner.get(`/api/streams/${id}`)).body).toMatchObject({ isLive: true })
})

test.each([
  ['keeps', '', ['ready']],
  ['also deletes', '?recording=true', []],
])('the deletion of a stream %s the recording of a node that is down', async (_, query, states) => {
  const env = await createDataDir()
  const first = await startNode({ env })
  const owner = await first.member()
  const { id } = await record(first, owner)
  await first.stop()
  const { database } = first
  const second = await startNode({ database })
  const client = await signIn(second, owner)
  await setLive(client, id, false)
  expect((await client.send('DELETE', `/api/streams/${id}${query}`)).status).toBe(200)

  const firstAgain = await startNode({ env, database, nodeId: first.app.context.nodeId })
  await expect.poll(() => statesOf(client)).toEqual(states)
  await expect.poll(() => foldersOf(firstAgain)).toEqual([])
  expect(await rowsOf(second)).toEqual([])
  for (const { sources, ...video } of await processedVideosOf(client)) {
    expect(video).toMatchObject({ streamId: null, mimeType: 'audio/webm' })
    expect(sources.qualities).toHaveLength(1)
    // The recording, and its quality with a playlist.
    expect(await readdir(path.join(env.DATA_DIR, 'files', 'videos'))).toHaveLength(3)
  }
})
