import { afterAll, beforeAll, expect, test } from 'vitest'
import { listChat } from '#shared/live/chat.ts'
import { createCreator, idOf } from '#server/features/money/tips/test-tips.ts'
import { storeVideo } from '#server/features/videos/videos/test-queries.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

let server: TestApp
let member: TestClient
beforeAll(async () => {
  server = await startTestApp({ rates: { chat: { points: 1000, seconds: 5 } } })
  member = await server.member()
  await watch('idiot\nno way')
})
afterAll(() => server.close())

const SETTINGS = '/api/admin/settings'
const KEY = 'community.refusedWords'
const save = (value: string) => server.admin.post(SETTINGS, { key: KEY, value })
const watch = async (value: string) => expect((await save(value)).status).toBe(200)
const refusedAt = (path: string, word = 'Ídiot') => ({
  status: 422,
  body: {
    code: 'watched_word',
    message: `“${word}” can't be used here. Take it out and try again.`,
    fields: [{ path }],
  },
})

test('a watched word is refused wherever a member writes, by its field and as it was written', async () => {
  const { id: streamId } = await member.createStream()
  const { id: postId } = await member.createPost()
  const videoId = await storeVideo(server.database.db, member.user.id)
  const text = 'You Ídiot!'
  const stream = { title: 'Fine', category: 'Gaming' }
  const video = { title: 'Fine', category: 'Music', videoUrl: '/files/none.mp4' }
  const link = { platform: 'website', url: 'https://example.org/' }
  const made = await member.post('/api/creator/social-links', link)
  const calls: [method: string, path: string, body: object, field: string][] = [
    ['POST', '/api/posts', { content: text }, 'content'],
    ['POST', `/api/posts/${postId}/comments`, { content: text }, 'content'],
    ['POST', `/api/videos/${videoId}/comments`, { content: text }, 'content'],
    ['POST', '/api/chat/send', { streamId, message: text }, 'message'],
    ['POST', '/api/streams', { ...stream, title: text }, 'title'],
    ['POST', '/api/streams', { ...stream, description: text }, 'description'],
    ['PUT', `/api/streams/${streamId}`, { title: text }, 'title'],
    ['PUT', `/api/streams/${streamId}`, { description: text }, 'description'],
    ['POST', '/api/creator/videos', { ...video, title: text }, 'title'],
    ['POST', '/api/creator/videos', { ...video, tags: ['fine', text] }, 'tags'],
    ['PUT', `/api/creator/videos/${videoId}`, { title: text }, 'title'],
    ['PUT', `/api/creator/videos/${videoId}`, { description: text }, 'description'],
    ['PUT', '/api/auth/profile', { bio: text }, 'bio'],
    ['PUT', '/api/auth/profile', { bioMultilingual: { en: 'fine', fr: text } }, 'bioMultilingual'],
    ['PUT', '/api/auth/profile', { firstName: text }, 'firstName'],
    ['PUT', '/api/auth/profile', { lastName: text }, 'lastName'],
    ['PUT', '/api/auth/profile', { collaborationTags: [text] }, 'collaborationTags'],
    ['POST', '/api/creator/social-links', { ...link, displayName: text }, 'displayName'],
    ['PUT', `/api/creator/social-links/${idOf(made)}`, { displayName: text }, 'displayName'],
  ]
  for (const [method, path, body, field] of calls)
    expect([path, await member.send(method, path, body)]).toMatchObject([path, refusedAt(field)])
  expect(await member.put('/api/auth/profile', { handle: 'the_idiot' })).toMatchObject(
    refusedAt('handle', 'idiot'),
  )
  const account = { email: 'new@example.org', password: 'a password of somebody' }
  expect(await server.client().post('/api/auth/register', { ...account, firstName: text })).toMatchObject(
    refusedAt('firstName'),
  )
  expect(await member.post('/api/posts', { content: 'No\nWAY!' })).toMatchObject(
    refusedAt('content', 'No\nWAY'),
  )
})

