/** Fixed limits. Limits that an operator may change are in `settings/limits.ts`, durations in the configuration. */
export const LIMITS = {
  streamTitle: 100,
  streamDescription: 500,
  videoTitle: 200,
  videoDescription: 5000,
  /** Bytes of a WebVTT file; languages of a video's captions. */
  captionsBytes: 1024 ** 2,
  captionLanguages: 50,
  email: 254,
  password: { min: 8, max: 200 },
  /** Bytes of one socket frame; a larger one closes the socket with 1009. */
  socketFrame: 64 * 1024,
  page: { default: 20, max: 100 },
  /** Maximum of posts, and of users, that one page can watch at a time. */
  watched: 100,
  /** Messages in one page of a chat list. */
  chatPage: 100,
  /** Characters of a setting's key, value and description; settings that admins add to the known ones. */
  settings: { key: 100, value: 60_000, description: 500, custom: 200 },
} as const

export const TOAST_MS = 5000
export const CLOCK_MS = 1000
export const CHAT_POLL_MS = 2000
export const SOCKET_RECONNECT_MS = 3000
/**
 * How long the latest counts of posts and users, and deletions of posts, are retained for new subscribers: longer than a slow
 * phone needs from loading a list to subscribing, or to reconnect.
 */
export const RETAINED_CHANGES_MS = 60_000
export const COPYRIGHT_YEAR = 2025

/** What a member can report. */
export const REPORT_SUBJECTS = ['post', 'comment', 'video', 'stream', 'message', 'user'] as const
/** What a moderator decides about a member's content or account. */
export const DECISION_KINDS = ['removal', 'warning', 'timeout'] as const

export const STREAM_CATEGORIES = [
  'Afrobeats & Music',
  'Caribbean Vibes',
  'Hip-Hop Culture',
  'Dancehall Sessions',
  'Afro-Latin Fusion',
  'Poetry & Spoken Word',
  'Visual Arts & Design',
  'Fashion & Style',
  'Dance & Movement',
  'Cooking & Culture',
  'Education & History',
  'Tech & Innovation',
  'Business & Entrepreneurship',
  'Comedy & Entertainment',
  'Gaming',
  'Just Chatting',
] as const

export const VIDEO_CATEGORIES = [
  'Music',
  'Dance',
  'Art',
  'Fashion',
  'Comedy',
  'Drama',
  'Documentary',
  'Education',
  'Technology',
  'Gaming',
  'Sports',
  'Food',
  'Travel',
  'Other',
] as const

/** Header of every unsafe call: the id of the user that the page was rendered for. */
export const USER_ID_HEADER = 'x-member'

/** Header of a list that has no newest item to continue from: its version, the cursor of its channel. */
export const LIST_VERSION_HEADER = 'x-list-version'

/** Close codes of `/ws`: application codes, and `tryLater` of the protocol. */
export const CLOSE_CODES = { tryLater: 1013, flood: 4429, signedOut: 4401, forbidden: 4403 } as const
