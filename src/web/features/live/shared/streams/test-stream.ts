import type { Stream } from '#shared/live/streams.ts'
import { testUser } from '#web/api/test-users.ts'

const NOW = '2025-11-21T19:04:00.000Z'

const streamer = testUser(1, { firstName: 'Adaeze', lastName: 'Nwosu' })

/** The settings of a stream for tests: the defaults of the form. */
export const TEST_SETTINGS: Stream['settings'] = {
  isPublic: true,
  allowChat: true,
  recordStream: false,
  publishRecording: false,
  tipGoal: null,
}

/** A live public stream for tests; `index` makes its id unique. */
export function testStream(index: number, overrides: Partial<Stream> = {}): Stream {
  return {
    id: `0b9b8f4e-3a1c-4f0e-9a55-${String(index).padStart(12, '0')}`,
    streamerId: streamer.id,
    title: `Stream ${index}`,
    description: null,
    category: 'Cooking & Culture',
    thumbnailUrl: null,
    isLive: true,
    isRecording: false,
    recordingProblem: null,
    posterUrl: null,
    frameUrl: null,
    viewerCount: 0,
    maxViewers: 0,
    peakViewers: 0,
    atStart: { likesCount: 0, messagesCount: 0, tipsTotal: '0.00' },
    likesCount: 0,
    messagesCount: 0,
    tipsTotal: '0.00',
    settings: TEST_SETTINGS,
    scheduledFor: null,
    remindersCount: 0,
    startedAt: NOW,
    endedAt: null,
    createdAt: NOW,
    updatedAt: NOW,
    streamer,
    viewer: { isOwner: false, canChat: false, isLiked: false, hasReminder: false },
    ...overrides,
  }
}
