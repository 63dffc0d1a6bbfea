import type { JourneyItem } from '#shared/studio/journey.ts'
import type { Post } from '#shared/community/posts.ts'
import type { Stream } from '#shared/live/streams.ts'
import type { Video } from '#shared/videos/videos.ts'
import { testUser } from '#web/api/test-users.ts'
import { testStream } from '#web/features/live/shared/streams/test-stream.ts'
import { testVideo } from '#web/features/videos/shared/videos/test-video.ts'

const idOf = (index: number) => `0b9b8f4e-3a1c-7f0e-9a55-${String(index).padStart(12, '0')}`

const me = testUser(1)

export function postStep(index: number, createdAt: string, overrides: Partial<Post> = {}): JourneyItem {
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
      mediaPosterUrl: null,
      mediaLoops: false,
      mediaSize: null,
      likesCount: 0,
      commentsCount: 0,
      sharesCount: 0,
      isHeld: false,
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

export function streamStep(index: number, createdAt: string, overrides: Partial<Stream> = {}): JourneyItem {
  return {
    type: 'stream',
    stream: testStream(index, {
      streamerId: me.id,
      category: 'Gaming',
      isLive: false,
      startedAt: createdAt,
      endedAt: createdAt,
      createdAt,
      updatedAt: createdAt,
      streamer: me,
      viewer: { isOwner: true, canChat: true, isLiked: false, hasReminder: false },
      ...overrides,
    }),
  }
}

export function videoStep(index: number, createdAt: string, overrides: Partial<Video> = {}): JourneyItem {
  return { type: 'video', video: testVideo({ id: idOf(index), createdAt, ...overrides }) }
}
