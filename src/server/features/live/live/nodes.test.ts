import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { stream as streamSchema } from '#shared/live/streams.ts'
import { setBroadcastOwner } from '#server/features/live/streams/owner-queries.ts'
import { broadcasts } from '#server/features/live/streams/schema.ts'
import { nodeProcesses } from '#server/nodes/schema.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { startLiveApp } from '#server/testing/test-live-app.ts'

async function startStream(streamer: TestClient): Promise<string> {
  const { id } = await streamer.createStream()
  await streamer.put(`/api/streams/${id}`, { isLive: true })
  return id
}

const find = async (client: TestClient, id: string) =>
  streamSchema.parse((await client.get(`/api/streams/${id}`)).body)

const ownersOf = async ({ database: { db } }: TestApp) => {
  const rows = await db.select({ nodeId: broadcasts.nodeId }).from(broadcasts)
  return rows.map(({ nodeId }) => nodeId)
}

test('a node that gets the media of a live stream becomes its owner, and ends it after its own grace', async () => {
  const first = await startTestApp({ env: { LIVE_GRACE_SECONDS: '60' } })
  onTestFinished(() => first.close())
  const streamer = await first.member()
  const { id, streamKey } = await streamer.createStream()
  await streamer.put(`/api/streams/${id}`, { isLive: true })
  const second = await startLiveApp({ env: { LIVE_GRACE_SECONDS: '2' }, database: first.database })
  onTestFinished(() => second.stop())
  const viewer = await second.client().openJoinedSocket(id)

  const offer = await second.peers.offer('encoder')
  const headers = { 'content-type': 'application/sdp', authorization: `Bearer ${streamKey}` }
  const answer = await second.client().post('/whip', offer, headers)
  expect(answer.status).toBe(201)
  await second.peers.acceptAnswer('encoder', String(answer.body))
  await viewer.waitFor('webrtc_offer')
  expect(await ownersOf(first)).toEqual([second.app.context.nodeId])
  await second.peers.close('encoder')
  await viewer.waitFor('stream_ended')
  expect(await find(first.client(), id)).toMatchObject({ isLive: false })
  viewer.close()
})

test('a node gives up a broadcast that another one has taken over or ended', async () => {
  const node = await startTestApp({ env: { LIVE_GRACE_SECONDS: '2' } })
  onTestFinished(() => node.close())
  const { db } = node.database
  const [taken, ended] = [await startStream(await node.member()), await startStream(await node.member())]
  await db.insert(nodeProcesses).values({
    nodeId: 'another',
    role: 'app',
    leaseUntil: sql`now() + interval '1 hour'`,
  })
  const visitor = node.client()
  const socket = await visitor.openSocket()
  socket.send({ type: 'subscribe', streamId: ended })
  await socket.roundTrip()
  await setBroadcastOwner(db, taken, 'another')
  // The other node stores the end, and its own browsers hear of it.
  await db.execute(sql`
    with ended as (update streams set is_live = false, ended_at = now() where id = ${ended})
    delete from broadcasts where stream_id = ${ended}`)
  await socket.waitFor('stream_ended', ({ streamId }) => streamId === ended)

  const graceIsOver = async () => {
    const { rows } = await db.execute<{ isOver: boolean }>(sql`
      select started_at < now() - interval '3 seconds' as "isOver" from streams where id = ${taken}`)
    return rows[0]?.isOver
  }
  await expect.poll(graceIsOver).toBe(true)
  expect(await find(visitor, taken)).toMatchObject({ isLive: true })
  socket.close()
})
