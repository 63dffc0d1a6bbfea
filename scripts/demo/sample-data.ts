import * as z from 'zod/mini'
import { STREAM_CATEGORIES } from '#shared/constants.ts'
import users from './users.json' with { type: 'json' }
import stories from './stories.json' with { type: 'json' }

const pattern = z.enum(['indigo', 'sorrel', 'marigold', 'palm', 'clay', 'jacaranda'])
export type PatternFamily = z.output<typeof pattern>

/** An invented user. Its e-mail address ends in `.invalid`, where no mail can be delivered. */
const user = z.object({
  key: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  region: z.string(),
  country: z.string(),
  languages: z.array(z.string()),
  tags: z.array(z.string()),
  bio: z.string(),
  /** The bio in other languages, by language code. */
  bios: z.optional(z.record(z.string(), z.string())),
  /** From 1 to 10: how many others follow the user and like their posts. */
  popularity: z.int(),
})
export type SampleUserData = z.output<typeof user>

/** A post with its age and its comments, each with the key of its author. */
const story = z.object({
  authorKey: z.string(),
  hoursAgo: z.number(),
  text: z.string(),
  /** The colours of a drawn image. */
  pattern: z.optional(pattern),
  /** A WebM file in this folder. */
  video: z.optional(z.string()),
  comments: z.optional(z.array(z.tuple([z.string(), z.string()]))),
})

export type SampleStory = z.output<typeof story>

/** An ended stream. */
const stream = z.object({
  authorKey: z.string(),
  hoursAgo: z.number(),
  minutes: z.number(),
  viewers: z.int(),
  title: z.string(),
  category: z.enum(STREAM_CATEGORIES),
  description: z.string(),
  pattern,
})

export const SAMPLE_USERS = z.array(user).parse(users)
export const SAMPLE_STORIES = z.array(story).parse(stories.stories)
export const SAMPLE_STREAMS = z.array(stream).parse(stories.streams)
