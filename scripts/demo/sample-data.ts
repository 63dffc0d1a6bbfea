import * as z from 'zod/mini'
import { STREAM_CATEGORIES } from '#shared/constants.ts'
import members from './members.json' with { type: 'json' }
import stories from './stories.json' with { type: 'json' }

const cloth = z.enum(['indigo', 'sorrel', 'marigold', 'palm', 'clay', 'jacaranda'])
export type ClothFamily = z.output<typeof cloth>

/** Somebody invented. Every address ends in `.invalid`, which no mail can reach. */
const member = z.object({
  key: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  region: z.string(),
  country: z.string(),
  languages: z.array(z.string()),
  tags: z.array(z.string()),
  bio: z.string(),
  /** In other languages, by code. */
  bios: z.optional(z.record(z.string(), z.string())),
  /** How much others follow and like, 1 to 10. */
  fame: z.int(),
})
export type SampleMember = z.output<typeof member>

/** A post, how long ago it is said to have been, and who answers what. */
const story = z.object({
  by: z.string(),
  hoursAgo: z.number(),
  text: z.string(),
  /** With a picture of cloth in these dyes. */
  cloth: z.optional(cloth),
  /** With a video: a WebM file beside this one. */
  video: z.optional(z.string()),
  comments: z.optional(z.array(z.tuple([z.string(), z.string()]))),
})

export type SampleStory = z.output<typeof story>

/** A stream that is over. */
const stream = z.object({
  by: z.string(),
  hoursAgo: z.number(),
  minutes: z.number(),
  viewers: z.int(),
  title: z.string(),
  category: z.enum(STREAM_CATEGORIES),
  description: z.string(),
  cloth,
})

export const SAMPLE_MEMBERS = z.array(member).parse(members)
export const SAMPLE_STORIES = z.array(story).parse(stories.stories)
export const SAMPLE_STREAMS = z.array(stream).parse(stories.streams)
