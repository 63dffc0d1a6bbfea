import type { UseFormReturn } from 'react-hook-form'
import * as z from 'zod/mini'
import { LIMITS, VIDEO_CATEGORIES } from '#shared/constants.ts'
import { maxLength, nameLine, requiredLine, text } from '#shared/fields.ts'

/** The details of a video as its forms show them: tags are one text with commas. */
export const videoValues = z.object({
  title: requiredLine(LIMITS.videoTitle),
  description: text(LIMITS.videoDescription),
  // Empty until a category is chosen.
  category: z.pipe(z.string(), z.enum(VIDEO_CATEGORIES)),
  tags: z.pipe(
    z.pipe(
      z.string(),
      z.transform((tags) => [...new Set(tags.split(',').map((tag) => tag.trim()))].filter(Boolean)),
    ),
    z.array(nameLine('tagLength')).check(maxLength('tags')),
  ),
  isPublic: z.boolean(),
  /** Value of a `datetime-local` input. */
  publishAt: z.string(),
  thumbnail: z.object({
    /** URL of an uploaded image. */
    url: z.nullable(z.string()),
    /** Second of the chosen frame. */
    at: z.nullable(z.number()),
  }),
})
export type VideoValues = z.output<typeof videoValues>
export type VideoFormValues = z.input<typeof videoValues>
export type VideoForm = UseFormReturn<VideoFormValues, unknown, VideoValues>
export type ThumbnailChoice = VideoValues['thumbnail']

/** Fields that can show an error of the server. */
export const VIDEO_FIELDS = ['title', 'description', 'category', 'tags', 'publishAt'] as const

export const EMPTY_VIDEO = {
  title: '',
  description: '',
  category: '',
  tags: '',
  isPublic: true,
  publishAt: '',
  thumbnail: { url: null, at: null },
} satisfies VideoFormValues
