import { afterAll, beforeAll, expect, test } from 'vitest'
import { testVideo } from '#server/features/media/media/test-videos.ts'
import { animatedGif, plainImage } from '#server/features/media/thumbnails/test-images.ts'
import { uploadMedia } from '#server/features/media/uploads/test-uploads.ts'
import { storeVideo, storeVideoFiles } from '#server/features/videos/videos/test-queries.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import { closeToolAfterTests } from '#server/transcoding/testing/test-media.ts'

closeToolAfterTests()

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ env: { PUBLIC_URL: 'http://wave.example.org' } })
})
afterAll(() => server.close())

test("the feed lists a user's posts, the newest first", async () => {
  const author = await server.member()
  for (const content of ['The first & <b>bold</b>', 'The second\nin two lines'])
    expect((await author.post('/api/posts', { content })).status).toBe(201)
  const response = await server.client().get(`/profile/${author.user.id}/rss.xml`)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toContain('application/rss+xml')
  const document = String(response.body)
  expect(document.indexOf('The second')).toBeLessThan(document.indexOf('The first'))
  expect(document).toContain('<title>The second in two lines</title>')
  expect(document).toContain('The first &#38; &#60;b&#62;bold')
  expect(document).toMatch(/<link>http:\/\/wave\.example\.org\/post\/[0-9a-f-]+<\/link>/)
  expect(document).not.toContain(author.user.email)
})

test("a profile's page links its feed for visitors and users", async () => {
  const author = await server.member()
  for (const reader of [server.client(), await server.member()]) {
    const { body } = await reader.get(`/profile/${author.user.id}`)
    expect(body).toContain(`type="application/rss+xml" title="Member`)
    expect(body).toContain(`href="/profile/${author.user.id}/rss.xml"`)
  }
})

test('a reader that has the feed gets 304, by its ETag or its date, until something changes', async () => {
  const author = await server.member()
  await author.createPost({ content: 'The first' })
  const read = async (headers: Record<string, string> = {}, method = 'GET') => {
    const response = await fetch(`${server.url}/profile/${author.user.id}/rss.xml`, { headers, method })
    const validators = [
      response.headers.get('etag') ?? '',
      response.headers.get('last-modified') ?? '',
    ] as const
    return { status: response.status, validators, text: await response.text() }
  }
  const first = await read()
  const [etag, lastModified] = first.validators
  expect([etag, lastModified]).toEqual([expect.stringMatching(/^"[\w-]+"$/), expect.stringMatching(/ GMT$/)])
  const other = { 'if-none-match': '"other"' }
  const unchanged: Record<string, string>[] = [
    { 'if-none-match': etag },
    { 'if-none-match': `"other", W/${etag}` },
    { 'if-modified-since': lastModified },
    { 'if-modified-since': new Date(Date.parse(lastModified) + 60_000).toUTCString() },
    { 'if-none-match': etag, 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
  ]
  for (const headers of unchanged)
    expect([headers, await read(headers)]).toEqual([headers, { ...first, status: 304, text: '' }])
  expect(await read({}, 'HEAD')).toEqual({ ...first, text: '' })
  const changed = [
    { ...other, 'if-modified-since': lastModified },
    other,
    { 'if-modified-since': 'yesterday' },
  ]
  for (const headers of changed) expect(await read(headers)).toEqual(first)

  await author.createPost({ content: 'The second' })
  const second = await read({ 'if-none-match': etag })
  expect(second.status).toBe(200)
  expect(second.validators[0]).not.toBe(etag)
  const before = new Date(Date.parse(lastModified) - 1000).toUTCString()
  expect((await read({ 'if-modified-since': before })).status).toBe(200)
})

test('an unknown user has no feed', async () => {
  for (const id of ['42', crypto.randomUUID()])
    expect((await server.client().get(`/profile/${id}/rss.xml`)).status).toBe(404)
})

test('an image, also an animated one, is in the HTML, a video is an enclosure with its size', async () => {
  const author = await server.member()
  const image = await uploadMedia(author, await plainImage(64, 36, '#c81e1e').png().toBuffer())
  const video = await uploadMedia(author, await testVideo())
  const animation = await uploadMedia(author, await animatedGif(['#ff0000', '#0000ff']))
  for (const { url } of [image, animation, video]) await author.createPost({ mediaUrl: url })
  const { body } = await server.client().get(`/profile/${author.user.id}/rss.xml`)
  const site = 'http://wave.example.org'
  for (const { url } of [image, animation])
    expect(body).toContain(`img src=&#34;${site}${url}&#34; alt=&#34;&#34;`)
  expect(String(body).match(/<enclosure [^>]*>/g)).toEqual([
    `<enclosure url="${site}${video.url}" length="${video.fileSize}" type="video/mp4"/>`,
  ])
})

test('public videos are among the posts, by time, with the best playable file as enclosure', async () => {
  const author = await server.member()
  const { db } = server.database
  await author.createPost({ content: 'Before the video' })
  const [id, draft] = [
    await storeVideo(db, author.user.id, { title: 'Steel & <pan>', isPublished: true }),
    await storeVideo(db, author.user.id, { title: 'Not yet' }),
  ]
  await storeVideoFiles(server, id, [
    { name: '240p.mp4', kind: 'rendition', mimeType: 'video/mp4', height: 240 },
    { name: 'video.mp4', kind: 'remux', mimeType: 'video/mp4', height: 720 },
  ])
  await author.createPost({ content: 'After the video' })
  const document = String((await server.client().get(`/profile/${author.user.id}/rss.xml`)).body)
  const titles = [...document.matchAll(/<item><title>([^<]*)/g)].map(([, title]) => title)
  expect(titles).toEqual(['After the video', 'Steel &#38; &#60;pan&#62;', 'Before the video'])
  expect(document).toContain(
    `<enclosure url="http://wave.example.org/api/videos/${id}/file" length="10" type="video/mp4"/>`,
  )
  expect(document).not.toContain(draft)
})
