import type { Notification } from '#shared/notifications/notifications.ts'
import type { ShownUser } from '#shared/accounts/users.ts'

const uuid = (number: number) => `0198c1d2-0000-7000-8000-${String(number).padStart(12, '0')}`

export function testActor(number: number, firstName: string): ShownUser {
  return {
    id: uuid(1000 + number),
    handle: `member_${number}`,
    email: 'm…@example.org',
    firstName,
    lastName: null,
    profileImageUrl: null,
    isLive: false,
    liveStreamId: null,
  }
}

type TipNotification = Extract<Notification, { type: 'tip' }>
type OtherNotification = Exclude<
  Notification,
  { type: 'tip' | 'role' | 'decision' | 'report' | 'announcement' }
>

/** An unread like of the current user's post by default. */
export function testNotification(
  number: number,
  overrides: Partial<OtherNotification> = {},
): OtherNotification {
  const actors = overrides.actors ?? [testActor(number, `Member ${number}`)]
  return {
    id: uuid(number),
    type: 'like',
    actors,
    actorsCount: actors.length,
    post: { id: uuid(2000 + number), excerpt: `What I wrote, ${number}` },
    comment: null,
    stream: null,
    video: null,
    videosCount: 0,
    tip: null,
    isRead: false,
    createdAt: '2025-11-21T19:04:00.000Z',
    ...overrides,
  }
}

/** An unread tip of 25 dollars. */
export function testTipNotification(number: number, isSandbox: boolean): TipNotification {
  const id = uuid(3000 + number)
  const tip = { id, amount: '25.00', currency: 'USD', isSandbox, message: null }
  return { ...testNotification(number, { post: null }), type: 'tip', tip }
}
