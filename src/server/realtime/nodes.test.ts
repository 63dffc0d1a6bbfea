import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import { hasRedisServer, startRedisServer } from './testing/redis-server.ts'

/** Starts two nodes of a site: two apps with one database. */
async function startNodes(env: Record<string, string> = {}): Promise<[TestApp, TestApp]> {
  const first = await startTestApp({ env })
  onTestFinished(() => first.close())
  const second = await startTestApp({ env, database: first.database })
  onTestFinished(() => second.stop())
  await vi.waitFor(() => {
    for (const { app } of [first, second]) expect(app.context.rowChanges.isConnected).toBe(true)
  })
  return [first, second]
}

function testNodes(envOf: () => Promise<Record<string, string>>): void {
  test('a chat message, its deletion and the end of its stream reach the pages on both nodes once', async () => {
    const [first, second] = await startNodes(await envOf())
    const [streamer, fan] = [await first.member(), await first.member()]
    const { id } = await streamer.createStream()
    await streamer.put(`/api/streams/${id}`, { isLive: true })
    const sockets = [
      await fan.openSubscribedSocket(id),
      await second.client().openSubscribedSocket(id),
      await fan.at(second.url).openSubscribedSocket(id),
    ]
    const sent = await fan.at(second.url).post('/api/chat/send', { streamId: id, message: 'Habari' })
    const messages = await Promise.all(sockets.map((socket) => socket.waitFor('chat_message')))
    for (const message of messages)
      expect(message).toMatchObject({ streamId: id, data: sent.body, messagesCount: 1 })
    await streamer.send('DELETE', `/api/streams/${id}/chat/${messages[0]?.data.id}`)
    for (const socket of sockets)
      expect(await socket.waitFor('chat_deleted')).toMatchObject({
        data: { messageIds: [messages[0]?.data.id] },
      })
    await streamer.at(second.url).put(`/api/streams/${id}`, { isLive: false })
    for (const socket of sockets) {
      expect(await socket.waitFor('stream_ended')).toMatchObject({ streamId: id })
      await socket.roundTrip()
      expect(socket.received.filter(({ type }) => type.startsWith('chat_'))).toEqual([])
      socket.close()
    }
  })

  test('a like, a follow and its notification reach the own pages on another node', async () => {
    const [first, second] = await startNodes(await envOf())
    const [author, reader] = [await first.member(), await first.member()]
    const { id } = await author.createPost()
    const [readerElsewhere, authorElsewhere] = [
      await reader.at(second.url).openSocket(),
      await author.at(second.url).openSocket(),
    ]
    await Promise.all([readerElsewhere.roundTrip(), authorElsewhere.roundTrip()])
    await reader.post(`/api/posts/${id}/like`, { liked: true })
    expect(await readerElsewhere.waitFor('like_changed')).toMatchObject({
      postId: id,
      data: { isLiked: true, likesCount: 1 },
    })
    expect(await authorElsewhere.waitFor('notification')).toMatchObject({ data: { type: 'like' } })
    await reader.post(`/api/users/${author.user.id}/follow`, { following: true })
    expect(await readerElsewhere.waitFor('follow_changed')).toMatchObject({ userId: author.user.id })
    expect(await authorElsewhere.waitFor('notification')).toMatchObject({
      unreadCount: 2,
      data: { type: 'follow' },
    })
    readerElsewhere.close()
    authorElsewhere.close()
  })
}

describe('two nodes that share a database', () => {
  testNodes(() => Promise.resolve({}))
})

describe.skipIf(!hasRedisServer())('two nodes with Redis', () => {
  testNodes(async () => {
    const server = await startRedisServer()
    onTestFinished(() => server.close())
    return { REDIS_URL: server.url }
  })
})
