import type { Stream } from '#shared/streams.ts'
import type { PublicUser } from '#shared/users.ts'

const NOW = '2025-11-21T19:04:00.000Z'

const streamer: PublicUser = {
  id: '6f1c11aa-3a1c-4f0e-9a55-0d7a3f6f1c11',
  handle: 'adaeze',
  email: 'a…@example.org',
  firstName: 'Adaeze',
  lastName: 'Nwosu',
  profileImageUrl: null,
  bio: null,
  followersCount: 0,
  followingCount: 0,
  totalViews: 0,
  streamsCount: 0,
  isPremium: false,
  isActive: true,
  role: 'user',
  heritageRegion: null,
  countryOfOrigin: null,
  languages: [],
  collaborationTags: [],
  bioMultilingual: {},
  createdAt: NOW,
  updatedAt: NOW,
}

/** A live public stream for tests; `index` gives it an id of its own. */
export function testStream(index: number, overrides: Partial<Stream> = {}): Stream {
  return {
    id: `0b9b8f4e-3a1c-4f0e-9a55-${String(index).padStart(12, '0')}`,
    streamerId: streamer.id,
    title: `Stream ${index}`,
    description: null,
    category: 'Cooking & Culture',
    thumbnailUrl: null,
    isLive: true,
    viewerCount: 0,
    maxViewers: 0,
    likesCount: 0,
    messagesCount: 0,
    settings: { isPublic: true, allowChat: true, recordStream: false },
    startedAt: NOW,
    endedAt: null,
    createdAt: NOW,
    updatedAt: NOW,
    streamer,
    viewer: { isOwner: false, canChat: false },
    ...overrides,
  }
}
