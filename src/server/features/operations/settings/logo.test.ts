import { afterAll, expect, test } from 'vitest'
import { eq } from 'drizzle-orm'
import { plainImage } from '#server/features/media/thumbnails/test-images.ts'
import { cleanupUploadsJob } from '#server/features/media/uploads/cleanup-job.ts'
import { uploadMedia } from '#server/features/media/uploads/test-uploads.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { startSettingsApp } from './test-calls.ts'
import { createAdmin } from './test-queries.ts'

const { server, calls, other } = await startSettingsApp()
afterAll(() => server.close())

const PATH = '/api/admin/logo'
const uploadLogo = async (client: TestClient, purpose: 'logo' | 'avatar' = 'logo') =>
  (await uploadMedia(client, await plainImage(400, 200, '#c81e1e').png().toBuffer(), purpose)).url
const fetchFile = async (url: string) => fetch(new URL(url, server.url))
const logo = () => server.app.context.settings.get('general.logoUrl')

test('an admin’s upload is the logo of every page, until another one or none replaces it', async () => {
  const [first, second] = [await uploadLogo(server.admin), await uploadLogo(server.admin)]
  expect(await server.admin.put(PATH, { url: first })).toMatchObject({ status: 200, body: { url: first } })
  expect(logo()).toBe(first)
  expect((await server.client().get('/')).body).toContain(first)
  const file = await fetchFile(first)
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/webp'])

  await server.admin.put(PATH, { url: second })
  expect(logo()).toBe(second)
  expect([(await fetchFile(first)).status, (await fetchFile(second)).status]).toEqual([404, 200])
  expect(await server.admin.put(PATH, { url: null })).toMatchObject({ status: 200, body: { url: null } })
  expect(logo()).toBe('')
  expect((await fetchFile(second)).status).toBe(404)
})

test('only one’s own unused upload of a logo is accepted, and no other address by the settings', async () => {
  const foreign = await uploadLogo(other)
  const avatar = await uploadLogo(server.admin, 'avatar')
  for (const url of [foreign, avatar, 'https://example.org/logo.png', ''])
    expect(await server.admin.put(PATH, { url }), url).toMatchObject({
      status: 422,
      body: { fields: [{ path: 'url' }] },
    })
  for (const url of ['https://example.org/logo.png', '//example.org/a.webp', '/files/branding/../x.webp'])
    expect((await calls.save('general.logoUrl', url)).status, url).toBe(422)
  expect(logo()).toBe('')
})

test('a logo that is set and reset as a setting takes its file along', async () => {
  const url = await uploadLogo(server.admin)
  expect((await calls.save('general.logoUrl', url)).status).toBe(200)
  expect([logo(), (await fetchFile(url)).status]).toEqual([url, 200])
  expect((await calls.remove('general.logoUrl')).status).toBe(200)
  expect([logo(), (await fetchFile(url)).status]).toEqual(['', 404])
})

test('of two logos that admins set at the same moment, the file of the replaced one is deleted', async () => {
  for (let round = 0; round < 5; round++) {
    const urls = [await uploadLogo(server.admin), await uploadLogo(other)] as const
    await Promise.all([server.admin.put(PATH, { url: urls[0] }), other.put(PATH, { url: urls[1] })])
    const stored = await Promise.all(urls.map(async (url) => [url, (await fetchFile(url)).status]))
    expect(stored.filter(([, status]) => status === 200)).toEqual([[logo(), 200]])
  }
})

test('a logo outlives the account that uploaded it, until it is replaced', async () => {
  const designer = await createAdmin(server)
  const url = await uploadLogo(designer)
  await designer.put(PATH, { url })
  await server.database.db.delete(users).where(eq(users.id, designer.user.id))
  await server.runJob(cleanupUploadsJob)
  expect([logo(), (await fetchFile(url)).status]).toEqual([url, 200])
  await server.admin.put(PATH, { url: null })
  expect((await fetchFile(url)).status).toBe(404)
})

test.each([
  ['general.accentHue', '360'],
  ['general.accentHue', '-1'],
  ['general.accentHue', 'red'],
  ['general.landingHeadline', 'x'.repeat(121)],
] as const)('%s cannot be %s', async (key, value) => {
  expect((await calls.save(key, value)).status).toBe(400)
})
