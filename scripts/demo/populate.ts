import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { createPost } from '#shared/posts.ts'
import { smallThumbnail } from '#shared/image-sizes.ts'
import type { Storage } from '#server/storage/storage.ts'
import { type Pictures, thumbnailSeed } from './pictures.ts'
import { SampleClient } from './sample-client.ts'
import {
  SAMPLE_MEMBERS,
  SAMPLE_STORIES,
  SAMPLE_STREAMS,
  type SampleMember,
  type SampleStory,
} from './sample-data.ts'
import { OPERATOR, SIGN_IN } from './sign-in.mjs'

/** Ids of what was made, and how many hours ago it is said to have been. */
export type Made = {
  operatorId: string
  posts: { id: string; hoursAgo: number }[]
  streams: { id: string; hoursAgo: number; minutes: number; viewers: number; thumbnailUrl: string }[]
}

type Person = SampleMember & { client: SampleClient; place: number }

/** Lets the sample members sign up, follow, write, like and comment over HTTP. */
export async function populate(url: string, storage: Storage, pictures: Pictures): Promise<Made> {
  const operator = new SampleClient(url)
  await operator.signUp({ ...OPERATOR, password: SIGN_IN.password })
  const people = await signUpAll(url)
  await followEachOther([...people.values()])
  const posts = await tellStories(people, pictures)
  const streams = await holdStreams(people, storage, pictures)
  return { operatorId: operator.id, posts, streams }
}

async function signUpAll(url: string): Promise<Map<string, Person>> {
  const people = new Map<string, Person>()
  for (const [place, member] of SAMPLE_MEMBERS.entries()) {
    const client = new SampleClient(url)
    const { key, firstName, lastName } = member
    await client.signUp({ email: `${key}@sample.invalid`, password: SIGN_IN.password, firstName, lastName })
    await client.send('PUT', '/api/auth/profile', {
      handle: key,
      bio: member.bio,
      bioMultilingual: member.bios ?? {},
      heritageRegion: member.region,
      countryOfOrigin: member.country,
      languages: member.languages,
      collaborationTags: member.tags,
    })
    people.set(key, { ...member, client, place })
  }
  return people
}

/** The better known somebody is, the more of the others follow; always the same of them. */
async function followEachOther(people: Person[]): Promise<void> {
  for (const followed of people) {
    for (const follower of people) {
      if (follower === followed || dice(follower.place, followed.place) > followed.fame) continue
      await follower.client.send('POST', `/api/users/${followed.client.id}/follow`, { following: true })
    }
  }
}

/** From the oldest to the newest, as lists go by that order. */
async function tellStories(people: Map<string, Person>, pictures: Pictures): Promise<Made['posts']> {
  const posts: Made['posts'] = []
  for (const story of SAMPLE_STORIES.toReversed()) {
    const { by, hoursAgo, text, comments = [] } = story
    const author = personOf(people, by)
    const media = await mediaOf(story, pictures)
    const { id } = await author.client.send('POST', createPost.path, { content: text, ...media })
    posts.push({ id, hoursAgo })
    for (const [who, content] of comments)
      await personOf(people, who).client.send('POST', `/api/posts/${id}/comments`, { content })
    for (const reader of people.values())
      if (reader !== author && dice(reader.place, posts.length) <= author.fame)
        await reader.client.send('POST', `/api/posts/${id}/like`, { liked: true })
  }
  return posts
}

async function mediaOf({ text, video }: SampleStory, pictures: Pictures): Promise<object> {
  if (video) {
    const bytes = await readFile(path.join(import.meta.dirname, video))
    return { mediaUrl: `data:video/webm;base64,${bytes.toString('base64')}`, mediaType: 'video' }
  }
  const picture = pictures.get(text)
  return picture
    ? { mediaUrl: `data:image/webp;base64,${picture.toString('base64')}`, mediaType: 'image' }
    : {}
}

async function holdStreams(
  people: Map<string, Person>,
  storage: Storage,
  pictures: Pictures,
): Promise<Made['streams']> {
  const streams: Made['streams'] = []
  for (const { by, title, category, description, ...past } of SAMPLE_STREAMS.toReversed()) {
    const { client } = personOf(people, by)
    const { id } = await client.send('POST', '/api/streams', { title, category, description })
    await client.send('PUT', `/api/streams/${id}`, { isLive: true })
    await client.send('PUT', `/api/streams/${id}`, { isLive: false })
    const thumbnailUrl = `/files/thumbnails/${id}.webp`
    for (const [address, size] of [
      [thumbnailUrl, 'large'],
      [smallThumbnail(thumbnailUrl), 'small'],
    ] as const) {
      const picture = pictures.get(thumbnailSeed(title, size))
      if (picture) await storage.put(address.replace('/files/', ''), picture)
    }
    streams.push({ id, thumbnailUrl, ...past })
  }
  return streams
}

function personOf(people: Map<string, Person>, key: string): Person {
  const person = people.get(key)
  if (!person) throw new Error(`the sample world has no ${key}`)
  return person
}

/** 1 to 14, the same for the same pair. */
function dice(one: number, other: number): number {
  return ((one * 31 + other * 17 + one * other * 7) % 14) + 1
}
