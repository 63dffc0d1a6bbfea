import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { createPost } from '#shared/community/posts.ts'
import { smallThumbnail } from '#shared/media/image-sizes.ts'
import type { Storage } from '#server/storage/storage.ts'
import { type SampleImages, thumbnailKey } from './images.ts'
import { SampleClient } from './sample-client.ts'
import {
  SAMPLE_USERS,
  SAMPLE_STORIES,
  SAMPLE_STREAMS,
  type SampleUserData,
  type SampleStory,
} from './sample-data.ts'
import { OPERATOR, SIGN_IN } from './sign-in.mjs'

/** Created records, and how many hours ago they are dated. */
export type CreatedRecords = {
  operatorId: string
  posts: { id: string; hoursAgo: number }[]
  streams: { id: string; hoursAgo: number; minutes: number; viewers: number; thumbnailUrl: string }[]
}

type SampleUser = SampleUserData & { client: SampleClient; index: number }

/** Signs the sample users up, and creates their follows, posts, likes, comments and streams over HTTP. */
export async function populate(url: string, storage: Storage, images: SampleImages): Promise<CreatedRecords> {
  const operator = new SampleClient(url)
  await operator.signUp({ ...OPERATOR, password: SIGN_IN.password })
  const usersByKey = await signUpAll(url)
  await createFollows([...usersByKey.values()])
  const posts = await createPosts(usersByKey, images)
  const streams = await createStreams(usersByKey, storage, images)
  return { operatorId: operator.id, posts, streams }
}

async function signUpAll(url: string): Promise<Map<string, SampleUser>> {
  const usersByKey = new Map<string, SampleUser>()
  for (const [index, user] of SAMPLE_USERS.entries()) {
    const client = new SampleClient(url)
    const { key, firstName, lastName } = user
    await client.signUp({ email: `${key}@sample.invalid`, password: SIGN_IN.password, firstName, lastName })
    await client.send('PUT', '/api/auth/profile', {
      handle: key,
      bio: user.bio,
      bioMultilingual: user.bios ?? {},
      heritageRegion: user.region,
      countryOfOrigin: user.country,
      languages: user.languages,
      collaborationTags: user.tags,
    })
    usersByKey.set(key, { ...user, client, index })
  }
  return usersByKey
}

/** Creates deterministic follows; popular users get more followers. */
async function createFollows(users: SampleUser[]): Promise<void> {
  for (const followed of users) {
    for (const follower of users) {
      if (follower === followed || pseudoRandom(follower.index, followed.index) > followed.popularity)
        continue
      await follower.client.send('POST', `/api/users/${followed.client.id}/follow`, { following: true })
    }
  }
}

/** Creates the posts from the oldest to the newest, because lists are sorted by id. */
async function createPosts(
  usersByKey: Map<string, SampleUser>,
  images: SampleImages,
): Promise<CreatedRecords['posts']> {
  const posts: CreatedRecords['posts'] = []
  for (const story of SAMPLE_STORIES.toReversed()) {
    const { authorKey, hoursAgo, text, comments = [] } = story
    const author = findUser(usersByKey, authorKey)
    const media = await mediaOf(story, images)
    const { id } = await author.client.send('POST', createPost.path, { content: text, ...media })
    posts.push({ id, hoursAgo })
    for (const [commenterKey, content] of comments)
      await findUser(usersByKey, commenterKey).client.send('POST', `/api/posts/${id}/comments`, { content })
    for (const reader of usersByKey.values())
      if (reader !== author && pseudoRandom(reader.index, posts.length) <= author.popularity)
        await reader.client.send('POST', `/api/posts/${id}/like`, { liked: true })
  }
  return posts
}

async function mediaOf({ text, video }: SampleStory, images: SampleImages): Promise<object> {
  if (video) {
    const bytes = await readFile(path.join(import.meta.dirname, video))
    return { mediaUrl: `data:video/webm;base64,${bytes.toString('base64')}`, mediaType: 'video' }
  }
  const image = images.get(text)
  return image ? { mediaUrl: `data:image/webp;base64,${image.toString('base64')}`, mediaType: 'image' } : {}
}

async function createStreams(
  usersByKey: Map<string, SampleUser>,
  storage: Storage,
  images: SampleImages,
): Promise<CreatedRecords['streams']> {
  const streams: CreatedRecords['streams'] = []
  for (const { authorKey, title, category, description, ...dates } of SAMPLE_STREAMS.toReversed()) {
    const { client } = findUser(usersByKey, authorKey)
    const { id } = await client.send('POST', '/api/streams', { title, category, description })
    await client.send('PUT', `/api/streams/${id}`, { isLive: true })
    await client.send('PUT', `/api/streams/${id}`, { isLive: false })
    const thumbnailUrl = `/files/thumbnails/${id}.webp`
    for (const [url, size] of [
      [thumbnailUrl, 'large'],
      [smallThumbnail(thumbnailUrl), 'small'],
    ] as const) {
      const image = images.get(thumbnailKey(title, size))
      if (image) await storage.put(url.replace('/files/', ''), image)
    }
    streams.push({ id, thumbnailUrl, ...dates })
  }
  return streams
}

function findUser(usersByKey: Map<string, SampleUser>, key: string): SampleUser {
  const user = usersByKey.get(key)
  if (!user) throw new Error(`no sample user ${key}`)
  return user
}

/** A deterministic number from 1 to 14 for a pair of numbers. */
function pseudoRandom(one: number, other: number): number {
  return ((one * 31 + other * 17 + one * other * 7) % 14) + 1
}
