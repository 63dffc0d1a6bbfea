import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createComment } from '#shared/community/comments.ts'
import * as calls from '#shared/operations/moderation.ts'
import { listRules } from '#shared/operations/reports.ts'
import { storeVideo, storeVideoFiles } from '#server/features/videos/videos/test-queries.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

const frequent = { points: 10_000, seconds: 600 }
let server: TestApp
beforeAll(async () => {
  server = await startTestApp({
    rates: { searches: frequent, suggestions: frequent, starts: frequent },
    env: { COUNTS_SECONDS: '0.001' },
  })
})
afterAll(() => server.close())

/** The things of one author that are removed; each has a word of its own in its text. */
type Scene = Awaited<ReturnType<typeof createScene>>

async function createScene(author: TestClient, reader: TestClient) {
  const { db } = server.database
  const word = () => `b${randomUUID().slice(0, 8)}`
  const words = {
    post: word(),
    comment: word(),
    video: word(),
    live: word(),
    planned: word(),
    ended: word(),
    recording: word(),
  }
  const tag = `${words.post}tag`
  await reader.post(`/api/users/${author.user.id}/follow`, { following: true })
  const post = await author.createPost({ content: `${words.post} #${tag} @${reader.user.handle}` })
  await reader.put(`/api/posts/${post.id}/bookmark`)
  const commented = await reader.createPost()
  const sent = await author.post(`/api/posts/${commented.id}/comments`, { content: words.comment })
  const comment = createComment.response.parse(sent.body)
  const publish = async (creator: TestClient, columns: Parameters<typeof storeVideo>[2]) => {
    const id = await storeVideo(db, creator.user.id, columns)
    expect((await creator.post(`/api/creator/videos/${id}/publish`)).status).toBe(200)
    return id
  }
  const video = await publish(author, { title: words.video, category: 'Food' })
  await storeVideoFiles(server, video, [
    { name: '480p.mp4', kind: 'rendition', mimeType: 'video/mp4', width: 854, height: 480 },
  ])
  const otherVideo = await publish(reader, {})
  const live = await author.createStream({ title: words.live, category: 'Cooking & Culture' })
  await author.put(`/api/streams/${live.id}`, { isLive: true })
  const scheduledFor = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString()
  const planned = await author.createStream({ title: words.planned, scheduledFor })
  const other = await server.member()
  const ended = await other.createStream({ title: words.ended })
  for (const isLive of [true, false]) await other.put(`/api/streams/${ended.id}`, { isLive })
  await reader.post(`/api/users/${other.user.id}/follow`, { following: true })
  const recording = await publish(other, { title: words.recording, streamId: ended.id })
  return {
    author: author.user.id,
    words,
    tag,
    post: post.id,
    commented: commented.id,
    comment: comment.id,
    video,
    otherVideo,
    live: live.id,
    planned: planned.id,
    ended: ended.id,
    recording,
  }
}

const pageOf = (path: string) => encodeURIComponent(`${server.app.context.config.publicUrl.origin}${path}`)

