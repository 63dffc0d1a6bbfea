import { userSummary, type UserSummary } from '#shared/accounts/follows.ts'
import type { CurrentUser, PublicUser } from '#shared/accounts/users.ts'

const NOW = '2024-03-14T10:00:00.000Z'

/** A user for rendered tests; `index` makes its id and name unique. */
export function testUser(index: number, overrides: Partial<PublicUser> = {}): PublicUser {
  return {
    id: `0198c1d2-0000-7000-8000-${String(index).padStart(12, '0')}`,
    handle: `member_${index}`,
    email: 'm…@example.org',
    firstName: 'Member',
    lastName: String(index),
    profileImageUrl: null,
    isLive: false,
    liveStreamId: null,
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
    ...overrides,
  }
}

/** The same user as a list item. */
export function testUserSummary(index: number, overrides: Partial<UserSummary> = {}): UserSummary {
  return userSummary.parse({ ...testUser(index), viewer: { isFollowing: false }, ...overrides })
}

/** The same user as `getCurrentUser` returns them. */
export function testCurrentUser(index: number, overrides: Partial<CurrentUser> = {}): CurrentUser {
  return {
    ...testUser(index),
    email: 'member@example.org',
    paypalCustomerId: null,
    paypalSubscriptionId: null,
    lastLoginAt: NOW,
    language: null,
    emailVerifiedAt: null,
    dismissedNotice: null,
    ...overrides,
  }
}
