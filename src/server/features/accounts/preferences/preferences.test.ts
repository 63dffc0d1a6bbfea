import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'

/** A second language, with texts that no endpoint has otherwise. */
const FRENCH = {
  site: { description: 'La maison de la diaspora.' },
  errors: { unauthorized: 'Non connecté', followOneself: 'Pas vous-même.' },
  fields: { tooLong: '{max, plural, one {# signe au plus.} other {# signes au plus.}}' },
  notFound: { stream: 'Ce direct est introuvable.' },
}

let server: TestApp
let locales: string
beforeAll(async () => {
  locales = await mkdtemp(path.join(tmpdir(), 'test-locales-'))
  await writeFile(path.join(locales, 'fr.json'), JSON.stringify(FRENCH))
  server = await startTestApp({ locales })
})
afterAll(async () => {
  await server.close()
  await rm(locales, { recursive: true })
})

const DEFAULT_MAIL = { newSignIn: true, digest: 'off' }
const ALL_ENABLED = {
  follow: true,
  like: true,
  comment: true,
  mention: true,
  live: true,
  video: true,
  recording: true,
  tip: true,
}

test('a new user has every notification enabled and no language set', async () => {
  const member = await server.member()
  expect((await member.get('/api/auth/preferences')).body).toEqual({
    language: null,
    notifications: ALL_ENABLED,
    mail: DEFAULT_MAIL,
  })
})

test('omitted fields keep their value, and the public profile does not change', async () => {
  const member = await server.member()
  const before = await server.client().get(`/api/users/${member.user.id}`)
  await member.put('/api/auth/preferences', { notifications: { like: false } })
  const response = await member.put('/api/auth/preferences', { language: 'yo' })
  expect(response.body).toEqual({
    language: 'yo',
    notifications: { ...ALL_ENABLED, like: false },
    mail: DEFAULT_MAIL,
  })
  expect((await member.get('/api/auth/user')).body).toMatchObject({ language: 'yo' })
  const after = await server.client().get(`/api/users/${member.user.id}`)
  expect(after.body).toEqual(before.body)
  await member.put('/api/auth/preferences', { language: null })
  expect((await member.get('/api/auth/user')).body).toMatchObject({ language: null })
})

test('concurrent changes of different notifications are all kept', async () => {
  const member = await server.member()
  const kinds = Object.keys(ALL_ENABLED)
  await Promise.all(
    kinds.map((kind) => member.put('/api/auth/preferences', { notifications: { [kind]: false } })),
  )
  expect((await member.get('/api/auth/preferences')).body).toMatchObject({
    notifications: { follow: false, like: false, comment: false, mention: false, live: false },
  })
})

test.each([
  [{ language: 'tlh' }, 'language'],
  [{ notifications: { poke: true } }, 'notifications.poke'],
  [{ notifications: { like: 'no' } }, 'notifications.like'],
  [{ mail: { digest: 'hourly' } }, 'mail.digest'],
])('%j is refused and nothing is stored', async (body, path) => {
  const member = await server.member()
  const response = await member.put('/api/auth/preferences', body)
  expect(response).toMatchObject({ status: 400, body: { code: 'invalid', fields: [{ path }] } })
  expect((await member.get('/api/auth/preferences')).body).toEqual({
    language: null,
    notifications: ALL_ENABLED,
    mail: DEFAULT_MAIL,
  })
})

test.each([
  ['fr-CA,fr;q=0.9,en;q=0.8', FRENCH.errors.unauthorized],
  ['de, fr;q=0.5, en;q=0.4', FRENCH.errors.unauthorized],
  ['en-GB, fr;q=0.9', 'Unauthorized'],
  ['fr;q=0, *', 'Unauthorized'],
  ['tlh', 'Unauthorized'],
  [';;,=q', 'Unauthorized'],
])('a browser that accepts %s is refused in the best language there is', async (accepted, message) => {
  const response = await server.client().get('/api/auth/user', { 'accept-language': accepted })
  expect(response).toMatchObject({ status: 401, body: { code: 'unauthorized', message } })
})

test('a chosen language takes precedence over that of the browser, in responses, fields and pages', async () => {
  const member = await server.member()
  await member.put('/api/auth/preferences', { language: 'fr' })
  const english = { 'accept-language': 'en' }
  const { id } = member.user
  const follow = await member.send('POST', `/api/users/${id}/follow`, undefined, english)
  // Texts missing from the catalogue are in English.
  expect(follow.body).toMatchObject({
    message: "Some of these details aren't valid. Check them and try again.",
    fields: [{ path: 'userId', message: FRENCH.errors.followOneself }],
  })
  const title = { title: 'x'.repeat(1000), category: 'Gaming' }
  expect((await member.send('POST', '/api/streams', title, english)).body).toMatchObject({
    fields: [{ path: 'title', message: expect.stringMatching(/^\d+ signes au plus\.$/) }],
  })
  expect((await member.get('/', english)).body).toContain(FRENCH.site.description)
})

test('a socket refuses in the language of its member, or of its browser', async () => {
  const member = await server.member()
  const missing = { type: 'subscribe', streamId: crypto.randomUUID() }
  const refusal = async (headers: Record<string, string>) => {
    const socket = await member.openSocket('', headers)
    socket.send(missing)
    const { message } = await socket.waitFor('error')
    socket.close()
    return message
  }
  expect(await refusal({ 'accept-language': 'fr' })).toBe(FRENCH.notFound.stream)
  expect(await refusal({ 'accept-language': 'en' })).toBe("This stream may have ended or doesn't exist.")
  await member.put('/api/auth/preferences', { language: 'fr' })
  expect(await refusal({ 'accept-language': 'en' })).toBe(FRENCH.notFound.stream)
})
