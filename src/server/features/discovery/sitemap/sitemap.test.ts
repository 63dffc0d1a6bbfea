import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeVideo, storeVideoFiles } from '#server/features/videos/videos/test-queries.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'

const SITE = 'http://wave.example.org'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ env: { PUBLIC_URL: SITE, COUNTS_SECONDS: '0.001' } })
})
afterAll(() => server.close())

const fetchSitemap = async () => String((await server.client().get('/sitemap.xml')).body)

test('robots.txt names the sitemap', async () => {
  const { status, body, headers } = await server.client().get('/robots.txt')
  expect(status).toBe(200)
  expect(headers.get('content-type')).toContain('text/plain')
  expect(body).toContain(`Sitemap: ${SITE}/sitemap.xml`)
})

test('the sitemap has public profiles, streams and videos, and nothing that is hidden', async () => {
  const [creator, silent] = [await server.member(), await server.member()]
  const { db } = server.database
  const stream = await creator.createStream()
  const privateStream = await creator.createStream({ settings: { isPublic: false } })
  for (const { id } of [stream, privateStream])
    for (const isLive of [true, false]) await creator.put(`/api/streams/${id}`, { isLive })
  const title = 'Drum & <dance>'
  const id = await storeVideo(db, creator.user.id, {
    title,
    isPublished: true,
    duration: 61.6,
    viewsCount: 7,
  })
  await storeVideoFiles(server, id, [
    { name: 'poster-1.webp', kind: 'poster', mimeType: 'image/webp', width: 1280, height: 720 },
    { name: 'poster-1-small.webp', kind: 'poster', mimeType: 'image/webp', width: 640, height: 360 },
  ])
  const hidden = [
    await storeVideo(db, creator.user.id),
    await storeVideo(db, creator.user.id, { isPublished: true, isPublic: false }),
    privateStream.id,
    silent.user.id,
  ]
  await expect.poll(fetchSitemap).toContain(`<loc>${SITE}/video/${id}</loc>`)
  const sitemap = await fetchSitemap()
  for (const path of ['/discover', `/stream/${stream.id}`, `/profile/${creator.user.id}`])
    expect(sitemap).toContain(`<loc>${SITE}${path}</loc>`)
  for (const each of hidden) expect(sitemap).not.toContain(each)
  expect(sitemap).toContain('<video:title>Drum &#38; &#60;dance&#62;</video:title>')
  expect(sitemap).toContain(`<video:content_loc>${SITE}/api/videos/${id}/file</video:content_loc>`)
  expect(sitemap).toContain(`<video:player_loc>${SITE}/embed/${id}</video:player_loc>`)
  expect(sitemap).toContain('<video:duration>62</video:duration><video:view_count>7</video:view_count>')
  expect(sitemap).toMatch(/<video:thumbnail_loc>[^<]+poster-1\.webp</)
})
