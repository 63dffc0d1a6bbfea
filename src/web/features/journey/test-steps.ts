import type { Step } from '#shared/journey.ts'
import type { Post } from '#shared/posts.ts'
import type { Stream } from '#shared/streams.ts'
import type { PublicUser } from '#shared/users.ts'

const NOW = '2025-11-21T19:04:00.000Z'
const idOf = (index: number) => `0b9b8f4e-3a1c-7f0e-9a55-${String(index).padStart(12, '0')}`

const me: PublicUser = {
  id: '7a2d22bb-3a1c-4f0e-9a55-0d7a3f6f1c22',
  handle: 'amara',
  email: 'amara@example.org',
  firstName: 'Amara',
  lastName: 'Okafor-James',
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

export function postStep(index: number, createdAt: string, overrides: Partial<Post> = {}): Step {
  return {
    type: 'post',
    post: {
      id: idOf(index),
      authorId: me.id,
      content: `Post ${index}`,
      mediaUrl: null,
      mediaType: null,
      mediaWidth: null,
      mediaHeight: null,
      mediaSize: null,
      likesCount: 0,
      commentsCount: 0,
      sharesCount: 0,
      createdAt,
      updatedAt: createdAt,
      isLiked: false,
      author: me,
      mentions: [],
      viewer: { isBookmarked: false, canDelete: true },
      ...overrides,
    },
  }
}

export function streamStep(index: number, createdAt: string, overrides: Partial<Stream> = {}): Step {
  return {
    type: 'stream',
    stream: {
      id: idOf(index),
      streamerId: me.id,
      title: `Stream ${index}`,
      description: null,
      category: 'Gaming',
      thumbnailUrl: null,
      isLive: false,
      viewerCount: 0,
      maxViewers: 0,
      likesCount: 0,
      messagesCount: 0,
      settings: { isPublic: true, allowChat: true, recordStream: false },
      startedAt: createdAt,
      endedAt: createdAt,
      createdAt,
      updatedAt: createdAt,
      streamer: me,
      viewer: { isOwner: true, canChat: true },
      ...overrides,
    },
  }
}
