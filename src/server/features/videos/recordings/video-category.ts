import type { STREAM_CATEGORIES, VIDEO_CATEGORIES } from '#shared/constants.ts'

type StreamCategory = (typeof STREAM_CATEGORIES)[number]
type VideoCategory = (typeof VIDEO_CATEGORIES)[number]

/** Returns the initial video category of a stream's recording. */
export function videoCategoryOf(category: StreamCategory): VideoCategory {
  return CATEGORIES[category]
}

const CATEGORIES: Record<StreamCategory, VideoCategory> = {
  'Afrobeats & Music': 'Music',
  'Caribbean Vibes': 'Music',
  'Hip-Hop Culture': 'Music',
  'Dancehall Sessions': 'Music',
  'Afro-Latin Fusion': 'Music',
  'Poetry & Spoken Word': 'Art',
  'Visual Arts & Design': 'Art',
  'Fashion & Style': 'Fashion',
  'Dance & Movement': 'Dance',
  'Cooking & Culture': 'Food',
  'Education & History': 'Education',
  'Tech & Innovation': 'Technology',
  'Business & Entrepreneurship': 'Education',
  'Comedy & Entertainment': 'Comedy',
  Gaming: 'Gaming',
  'Just Chatting': 'Other',
}
