import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getOembed } from '#shared/discovery/embeds.ts'
import { getVideo } from '#shared/videos/videos.ts'
import { storeVideo, storeVideoFiles } from '#server/features/videos/videos/test-queries.ts'
import { videos } from '#server/features/videos/videos/schema.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

const SITE = 'http://wave.example.org'

let server: TestApp
let creator: TestClient
beforeAll(async () => {
  server = await startTestApp({ env: { PUBLIC_URL: SITE } })
  creator = await server.member()
})
afterAll(() => server.close())

async function publish(columns: Parameters<typeof storeVideo>[2] = {}): Promise<string> {
  const size = { width: 1920, height: 1080 }
  const id = await storeVideo(server.database.db, creator.user.id, { isPublished: true, ...size, ...columns })
  await storeVideoFiles(server, id, [
    { name: 'video.mp4', kind: 'remux', mimeType: 'video/mp4', ...size },
    { name: 'poster-1.webp', kind: 'poster', mimeType: 'image/webp', width: 1280, height: 720 },
    { name: 'poster-1-small.webp', kind: 'poster', mimeType: 'image/webp', width: 640, height: 360 },
  ])
  return id
}

const oembed = (url: string, rest = '') =>
  server.client().get(`/api/oembed?url=${encodeURIComponent(url)}${rest}`)
const read = async (url: string, rest = '') => getOembed.response.parse((await oembed(url, rest)).body)

test('oEmbed describes the player of a public video and stream', async () => {
  const id = await publish({ title: 'Kora "live" <at> dusk' })
  const found = await read(`${SITE}/video/${id}?t=5`)
  expect(found).toMatchObject({
    version: '1.0',
    type: 'video',
    title: 'Kora "live" <at> dusk',
    author_url: `${SITE}/profile/${creator.user.id}`,
    provider_name: 'Creative Wave',
    provider_url: SITE,
    width: 640,
    height: 360,
    thumbnail_width: 1280,
  })
  expect(found.html).toContain(`src="${SITE}/embed/${id}"`)
  expect(found.html).toContain('title="Kora &#34;live&#34; &#60;at&#62; dusk"')
  expect(found.author_name).not.toContain('@')
  const stream = await creator.createStream({ title: 'Tonight' })
  for (const path of [`/stream/${stream.id}`, `/embed/stream/${stream.id}`])
    expect((await read(SITE + path)).html).toContain(`src="${SITE}/embed/stream/${stream.id}"`)
})

test('player and thumbnail fit into the largest size of the consumer, in the shape of the picture', async () => {
  const id = await publish()
  expect(await read(`${SITE}/video/${id}`, '&maxwidth=320')).toMatchObject({ width: 320, height: 180 })
  expect(await read(`${SITE}/video/${id}`, '&maxwidth=700&maxheight=90')).toMatchObject({
    width: 160,
    height: 90,
  })
  expect(await read(`${SITE}/video/${id}`, '&maxwidth=700')).toMatchObject({ thumbnail_width: 640 })
  expect(await read(`${SITE}/video/${id}`, '&maxwidth=100')).not.toHaveProperty('thumbnail_url')
  const portrait = await publish({ width: 1080, height: 1920 })
  expect(await read(`${SITE}/video/${portrait}`)).toMatchObject({ width: 360, height: 640 })
  expect((await oembed(`${SITE}/video/${id}`, '&maxwidth=0')).status).toBe(400)
})

test('oEmbed knows only public pages of this site, and only JSON', async () => {
  const id = await publish()
  const draft = await storeVideo(server.database.db, creator.user.id)
  const hidden = await creator.createStream({ settings: { isPublic: false } })
  const paths = [`/video/${draft}`, `/stream/${hidden.id}`, `/profile/${creator.user.id}`, '/video/42', '/']
  const urls = [...paths.map((path) => SITE + path), `https://elsewhere.example/video/${id}`, 'nonsense']
  for (const url of urls) expect((await oembed(url)).status, url).toBe(404)
  expect((await creator.get(`/api/oembed?url=${SITE}/video/${draft}`)).status).toBe(404)
  expect((await oembed(`${SITE}/video/${id}`, '&format=xml')).status).toBe(501)
  expect((await oembed(`${SITE}/video/${id}`, '&format=json')).status).toBe(200)
})

test('only the pages of public players may be framed by other sites', async () => {
  const id = await publish()
  const stream = await creator.createStream()
  for (const path of [`/embed/${id}`, `/embed/stream/${stream.id}`]) {
    const { status, headers } = await server.client().get(path)
    expect(status).toBe(200)
    expect(headers.get('content-security-policy')).toContain('frame-ancestors *')
    expect(headers.get('x-frame-options')).toBeNull()
  }
  for (const path of ['/', `/video/${id}`, `/stream/${stream.id}`, '/preferences', `/embed`]) {
    const { headers } = await creator.get(path)
    expect(headers.get('content-security-policy'), path).toContain("frame-ancestors 'none'")
    expect(headers.get('x-frame-options'), path).not.toBeNull()
  }
})