/** Every public list and page that could show something, with what it shows. */
const LISTS: Record<string, (scene: Scene) => [path: string, shows: string][]> = {
  'the feed': ({ post }) => [['/api/posts/feed?limit=100', post]],
  'the circle': ({ post }) => [['/api/posts/circle?limit=100', post]],
  'the profile': ({ author, post, video, live, planned }) => [
    [`/api/users/${author}/posts`, post],
    [`/api/users/${author}/videos`, video],
    [`/api/users/${author}/streams`, live],
    [`/api/users/${author}/streams`, planned],
    [`/api/streams/upcoming?userId=${author}`, planned],
  ],
  'what members have treasured': ({ post }) => [['/api/bookmarks', post]],
  'the post': ({ post, words }) => [
    [`/api/posts/${post}`, words.post],
    [`/post/${post}`, words.post],
  ],
  'its comments': ({ commented, comment }) => [[`/api/posts/${commented}/comments`, comment]],
  'the search': ({ words, tag, post, video, live, planned, ended }) => [
    [`/api/search?q=${words.post}`, post],
    [`/api/search?type=posts&q=${words.post}`, post],
    [`/api/search?q=%23${tag}`, post],
    [`/api/search?q=${words.video}`, video],
    [`/api/search?q=${words.live}`, live],
    [`/api/search?q=${words.planned}`, planned],
    [`/api/search?q=${words.ended}`, ended],
  ],
  suggestions: ({ words, tag, video, live, planned }) => [
    [`/api/search/suggest?q=%23${tag.slice(0, -1)}`, tag],
    [`/api/search/suggest?q=${words.video}`, video],
    [`/api/search/suggest?q=${words.live}`, live],
    [`/api/search/suggest?q=${words.planned}`, planned],
  ],
  'trending hashtags': ({ tag }) => [['/api/trending?limit=50', tag]],
  'lists of streams': ({ live, planned, ended }) => [
    ['/api/streams/live?limit=100', live],
    ['/api/streams/upcoming?limit=100', planned],
    ['/api/streams/recent?limit=100', ended],
  ],
  'the stream': ({ live, words }) => [
    [`/api/streams/${live}`, words.live],
    [`/stream/${live}`, words.live],
    [`/embed/stream/${live}`, words.live],
    [`/api/oembed?url=${pageOf(`/stream/${live}`)}`, words.live],
  ],
  'lists of videos': ({ video, otherVideo, recording }) => [
    ['/api/videos?limit=100', video],
    ['/api/videos?sort=popular&limit=100', video],
    [`/api/videos/${otherVideo}/related?limit=100`, video],
    ['/api/creator/videos', video],
    ['/api/videos?limit=100', recording],
  ],
  'the video': ({ video, words }) => [
    [`/api/videos/${video}`, words.video],
    [`/video/${video}`, words.video],
    [`/embed/${video}`, words.video],
    [`/api/oembed?url=${pageOf(`/video/${video}`)}`, words.video],
  ],
  'the journey': ({ post, video, live, planned }) => [
    ['/api/journey', post],
    ['/api/journey', video],
    ['/api/journey', live],
    ['/api/journey', planned],
  ],
  'feeds of other programs': ({ author, post, video, live, planned }) => [
    [`/profile/${author}/rss.xml`, post],
    [`/profile/${author}/rss.xml`, video],
    ['/sitemap.xml', video],
    ['/sitemap.xml', live],
    [`/api/streams/${planned}/calendar.ics`, planned],
  ],
  notifications: ({ post, commented, live, video, recording }) => [
    ['/api/notifications', video],
    ['/api/notifications', recording],
    ['/api/notifications', post],
    ['/api/notifications', commented],
    ['/api/notifications', live],
  ],
  movements: () => [['/api/movements', '"Culinary Arts","creatorsCount":1']],
}

/** Returns which of the lists show what to any of these, as `path shows`. */
async function listShown(scene: Scene, clients: Record<string, TestClient>): Promise<string[]> {
  const shown: string[] = []
  for (const list of Object.values(LISTS))
    for (const [path, text] of list(scene))
      for (const [who, client] of Object.entries(clients)) {
        const { status, body } = await client.get(path)
        expect(status, `${who} ${path}`).toBeLessThan(500)
        if (JSON.stringify(body).includes(text)) shown.push(`${path} ${text}`)
      }
  return [...new Set(shown)]
}

async function removeAll({ post, comment, video, live, planned, ended }: Scene): Promise<void> {
  const [reporter, rules] = [await server.member(), await server.client().get('/api/rules')]
  const [rule] = listRules.response.parse(rules.body)
  const subjects = Object.entries({ post, comment, video, stream: live, planned, ended })
  for (const [name, subjectId] of subjects) {
    const subjectType = name === 'planned' || name === 'ended' ? 'stream' : name
    await reporter.post('/api/reports', { subjectType, subjectId, reason: rule })
    const open = calls.listCases.response.parse((await server.admin.get('/api/moderation/reports')).body)
    const id = open.find((each) => each.subjectId === subjectId)?.id
    const body = { action: 'remove', state: 'open', rule }
    expect((await server.admin.post(`/api/moderation/reports/${id}`, body)).status, name).toBe(200)
  }
}

test('no list shows its author, another member or a visitor what a moderator has removed', async () => {
  const [author, reader] = [await server.member(), await server.member()]
  const scene = await createScene(author, reader)
  const clients = { author, reader, visitor: server.client() }
  const everything = Object.values(LISTS).flatMap((list) => list(scene).map((row) => row.join(' ')))
  // A list that does not show it before would prove nothing.
  await expect
    .poll(async () => (await listShown(scene, clients)).toSorted())
    .toEqual([...new Set(everything)].toSorted())
  await removeAll(scene)
  await expect.poll(() => listShown(scene, clients)).toEqual([])
})