test('a phrase that is spread over both names is refused, unless the name is from before', async () => {
  const account = { email: 'no.way@example.org', password: 'a password of somebody' }
  const names = { firstName: 'No', lastName: 'way' }
  const refused = refusedAt('lastName', 'No way')
  expect(await server.client().post('/api/auth/register', { ...account, ...names })).toMatchObject(refused)
  const somebody = await server.member()
  expect((await somebody.put('/api/auth/profile', { firstName: 'No' })).status).toBe(200)
  expect(await somebody.put('/api/auth/profile', { lastName: 'way' })).toMatchObject(refused)
  await watch('idiot')
  expect((await somebody.put('/api/auth/profile', names)).status).toBe(200)
  await watch('idiot\nno way')
  expect((await somebody.put('/api/auth/profile', { ...names, bio: 'Fine' })).status).toBe(200)
})

test('moderators and admins are refused as well', async () => {
  expect(await server.admin.post('/api/posts', { content: 'Ídiot' })).toMatchObject(refusedAt('content'))
})

test('a socket gets the refusal, and nobody the message', async () => {
  const { id } = await member.createStream()
  const socket = await member.openSubscribedSocket(id)
  socket.send({ type: 'chat_message', streamId: id, content: 'Ídiot' })
  expect(await socket.waitFor('error')).toMatchObject({ code: 'watched_word' })
  socket.send({ type: 'chat_message', streamId: id, content: 'idiotic' })
  expect(await socket.waitFor('chat_message')).toMatchObject({ data: { message: 'idiotic' } })
  socket.close()
})

test('the text of a tip is refused before it is paid', async () => {
  const creator = await createCreator(server)
  const order = { amount: '5.00', streamerId: creator.user.id, message: 'Ídiot' }
  expect(await member.post('/api/paypal/order', order)).toMatchObject(refusedAt('message'))
})

test('what was stored before a word was watched stays, and is returned to whoever repeats it', async () => {
  const { id: streamId } = await member.createStream({ title: 'The gossip hour' })
  const { id: postId } = await member.createPost()
  const clientId = crypto.randomUUID()
  const message = { streamId, message: 'gossip', clientId }
  const comment = { content: 'gossip', clientId }
  const [sent, post, added] = [
    await member.post('/api/chat/send', message),
    await member.post('/api/posts', comment),
    await member.post(`/api/posts/${postId}/comments`, comment),
  ]
  await watch('gossip')
  expect((await member.post('/api/chat/send', message)).body).toEqual(sent.body)
  expect((await member.post('/api/posts', comment)).body).toMatchObject({ id: Object(post.body).id })
  expect((await member.post(`/api/posts/${postId}/comments`, comment)).body).toEqual(added.body)
  expect(listChat.response.parse((await member.get(`/api/streams/${streamId}/chat`)).body)).toHaveLength(1)
  const changed = { title: 'The gossip hour', category: 'Just Chatting' }
  expect((await member.put(`/api/streams/${streamId}`, changed)).status).toBe(200)
  expect((await member.put(`/api/streams/${streamId}`, { title: 'Gossip' })).status).toBe(422)
})

test.each([
  ['Line 1 can', 'a$$'],
  ['Line 2 is too long', `fine\n${'x'.repeat(51)}`],
  ['Use at most 1,000 words', Array.from({ length: 1001 }, (_, index) => `word${index}`).join('\n')],
])('%s: a list that is refused', async (message, value) => {
  const response = await save(value)
  expect(response).toMatchObject({ status: 400, body: { fields: [{ path: 'value' }] } })
  expect(JSON.stringify(response.body)).toContain(message)
})

test('a list of 1,000 words of 50 letters can be stored, and a reset ends it', async () => {
  const words = Array.from({ length: 1000 }, (_, index) => `${index}`.padEnd(50, 'ọ'))
  await watch(words.join('\n'))
  expect((await member.post('/api/posts', { content: words[999] })).status).toBe(422)
  await server.admin.send('DELETE', `${SETTINGS}/${KEY}`)
  expect((await member.post('/api/posts', { content: words[999] })).status).toBe(201)
})