test('the framed page is the same for its owner as for a visitor, and absent when hidden', async () => {
  const id = await publish()
  const { body } = await creator.get(`/embed/${id}`)
  expect(body).toContain('"user":null')
  expect(body).toContain(`<link rel="canonical" href="${SITE}/video/${id}">`)
  await server.database.db.update(videos).set({ isPublic: false }).where(eq(videos.id, id))
  const hidden = await creator.createStream({ settings: { isPublic: false } })
  for (const path of [`/embed/${id}`, `/embed/stream/${hidden.id}`, '/embed/42', '/embed/stream/42'])
    expect((await creator.get(path)).status, path).toBe(404)
})

test('the page of a public video has its player, oEmbed and structured data in the head, escaped', async () => {
  const title = '</script><script>alert(1)</script> "Àṣà"'
  const id = await publish({ title, duration: 90.4, likesCount: 3 })
  const head = String((await server.client().get(`/video/${id}`)).body)
  expect(head).not.toContain('<script>alert')
  expect(head).toContain(`<meta property="og:video" content="${SITE}/embed/${id}">`)
  expect(head).toContain(`<meta property="og:video" content="${SITE}/api/videos/${id}/file">`)
  expect(head).toContain('<meta property="og:video:type" content="video/mp4">')
  expect(head).toContain('<meta name="twitter:card" content="player">')
  expect(head).toContain(`<meta name="twitter:player" content="${SITE}/embed/${id}">`)
  expect(head).toMatch(new RegExp(`og:image" content="${SITE}/previews/video/${id}/[0-9a-f]{16}\\.jpg"`))
  const [, href = ''] = /type="application\/json\+oembed"[^>]*href="([^"]*)"/.exec(head) ?? []
  const address = new URL(href.replaceAll('&#38;', '&'))
  expect((await server.client().get(address.pathname + address.search)).status).toBe(200)
  const [, data = '{}'] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(head) ?? []
  expect(JSON.parse(data)).toMatchObject({
    '@type': 'VideoObject',
    name: title,
    duration: 'PT90S',
    contentUrl: `${SITE}/api/videos/${id}/file`,
    embedUrl: `${SITE}/embed/${id}`,
    author: { url: `${SITE}/profile/${creator.user.id}` },
  })
})

test('other sites may show the files of a public video, and not those of a hidden one', async () => {
  const policies = async (id: string, client: TestClient) => {
    const { sources, thumbnailUrl } = getVideo.response.parse((await client.get(`/api/videos/${id}`)).body)
    const urls = [thumbnailUrl ?? '', sources.files[0]?.url ?? '', `/api/videos/${id}/file`]
    const responses = await Promise.all(urls.map((url) => client.get(url)))
    return responses.map(({ status, headers }) => [status, headers.get('cross-origin-resource-policy')])
  }
  const [open, hidden] = [await publish(), await publish({ isPublic: false })]
  expect(await policies(open, server.client())).toEqual(
    Array.from({ length: 3 }, () => [200, 'cross-origin']),
  )
  expect(await policies(hidden, creator)).toEqual(Array.from({ length: 3 }, () => [200, 'same-origin']))
})

test('a hidden video has no preview', async () => {
  const id = await storeVideo(server.database.db, creator.user.id, { title: 'For me alone' })
  const head = String((await server.client().get(`/video/${id}`)).body)
  expect(head).not.toContain('For me alone')
  expect(head).not.toContain('og:video')
})

test('the page of a video preloads its record and playlist for everyone, its frame only the record', async () => {
  const id = await publish({ progress: null })
  await storeVideoFiles(server, id, [
    { name: '240p.mp4', kind: 'rendition', mimeType: 'video/mp4', width: 426, height: 240 },
    { name: '240p.m3u8', kind: 'playlist', mimeType: 'application/vnd.apple.mpegurl' },
  ])
  const record = `<link rel="preload" as="fetch" crossorigin href="/api/videos/${id}">`
  const playlist = /<link data-preload as="fetch" crossorigin href="([^"]*)">/
  for (const reader of [creator, server.client()]) {
    const head = String((await reader.get(`/video/${id}`)).body)
    expect(head).toContain(record)
    expect((await reader.get(playlist.exec(head)?.[1] ?? '')).status).toBe(200)
  }
  const frame = String((await creator.get(`/embed/${id}`)).body)
  expect(frame).toContain(record)
  expect(frame).not.toMatch(playlist)
})
