import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { comment } from '#shared/community/comments.ts'
import { upstream } from '#shared/realtime.ts'
import { ROLE_PAGES } from '#shared/role-pages.ts'
import { ROLES } from '#shared/roles.ts'
import { socialLink } from '#shared/community/social-links.ts'
import { createCreator, openOrder, payOrder } from './features/money/tips/test-tips.ts'
import { PART_HEADERS } from './features/media/uploads/test-uploads.ts'
import { users as usersTable } from './features/accounts/users/schema.ts'
import { makeFrame } from './features/live/stream-frames/test-frames.ts'
import { storeVideo } from './features/videos/videos/test-queries.ts'
import { WITHOUT_OTHER_USERS } from '#server/testing/endpoints-without-users.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

/** A request, built from the test data. */
type Call = { path: string; body?: unknown }
type Scene = {
  publicStream: string
  privateStream: string
  /** Private, scheduled for tomorrow. */
  announcedStream: string
  /** Deleted by its owner during the test. */
  unwantedStream: string
  publicLink: string
  privateLink: string
  post: string
  /** Its author was deactivated after publishing it. */
  hiddenPost: string
  comment: string
  publicVideo: string
  draftVideo: string
  /** Private; the creator's calls change it. */
  hiddenVideo: string
  /** Of the owner, not approved. */
  order: string
  /** Can be tipped. */
  otherUser: string
  owner: TestClient
}
/** The frame of a broadcast; none of the streams here is live. */
const SMALL_JPEG = await makeFrame()

type Expected = { visitor: number; deactivated: number; stranger: number; owner: number }
type Case = { call: (scene: Scene) => Call; expected: Expected }

const signedIn = (status: number): Expected => ({
  visitor: 401,
  deactivated: 401,
  stranger: status,
  owner: status,
})

const oembedOf = ({ url }: TestClient, videoId: string) =>
  `/api/oembed?url=${encodeURIComponent(`${url}/video/${videoId}`)}`
/** A call of a creator for a video, which strangers can see or not. */
const ownVideoCases = (path: string, status: number, body?: object): Case[] => [
  {
    call: ({ publicVideo }) => ({ path: `/api/creator/videos/${publicVideo}${path}`, body }),
    expected: { visitor: 401, deactivated: 401, stranger: 403, owner: status },
  },
  {
    call: ({ hiddenVideo }) => ({ path: `/api/creator/videos/${hiddenVideo}${path}`, body }),
    expected: { visitor: 401, deactivated: 401, stranger: 404, owner: status },
  },
]

/** Payments of the owner, which exist for everyone who is signed in. */
const ownMoney: Expected = { visitor: 401, deactivated: 401, stranger: 403, owner: 200 }

const deletedChat = (streamId: string) =>
  `/api/streams/${streamId}/chat/deleted?from=${streamId}&until=${streamId}`
const everyone = (status: number): Expected => ({
  visitor: status,
  deactivated: status,
  stranger: status,
  owner: status,
})

/** Every endpoint of the contract, by method and path. The first test fails for an endpoint that is missing here. */
const CASES: Record<string, Case[]> = {
  'POST /api/auth/register': [
    {
      call: ({ owner }) => ({
        path: '/api/auth/register',
        body: { email: owner.user.email, password: 'long enough' },
      }),
      expected: everyone(409),
    },
  ],
  'POST /api/auth/login': [
    {
      call: ({ owner }) => ({
        path: '/api/auth/login',
        body: { email: owner.user.email, password: 'wrong' },
      }),
      expected: everyone(401),
    },
  ],
  'POST /api/auth/forgot': [
    {
      call: ({ owner }) => ({ path: '/api/auth/forgot', body: { email: owner.user.email } }),
      expected: everyone(200),
    },
  ],
  'POST /api/auth/reset': [
    {
      call: () => ({ path: '/api/auth/reset', body: { token: 'a guess', password: 'long enough' } }),
      expected: everyone(404),
    },
  ],
  'POST /api/auth/verify': [
    { call: () => ({ path: '/api/auth/verify', body: { token: 'a guess' } }), expected: everyone(404) },
  ],
  'POST /api/auth/unsubscribe': [
    {
      call: ({ owner }) => ({ path: `/api/auth/unsubscribe?token=${owner.user.id}.AAAA` }),
      expected: everyone(404),
    },
  ],
  'POST /api/auth/verification': [
    { call: () => ({ path: '/api/auth/verification' }), expected: signedIn(409) },
  ],
  'PUT /api/auth/email': [
    {
      call: () => ({ path: '/api/auth/email', body: { email: 'new@example.org', password: 'a guess' } }),
      expected: signedIn(409),
    },
  ],
  'GET /api/auth/email-change': [
    { call: () => ({ path: '/api/auth/email-change' }), expected: signedIn(200) },
  ],
  'DELETE /api/auth/email-change': [
    { call: () => ({ path: '/api/auth/email-change' }), expected: signedIn(200) },
  ],
  'GET /api/auth/user': [
    {
      call: () => ({ path: '/api/auth/user' }),
      expected: { visitor: 401, deactivated: 401, stranger: 200, owner: 200 },
    },
  ],
  'GET /api/auth/preferences': [
    {
      call: () => ({ path: '/api/auth/preferences' }),
      expected: { visitor: 401, deactivated: 401, stranger: 200, owner: 200 },
    },
  ],
  'PUT /api/auth/preferences': [
    {
      call: () => ({ path: '/api/auth/preferences', body: { language: 'yo' } }),
      expected: { visitor: 401, deactivated: 401, stranger: 200, owner: 200 },
    },
  ],
  'PUT /api/notice/dismissal': [
    {
      call: () => ({ path: '/api/notice/dismissal', body: { version: 'a1' } }),
      expected: { visitor: 401, deactivated: 401, stranger: 200, owner: 200 },
    },
  ],
  'PUT /api/auth/password': [
    {
      call: () => ({
        path: '/api/auth/password',
        body: { currentPassword: 'a wrong guess', newPassword: 'long enough' },
      }),
      expected: { visitor: 401, deactivated: 401, stranger: 403, owner: 403 },
    },
  ],
  'GET /api/auth/sessions': [
    {
      call: () => ({ path: '/api/auth/sessions' }),
      expected: { visitor: 401, deactivated: 401, stranger: 200, owner: 200 },
    },
  ],
  'DELETE /api/auth/sessions/:id': [
    {
      call: () => ({ path: `/api/auth/sessions/${'0'.repeat(64)}` }),
      expected: { visitor: 401, deactivated: 401, stranger: 404, owner: 404 },
    },
  ],
  'GET /api/notifications': [
    {
      call: () => ({ path: '/api/notifications' }),
      expected: { visitor: 401, deactivated: 401, stranger: 200, owner: 200 },
    },
  ],
  'GET /api/notifications/unread': [
    {
      call: () => ({ path: '/api/notifications/unread' }),
      expected: { visitor: 401, deactivated: 401, stranger: 200, owner: 200 },
    },
  ],
  'POST /api/notifications/read': [
    {
      call: () => ({ path: '/api/notifications/read' }),
      expected: { visitor: 401, deactivated: 401, stranger: 200, owner: 200 },
    },
  ],
  'GET /api/users/:userId': [
    { call: ({ owner }) => ({ path: `/api/users/${owner.user.id}` }), expected: everyone(200) },
  ],
  'GET /api/users/:userId/streams': [
    { call: ({ owner }) => ({ path: `/api/users/${owner.user.id}/streams` }), expected: everyone(200) },
  ],
  'GET /api/users': [{ call: () => ({ path: '/api/users' }), expected: everyone(200) }],
  'GET /api/users/suggested': [
    {
      call: () => ({ path: '/api/users/suggested' }),
      expected: { visitor: 401, deactivated: 401, stranger: 200, owner: 200 },
    },
  ],
  'GET /api/users/:userId/followers': [
    { call: ({ owner }) => ({ path: `/api/users/${owner.user.id}/followers` }), expected: everyone(200) },
  ],
  'GET /api/users/:userId/following': [
    { call: ({ owner }) => ({ path: `/api/users/${owner.user.id}/following` }), expected: everyone(200) },
  ],
  ...Object.fromEntries(
    ['PUT block', 'DELETE block', 'PUT mute', 'DELETE mute'].map((name) => {
      const [method, kind] = name.split(' ')
      const call = ({ otherUser }: Scene) => ({ path: `/api/users/${otherUser}/${kind}` })
      return [`${method} /api/users/:userId/${kind}`, [{ call, expected: signedIn(200) }]]
    }),
  ),
  'GET /api/preferences/blocks': [
    { call: () => ({ path: '/api/preferences/blocks?kind=block' }), expected: signedIn(200) },
  ],
  'GET /api/rules': [{ call: () => ({ path: '/api/rules' }), expected: everyone(200) }],
  'POST /api/reports': [
    {
      call: ({ post }) => ({
        path: '/api/reports',
        body: { subjectType: 'post', subjectId: post, reason: 'other', words: 'Look.' },
      }),
      expected: { visitor: 401, deactivated: 401, stranger: 201, owner: 403 },
    },
  ],
  'GET /api/decisions': [{ call: () => ({ path: '/api/decisions' }), expected: signedIn(200) }],
  'GET /api/decisions/:id': [
    { call: ({ post }) => ({ path: `/api/decisions/${post}` }), expected: signedIn(404) },
  ],
  'POST /api/appeals': [
    {
      call: ({ post }) => ({ path: '/api/appeals', body: { decisionId: post, words: 'No.' } }),
      expected: signedIn(404),
    },
  ],
  ...Object.fromEntries(
    [
      'GET /api/moderation/reports',
      'GET /api/moderation/counts',
      'GET /api/moderation/appeals',
      'GET /api/moderation/reports/:id',
      'POST /api/moderation/reports/:id',
      'PUT /api/moderation/reports/:id/viewer',
      'DELETE /api/moderation/reports/:id/viewer',
      'POST /api/moderation/appeals/:id',
      'POST /api/moderation/decisions/:id/undo',
    ].map((name) => {
      const [, path = ''] = name.split(' ')
      const call = ({ post }: Scene) => ({ path: path.replace(':id', post) })
      return [name, [{ call, expected: everyone(404) }]]
    }),
  ),
  'GET /api/hidden-users': [{ call: () => ({ path: '/api/hidden-users' }), expected: signedIn(200) }],
  'POST /api/users/:userId/follow': [
    {
      call: ({ owner }) => ({ path: `/api/users/${owner.user.id}/follow`, body: { following: true } }),
      expected: { visitor: 401, deactivated: 401, stranger: 200, owner: 400 },
    },
  ],
  'POST /api/users/:userId/unfollow': [
    {
      call: ({ owner }) => ({ path: `/api/users/${owner.user.id}/unfollow` }),
      expected: { visitor: 401, deactivated: 401, stranger: 200, owner: 400 },
    },
  ],
  'GET /api/follows/:userId/:streamerId': [
    {
      call: ({ owner }) => ({ path: `/api/follows/${owner.user.id}/${owner.user.id}` }),
      expected: { visitor: 401, deactivated: 401, stranger: 200, owner: 200 },
    },
  ],
  'PUT /api/auth/profile': [
    {
      call: () => ({ path: '/api/auth/profile', body: {} }),
      expected: { visitor: 401, deactivated: 401, stranger: 200, owner: 200 },
    },
  ],
  'PUT /api/auth/avatar': [
    {
      call: () => ({ path: '/api/auth/avatar', body: { url: '/files/avatars/not-mine.webp' } }),
      expected: { visitor: 401, deactivated: 401, stranger: 422, owner: 422 },
    },
  ],
  'DELETE /api/auth/avatar': [
    {
      call: () => ({ path: '/api/auth/avatar' }),
      expected: { visitor: 401, deactivated: 401, stranger: 200, owner: 200 },
    },
  ],
  'GET /api/users/:userId/social-links': [
    { call: ({ owner }) => ({ path: `/api/users/${owner.user.id}/social-links` }), expected: everyone(200) },
  ],
  'GET /api/creator/social-links': [
    {
      call: () => ({ path: '/api/creator/social-links' }),
      expected: { visitor: 401, deactivated: 401, stranger: 200, owner: 200 },
    },
  ],
  'POST /api/creator/social-links': [
    {
      call: () => ({
        path: '/api/creator/social-links',
        body: { platform: 'website', url: 'https://example.org' },
      }),
      expected: { visitor: 401, deactivated: 401, stranger: 201, owner: 201 },
    },
  ],
  'PUT /api/creator/social-links/:id': [
    {
      call: ({ publicLink }) => ({ path: `/api/creator/social-links/${publicLink}`, body: {} }),
      expected: { visitor: 401, deactivated: 401, stranger: 403, owner: 200 },
    },
    {
      call: ({ privateLink }) => ({ path: `/api/creator/social-links/${privateLink}`, body: {} }),
      expected: { visitor: 401, deactivated: 401, stranger: 404, owner: 200 },
    },
  ],
  'DELETE /api/creator/social-links/:id': [
    {
      call: ({ publicLink }) => ({ path: `/api/creator/social-links/${publicLink}` }),
      expected: { visitor: 401, deactivated: 401, stranger: 403, owner: 200 },
    },
    {
      call: ({ privateLink }) => ({ path: `/api/creator/social-links/${privateLink}` }),
      expected: { visitor: 401, deactivated: 401, stranger: 404, owner: 200 },
    },
  ],
  'POST /api/streams': [
    {
      call: () => ({ path: '/api/streams', body: { title: 'A title', category: 'Gaming' } }),
      expected: { visitor: 401, deactivated: 401, stranger: 201, owner: 201 },
    },
  ],
  'POST /api/uploads/:id/finish': [
    {
      call: () => ({
        path: '/api/uploads/0198a1b2-0000-7000-8000-000000000000/finish',
        body: { purpose: 'post' },
      }),
      expected: { visitor: 401, deactivated: 401, stranger: 404, owner: 404 },
    },
  ],
  'GET /api/thumbnails/preview': [
    {
      call: () => ({ path: '/api/thumbnails/preview?url=nothing' }),
      expected: { visitor: 401, deactivated: 401, stranger: 400, owner: 400 },
    },
  ],
  'GET /api/streams/live': [{ call: () => ({ path: '/api/streams/live' }), expected: everyone(200) }],
  'GET /api/streams/recent': [{ call: () => ({ path: '/api/streams/recent' }), expected: everyone(200) }],
  'GET /api/search': [
    { call: ({ owner }) => ({ path: `/api/search?q=${owner.user.handle}` }), expected: everyone(200) },
  ],
  'GET /api/search/suggest': [
    {
      call: ({ owner }) => ({ path: `/api/search/suggest?q=${owner.user.handle}` }),
      expected: everyone(200),
    },
  ],
  'GET /api/trending': [{ call: () => ({ path: '/api/trending' }), expected: everyone(200) }],
  'GET /api/admin/live': [
    {
      call: () => ({ path: '/api/admin/live' }),
      expected: everyone(404),
    },
  ],
  'GET /api/admin/dashboard': [{ call: () => ({ path: '/api/admin/dashboard' }), expected: everyone(404) }],
  'GET /api/admin/analytics': [{ call: () => ({ path: '/api/admin/analytics' }), expected: everyone(404) }],
  'GET /api/admin/analytics/days.csv': [
    { call: () => ({ path: '/api/admin/analytics/days.csv' }), expected: everyone(404) },
  ],
  'GET /api/admin/health': [{ call: () => ({ path: '/api/admin/health' }), expected: everyone(404) }],
  'GET /api/admin/announcements': [
    { call: () => ({ path: '/api/admin/announcements' }), expected: everyone(404) },
  ],
  'GET /api/admin/announcements/recipients': [
    { call: () => ({ path: '/api/admin/announcements/recipients' }), expected: everyone(404) },
  ],
  'POST /api/admin/announcements': [
    {
      call: ({ post }) => ({
        path: '/api/admin/announcements',
        body: { title: 'Hello', text: 'Hello', link: null, idempotencyKey: post },
      }),
      expected: everyone(404),
    },
  ],
  'GET /api/admin/contact': [{ call: () => ({ path: '/api/admin/contact' }), expected: everyone(404) }],
  'PUT /api/admin/contact/:id': [
    {
      call: ({ post }) => ({ path: `/api/admin/contact/${post}`, body: { done: true } }),
      expected: everyone(404),
    },
  ],
  'GET /api/admin/contact/assignees': [
    { call: () => ({ path: '/api/admin/contact/assignees' }), expected: everyone(404) },
  ],
  'PUT /api/admin/contact/:id/assignee': [
    {
      call: ({ post }) => ({ path: `/api/admin/contact/${post}/assignee`, body: { userId: null } }),
      expected: everyone(404),
    },
  ],
  'POST /api/admin/contact/:id/answer': [
    {
      call: ({ post }) => ({
        path: `/api/admin/contact/${post}/answer`,
        body: { text: 'Hello', idempotencyKey: post },
      }),
      expected: everyone(404),
    },
  ],
  'GET /api/admin/users': [{ call: () => ({ path: '/api/admin/users' }), expected: everyone(404) }],
  'GET /api/admin/users/counts': [
    { call: () => ({ path: '/api/admin/users/counts' }), expected: everyone(404) },
  ],
  'GET /api/admin/users/:id': [
    { call: ({ owner }) => ({ path: `/api/admin/users/${owner.user.id}` }), expected: everyone(404) },
  ],
  'PUT /api/admin/users/:id/role': [
    {
      call: ({ owner }) => ({ path: `/api/admin/users/${owner.user.id}/role`, body: { role: 'admin' } }),
      expected: everyone(404),
    },
  ],
  'PUT /api/admin/users/:id/status': [
    {
      call: ({ owner }) => ({ path: `/api/admin/users/${owner.user.id}/status`, body: { active: true } }),
      expected: everyone(404),
    },
  ],
  'DELETE /api/admin/users/:id/sessions': [
    {
      call: ({ owner }) => ({ path: `/api/admin/users/${owner.user.id}/sessions` }),
      expected: everyone(404),
    },
  ],
  'POST /api/admin/users/:id/notes': [
    {
      call: ({ owner }) => ({ path: `/api/admin/users/${owner.user.id}/notes`, body: { text: 'A note' } }),
      expected: everyone(404),
    },
  ],
  'GET /api/admin/settings': [{ call: () => ({ path: '/api/admin/settings' }), expected: everyone(404) }],
  'GET /api/admin/logs': [{ call: () => ({ path: '/api/admin/logs' }), expected: everyone(404) }],
  'GET /api/admin/audit': [{ call: () => ({ path: '/api/admin/audit' }), expected: everyone(404) }],
  'GET /api/admin/audit.csv': [{ call: () => ({ path: '/api/admin/audit.csv' }), expected: everyone(404) }],
  'GET /api/admin/payments': [{ call: () => ({ path: '/api/admin/payments' }), expected: everyone(404) }],
  'GET /api/admin/payments/owed': [
    { call: () => ({ path: '/api/admin/payments/owed' }), expected: everyone(404) },
  ],
  'GET /api/admin/payments/ledger': [
    { call: () => ({ path: '/api/admin/payments/ledger' }), expected: everyone(404) },
  ],
  'POST /api/admin/tips/:id/refund': [
    {
      call: ({ owner }) => ({ path: `/api/admin/tips/${owner.user.id}/refund`, body: { amount: '1.00' } }),
      expected: everyone(404),
    },
  ],
  'POST /api/admin/tips/:id/paid-out': [
    { call: ({ owner }) => ({ path: `/api/admin/tips/${owner.user.id}/paid-out` }), expected: everyone(404) },
  ],
  'POST /api/admin/settings': [
    {
      call: () => ({ path: '/api/admin/settings', body: { key: 'general.siteName', value: 'Mine' } }),
      expected: everyone(404),
    },
  ],
  'GET /api/admin/invitations': [
    { call: () => ({ path: '/api/admin/invitations' }), expected: everyone(404) },
  ],
  'POST /api/admin/invitations': [
    { call: () => ({ path: '/api/admin/invitations', body: {} }), expected: everyone(404) },
  ],
  'DELETE /api/admin/invitations/:id': [
    { call: ({ owner }) => ({ path: `/api/admin/invitations/${owner.user.id}` }), expected: everyone(404) },
  ],
  'GET /api/admin/media': [{ call: () => ({ path: '/api/admin/media' }), expected: everyone(404) }],
  'GET /api/admin/media/storage': [
    { call: () => ({ path: '/api/admin/media/storage' }), expected: everyone(404) },
  ],
  'POST /api/admin/media/storage/check': [
    {
      call: () => ({ path: '/api/admin/media/storage/check', body: { clear: true } }),
      expected: everyone(404),
    },
  ],
  'GET /api/admin/media/:id': [
    { call: ({ publicStream }) => ({ path: `/api/admin/media/${publicStream}` }), expected: everyone(404) },
  ],
  'PUT /api/admin/media/:id': [
    {
      call: ({ publicStream }) => ({
        path: `/api/admin/media/${publicStream}`,
        body: { tags: [], description: null },
      }),
      expected: everyone(404),
    },
  ],
  'DELETE /api/admin/media/:id': [
    { call: ({ publicStream }) => ({ path: `/api/admin/media/${publicStream}` }), expected: everyone(404) },
  ],
  'PUT /api/admin/logo': [
    { call: () => ({ path: '/api/admin/logo', body: { url: null } }), expected: everyone(404) },
  ],
  'DELETE /api/admin/settings/:key': [
    { call: () => ({ path: '/api/admin/settings/general.siteName' }), expected: everyone(404) },
  ],
  'GET /api/movements': [{ call: () => ({ path: '/api/movements' }), expected: everyone(200) }],
  'GET /api/streams/:id': [
    { call: (scene) => ({ path: `/api/streams/${scene.publicStream}` }), expected: everyone(200) },
    {
      call: (scene) => ({ path: `/api/streams/${scene.privateStream}` }),
      expected: { visitor: 404, deactivated: 404, stranger: 200, owner: 200 },
    },
  ],
  'PUT /api/streams/:id': [
    {
      call: (scene) => ({ path: `/api/streams/${scene.privateStream}`, body: { title: 'Another title' } }),
      expected: { visitor: 401, deactivated: 401, stranger: 403, owner: 200 },
    },
    {
      call: (scene) => ({ path: `/api/streams/${scene.publicStream}`, body: { isLive: false } }),
      expected: { visitor: 401, deactivated: 401, stranger: 403, owner: 200 },
    },
  ],
  'DELETE /api/streams/:id': [
    {
      call: (scene) => ({ path: `/api/streams/${scene.unwantedStream}` }),
      expected: { visitor: 401, deactivated: 401, stranger: 403, owner: 200 },
    },
  ],
  'GET /api/streams/:id/playback': [
    { call: (scene) => ({ path: `/api/streams/${scene.publicStream}/playback` }), expected: everyone(200) },
    {
      call: (scene) => ({ path: `/api/streams/${scene.privateStream}/playback` }),
      expected: { visitor: 404, deactivated: 404, stranger: 200, owner: 200 },
    },
  ],
  'GET /api/streams/:id/recording': [
    { call: (scene) => ({ path: `/api/streams/${scene.publicStream}/recording` }), expected: everyone(200) },
    {
      call: (scene) => ({ path: `/api/streams/${scene.privateStream}/recording` }),
      expected: { visitor: 404, deactivated: 404, stranger: 200, owner: 200 },
    },
  ],
  'PUT /api/streams/:id/frame': [
    {
      // Not live: the owner's attempt is a conflict.
      call: (scene) => ({ path: `/api/streams/${scene.publicStream}/frame`, body: { image: SMALL_JPEG } }),
      expected: { visitor: 401, deactivated: 401, stranger: 403, owner: 409 },
    },
    {
      call: (scene) => ({ path: `/api/streams/${scene.privateStream}/frame`, body: { image: SMALL_JPEG } }),
      expected: { visitor: 401, deactivated: 401, stranger: 403, owner: 409 },
    },
  ],
  'GET /api/streams/:id/frame': [
    { call: (scene) => ({ path: `/api/streams/${scene.publicStream}/frame` }), expected: everyone(404) },
  ],
  'POST /api/streams/:id/key': [
    {
      call: (scene) => ({ path: `/api/streams/${scene.publicStream}/key` }),
      expected: { visitor: 401, deactivated: 401, stranger: 403, owner: 200 },
    },
    {
      call: (scene) => ({ path: `/api/streams/${scene.privateStream}/key` }),
      expected: { visitor: 401, deactivated: 401, stranger: 403, owner: 200 },
    },
  ],
  'GET /api/creator/videos': [
    {
      call: () => ({ path: '/api/creator/videos' }),
      expected: { visitor: 401, deactivated: 401, stranger: 200, owner: 200 },
    },
  ],
  'GET /api/videos/:id': [
    { call: ({ publicVideo }) => ({ path: `/api/videos/${publicVideo}` }), expected: everyone(200) },
    {
      call: ({ draftVideo }) => ({ path: `/api/videos/${draftVideo}` }),
      expected: { visitor: 404, deactivated: 404, stranger: 404, owner: 200 },
    },
  ],
  'GET /api/videos/:id/chat': [
    { call: ({ publicVideo }) => ({ path: `/api/videos/${publicVideo}/chat` }), expected: everyone(200) },
    {
      call: ({ draftVideo }) => ({ path: `/api/videos/${draftVideo}/chat` }),
      expected: { visitor: 404, deactivated: 404, stranger: 404, owner: 200 },
    },
  ],
  'POST /api/videos/:id/views': [
    {
      call: ({ publicVideo }) => ({
        path: `/api/videos/${publicVideo}/views`,
        body: { sessionId: 'session-1', watchTime: 0 },
      }),
      expected: everyone(200),
    },
    {
      call: ({ draftVideo }) => ({
        path: `/api/videos/${draftVideo}/views`,
        body: { sessionId: 'session-1', watchTime: 0 },
      }),
      expected: { visitor: 404, deactivated: 404, stranger: 404, owner: 200 },
    },
  ],
  'GET /api/creator/analytics': [
    { call: () => ({ path: '/api/creator/analytics' }), expected: signedIn(200) },
  ],
  'GET /api/creator/analytics/series': [
    { call: () => ({ path: '/api/creator/analytics/series?days=7' }), expected: signedIn(200) },
    // Nobody here has Creator Pro.
    { call: () => ({ path: '/api/creator/analytics/series?days=90' }), expected: signedIn(403) },
  ],
  'GET /api/creator/analytics/series.csv': [
    { call: () => ({ path: '/api/creator/analytics/series.csv?days=7' }), expected: signedIn(200) },
  ],
  'GET /api/creator/videos/:id/retention': [
    {
      call: ({ publicVideo }) => ({ path: `/api/creator/videos/${publicVideo}/retention` }),
      expected: { visitor: 401, deactivated: 401, stranger: 403, owner: 200 },
    },
    {
      call: ({ draftVideo }) => ({ path: `/api/creator/videos/${draftVideo}/retention` }),
      expected: { visitor: 401, deactivated: 401, stranger: 404, owner: 200 },
    },
  ],
  'GET /api/users/:userId/emoji': [
    { call: ({ owner }) => ({ path: `/api/users/${owner.user.id}/emoji` }), expected: everyone(200) },
  ],
  'GET /api/creator/emoji': [{ call: () => ({ path: '/api/creator/emoji' }), expected: signedIn(200) }],
  'POST /api/creator/emoji': [
    {
      call: () => ({ path: '/api/creator/emoji', body: { name: 'wave', url: '/files/emoji/not-mine.webp' } }),
      expected: signedIn(403),
    },
  ],
  'DELETE /api/creator/emoji/:id': [
    { call: ({ publicLink }) => ({ path: `/api/creator/emoji/${publicLink}` }), expected: signedIn(404) },
  ],
  'GET /api/creator/payout': [{ call: () => ({ path: '/api/creator/payout' }), expected: signedIn(200) }],
  'PUT /api/creator/payout': [
    { call: () => ({ path: '/api/creator/payout', body: { payoutCountry: 'GH' } }), expected: signedIn(200) },
  ],
  'GET /api/paypal/setup': [{ call: () => ({ path: '/api/paypal/setup' }), expected: signedIn(200) }],
  'POST /api/paypal/order': [
    { call: () => ({ path: '/api/paypal/order', body: { amount: '5.00' } }), expected: signedIn(201) },
  ],
  'POST /api/paypal/order/:orderId/capture': [
    {
      call: ({ order }) => ({ path: `/api/paypal/order/${order}/capture` }),
      expected: { visitor: 401, deactivated: 401, stranger: 404, owner: 422 },
    },
  ],
  'GET /api/payments': [{ call: () => ({ path: '/api/payments' }), expected: signedIn(200) }],
  'POST /api/tips': [
    {
      call: ({ order, otherUser }) => ({
        path: '/api/tips',
        body: { streamerId: otherUser, amount: '5.00', paypalOrderId: order },
      }),
      expected: { visitor: 401, deactivated: 401, stranger: 404, owner: 422 },
    },
  ],
  'GET /api/tips': [{ call: () => ({ path: '/api/tips' }), expected: signedIn(200) }],
  'GET /api/tips/:userId': [
    { call: ({ owner }) => ({ path: `/api/tips/${owner.user.id}` }), expected: ownMoney },
  ],
  'GET /api/tips.csv': [
    { call: () => ({ path: `/api/tips.csv?year=${new Date().getUTCFullYear()}` }), expected: signedIn(200) },
  ],
  'GET /api/earnings': [{ call: () => ({ path: '/api/earnings' }), expected: signedIn(200) }],
  'GET /api/earnings/:userId': [
    { call: ({ owner }) => ({ path: `/api/earnings/${owner.user.id}` }), expected: ownMoney },
  ],
  'GET /api/users/:userId/tipping': [
    { call: ({ owner }) => ({ path: `/api/users/${owner.user.id}/tipping` }), expected: everyone(200) },
  ],
  'POST /api/users/:userId/tip-attempts': [
    {
      call: ({ owner }) => ({ path: `/api/users/${owner.user.id}/tip-attempts` }),
      expected: signedIn(200),
    },
  ],
  'GET /api/creator-pro': [{ call: () => ({ path: '/api/creator-pro' }), expected: signedIn(200) }],
  'POST /api/creator-pro': [{ call: () => ({ path: '/api/creator-pro' }), expected: signedIn(201) }],
  'POST /api/creator-pro/refresh': [
    { call: () => ({ path: '/api/creator-pro/refresh' }), expected: signedIn(200) },
  ],
  'DELETE /api/creator-pro': [{ call: () => ({ path: '/api/creator-pro' }), expected: signedIn(200) }],
  'GET /api/creator-pro/payments': [
    { call: () => ({ path: '/api/creator-pro/payments' }), expected: signedIn(200) },
  ],
  'GET /api/videos': [{ call: () => ({ path: '/api/videos' }), expected: everyone(200) }],
  'GET /api/users/:userId/videos': [
    { call: ({ owner }) => ({ path: `/api/users/${owner.user.id}/videos` }), expected: everyone(200) },
  ],
  'GET /api/videos/:id/related': [
    { call: ({ publicVideo }) => ({ path: `/api/videos/${publicVideo}/related` }), expected: everyone(200) },
    {
      call: ({ draftVideo }) => ({ path: `/api/videos/${draftVideo}/related` }),
      expected: { visitor: 404, deactivated: 404, stranger: 404, owner: 200 },
    },
  ],
  'POST /api/videos/:id/like': [
    { call: ({ publicVideo }) => ({ path: `/api/videos/${publicVideo}/like` }), expected: signedIn(200) },
    {
      call: ({ draftVideo }) => ({ path: `/api/videos/${draftVideo}/like` }),
      expected: { visitor: 401, deactivated: 401, stranger: 404, owner: 200 },
    },
  ],
  'GET /api/videos/:id/comments': [
    { call: ({ publicVideo }) => ({ path: `/api/videos/${publicVideo}/comments` }), expected: everyone(200) },
    {
      call: ({ draftVideo }) => ({ path: `/api/videos/${draftVideo}/comments` }),
      expected: { visitor: 404, deactivated: 404, stranger: 404, owner: 200 },
    },
  ],
  'POST /api/videos/:id/comments': [
    {
      call: ({ publicVideo }) => ({
        path: `/api/videos/${publicVideo}/comments`,
        body: { content: 'Asante' },
      }),
      expected: signedIn(201),
    },
    {
      call: ({ draftVideo }) => ({ path: `/api/videos/${draftVideo}/comments`, body: { content: 'Asante' } }),
      expected: { visitor: 401, deactivated: 401, stranger: 404, owner: 201 },
    },
  ],
  'GET /api/oembed': [
    {
      call: ({ publicVideo, owner }) => ({ path: oembedOf(owner, publicVideo) }),
      expected: everyone(200),
    },
    { call: ({ draftVideo, owner }) => ({ path: oembedOf(owner, draftVideo) }), expected: everyone(404) },
  ],
  'GET /api/live/ice-servers': [{ call: () => ({ path: '/api/live/ice-servers' }), expected: everyone(200) }],
  'POST /api/live/checks': [
    // The engine does not run in this test.
    { call: () => ({ path: '/api/live/checks', body: { sdp: 'v=0' } }), expected: signedIn(503) },
  ],
  'DELETE /api/live/checks/:id': [
    {
      call: () => ({ path: '/api/live/checks/0198a1b2-0000-7000-8000-000000000000' }),
      expected: signedIn(200),
    },
  ],
  'GET /api/streams/ready': [{ call: () => ({ path: '/api/streams/ready' }), expected: signedIn(200) }],
  'GET /api/streams/upcoming': [{ call: () => ({ path: '/api/streams/upcoming' }), expected: everyone(200) }],
  'POST /api/streams/:id/like': [
    { call: (scene) => ({ path: `/api/streams/${scene.publicStream}/like` }), expected: signedIn(200) },
    { call: (scene) => ({ path: `/api/streams/${scene.privateStream}/like` }), expected: signedIn(200) },
  ],
  'PUT /api/streams/:id/reminder': [
    {
      call: (scene) => ({ path: `/api/streams/${scene.announcedStream}/reminder` }),
      expected: { visitor: 401, deactivated: 401, stranger: 200, owner: 422 },
    },
  ],
  'DELETE /api/streams/:id/reminder': [
    {
      call: (scene) => ({ path: `/api/streams/${scene.announcedStream}/reminder` }),
      expected: signedIn(200),
    },
  ],
  'GET /api/streams/:id/calendar.ics': [
    {
      call: (scene) => ({ path: `/api/streams/${scene.announcedStream}/calendar.ics` }),
      expected: { visitor: 404, deactivated: 404, stranger: 200, owner: 200 },
    },
  ],
  'GET /api/streams/:id/chat': [
    { call: (scene) => ({ path: `/api/streams/${scene.publicStream}/chat` }), expected: everyone(200) },
    {
      call: (scene) => ({ path: `/api/streams/${scene.privateStream}/chat` }),
      expected: { visitor: 404, deactivated: 404, stranger: 200, owner: 200 },
    },
  ],
  'GET /api/streams/:id/chat/deleted': [
    { call: (scene) => ({ path: deletedChat(scene.publicStream) }), expected: everyone(200) },
    {
      call: (scene) => ({ path: deletedChat(scene.privateStream) }),
      expected: { visitor: 404, deactivated: 404, stranger: 200, owner: 200 },
    },
  ],
  'GET /api/streams/:id/chat-state': [
    { call: (scene) => ({ path: `/api/streams/${scene.publicStream}/chat-state` }), expected: everyone(200) },
    {
      call: (scene) => ({ path: `/api/streams/${scene.privateStream}/chat-state` }),
      expected: { visitor: 404, deactivated: 404, stranger: 200, owner: 200 },
    },
  ],
  'DELETE /api/streams/:id/chat/:messageId': [
    {
      call: (scene) => ({ path: `/api/streams/${scene.publicStream}/chat/${crypto.randomUUID()}` }),
      expected: signedIn(404),
    },
  ],
  'GET /api/streams/:id/bans': [
    {
      call: (scene) => ({ path: `/api/streams/${scene.publicStream}/bans` }),
      expected: { visitor: 401, deactivated: 401, stranger: 403, owner: 200 },
    },
  ],
  'PUT /api/streams/:id/bans/:userId': [
    {
      call: ({ publicStream, owner }) => ({ path: `/api/streams/${publicStream}/bans/${owner.user.id}` }),
      expected: { visitor: 401, deactivated: 401, stranger: 403, owner: 422 },
    },
  ],
  'DELETE /api/streams/:id/bans/:userId': [
    {
      call: ({ publicStream, owner }) => ({ path: `/api/streams/${publicStream}/bans/${owner.user.id}` }),
      expected: { visitor: 401, deactivated: 401, stranger: 403, owner: 200 },
    },
  ],
  'PUT /api/streams/:id/pin': [
    {
      call: (scene) => ({ path: `/api/streams/${scene.publicStream}/pin`, body: { messageId: null } }),
      expected: { visitor: 401, deactivated: 401, stranger: 403, owner: 200 },
    },
  ],
  'GET /api/streams/:id/chat-words': [
    {
      call: (scene) => ({ path: `/api/streams/${scene.publicStream}/chat-words` }),
      expected: { visitor: 401, deactivated: 401, stranger: 403, owner: 200 },
    },
  ],
  'GET /api/streams/:id/held-chat': [
    {
      call: (scene) => ({ path: `/api/streams/${scene.publicStream}/held-chat` }),
      expected: { visitor: 401, deactivated: 401, stranger: 403, owner: 200 },
    },
  ],
  'POST /api/streams/:id/held-chat/:messageId': [
    {
      call: (scene) => ({
        path: `/api/streams/${scene.publicStream}/held-chat/${crypto.randomUUID()}`,
        body: { isApproved: true },
      }),
      expected: { visitor: 401, deactivated: 401, stranger: 403, owner: 404 },
    },
  ],
  'PUT /api/streams/:id/chat-rules': [
    {
      call: (scene) => ({ path: `/api/streams/${scene.publicStream}/chat-rules`, body: {} }),
      expected: { visitor: 401, deactivated: 401, stranger: 403, owner: 200 },
    },
  ],
  'POST /api/posts': [
    { call: () => ({ path: '/api/posts', body: { content: 'Selam' } }), expected: signedIn(201) },
  ],
  'GET /api/posts/feed': [{ call: () => ({ path: '/api/posts/feed' }), expected: signedIn(200) }],
  'GET /api/posts/circle': [{ call: () => ({ path: '/api/posts/circle' }), expected: signedIn(200) }],
  'GET /api/users/:userId/posts': [
    { call: (scene) => ({ path: `/api/users/${scene.owner.user.id}/posts` }), expected: everyone(200) },
  ],
  'GET /api/posts/:id': [
    { call: (scene) => ({ path: `/api/posts/${scene.post}` }), expected: everyone(200) },
    { call: (scene) => ({ path: `/api/posts/${scene.hiddenPost}` }), expected: everyone(404) },
  ],
  'POST /api/posts/:id/like': [
    { call: (scene) => ({ path: `/api/posts/${scene.post}/like` }), expected: signedIn(200) },
    { call: (scene) => ({ path: `/api/posts/${scene.hiddenPost}/like` }), expected: signedIn(404) },
  ],
  'GET /api/posts/:id/comments': [
    { call: (scene) => ({ path: `/api/posts/${scene.post}/comments` }), expected: everyone(200) },
    { call: (scene) => ({ path: `/api/posts/${scene.hiddenPost}/comments` }), expected: everyone(404) },
  ],
  'POST /api/posts/:id/comments': [
    {
      call: (scene) => ({ path: `/api/posts/${scene.post}/comments`, body: { content: 'Asante' } }),
      expected: signedIn(201),
    },
    {
      call: (scene) => ({ path: `/api/posts/${scene.hiddenPost}/comments`, body: { content: 'Asante' } }),
      expected: signedIn(404),
    },
  ],
  'GET /api/storage': [{ call: () => ({ path: '/api/storage' }), expected: signedIn(200) }],
  'GET /api/uploads': [{ call: () => ({ path: '/api/uploads' }), expected: signedIn(200) }],
  'POST /api/creator/videos': [
    {
      call: () => ({
        path: '/api/creator/videos',
        body: { title: 'Market', category: 'Food', videoUrl: '/api/uploads/none/file' },
      }),
      expected: signedIn(422),
    },
  ],
  'PUT /api/creator/videos/:id': ownVideoCases('', 200, { title: 'Another title' }),
  'POST /api/creator/videos/:id/publish': ownVideoCases('/publish', 200),
  'POST /api/creator/videos/:id/retry': ownVideoCases('/retry', 409),
  'PUT /api/creator/videos/:id/captions/:lang': ownVideoCases('/captions/yo', 422, { url: '/none' }),
  'DELETE /api/creator/videos/:id/captions/:lang': ownVideoCases('/captions/yo', 200),
  'DELETE /api/creator/videos/:id': [
    {
      call: ({ publicVideo }) => ({ path: `/api/creator/videos/${publicVideo}` }),
      expected: { visitor: 401, deactivated: 401, stranger: 403, owner: 200 },
    },
    {
      call: ({ draftVideo }) => ({ path: `/api/creator/videos/${draftVideo}` }),
      expected: { visitor: 401, deactivated: 401, stranger: 404, owner: 200 },
    },
  ],
  'DELETE /api/comments/:id': [
    {
      call: (scene) => ({ path: `/api/comments/${scene.comment}` }),
      expected: { visitor: 401, deactivated: 401, stranger: 403, owner: 200 },
    },
  ],
  'POST /api/posts/:id/share': [
    { call: (scene) => ({ path: `/api/posts/${scene.post}/share` }), expected: signedIn(200) },
    { call: (scene) => ({ path: `/api/posts/${scene.hiddenPost}/share` }), expected: signedIn(404) },
  ],
  'PUT /api/posts/:id/bookmark': [
    { call: (scene) => ({ path: `/api/posts/${scene.post}/bookmark` }), expected: signedIn(200) },
    { call: (scene) => ({ path: `/api/posts/${scene.hiddenPost}/bookmark` }), expected: signedIn(404) },
  ],
  'DELETE /api/posts/:id/bookmark': [
    { call: (scene) => ({ path: `/api/posts/${scene.post}/bookmark` }), expected: signedIn(200) },
    { call: (scene) => ({ path: `/api/posts/${scene.hiddenPost}/bookmark` }), expected: signedIn(404) },
  ],
  'GET /api/bookmarks': [{ call: () => ({ path: '/api/bookmarks' }), expected: signedIn(200) }],
  'GET /api/journey': [{ call: () => ({ path: '/api/journey' }), expected: signedIn(200) }],
  'DELETE /api/posts/:id': [
    {
      call: (scene) => ({ path: `/api/posts/${scene.post}` }),
      expected: { visitor: 401, deactivated: 401, stranger: 403, owner: 200 },
    },
    { call: (scene) => ({ path: `/api/posts/${scene.hiddenPost}` }), expected: signedIn(404) },
  ],
  'POST /api/contact': [
    {
      call: () => ({
        path: '/api/contact',
        body: { fullName: 'Ada', email: 'ada@example.org', subject: 'Selam', message: 'How are you?' },
      }),
      expected: everyone(201),
    },
  ],
  'POST /api/chat/send': [
    {
      call: (scene) => ({
        path: '/api/chat/send',
        body: { streamId: scene.privateStream, message: 'Selam' },
      }),
      expected: { visitor: 401, deactivated: 401, stranger: 201, owner: 201 },
    },
  ],
}

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

let server: TestApp
let scene: Scene
let callers: Record<keyof Expected, TestClient>

beforeAll(async () => {
  server = await startTestApp()
  const [owner, stranger, deactivated] = [await server.member(), await server.member(), await server.member()]
  const hiddenPost = (await deactivated.createPost()).id
  const post = (await owner.createPost()).id
  await server.database.db
    .update(usersTable)
    .set({ isActive: false })
    .where(eq(usersTable.id, deactivated.user.id))
  await server.catchUpWithDatabase()
  const otherUser = (await createCreator(server)).user.id
  scene = {
    owner,
    order: (await openOrder(owner, { streamerId: otherUser, amount: '5.00' })).id,
    otherUser,
    publicStream: (await owner.createStream()).id,
    privateStream: (await owner.createStream({ settings: { isPublic: false } })).id,
    announcedStream: (await owner.createStream({ scheduledFor: tomorrow(), settings: { isPublic: false } }))
      .id,
    unwantedStream: (await owner.createStream()).id,
    publicLink: await createLink(owner, true),
    privateLink: await createLink(owner, false),
    post,
    hiddenPost,
    comment: await createComment(owner, post),
    publicVideo: await storeVideo(server.database.db, owner.user.id, { isPublished: true }),
    draftVideo: await storeVideo(server.database.db, owner.user.id),
    hiddenVideo: await storeVideo(server.database.db, owner.user.id, { isPublic: false }),
  }
  callers = { visitor: server.client(), deactivated, stranger, owner }
})
afterAll(() => server.close())

const tomorrow = () => new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString()

async function createLink(owner: TestClient, isPublic: boolean): Promise<string> {
  const body = { platform: 'website', url: 'https://example.org', isPublic }
  return socialLink.parse((await owner.post('/api/creator/social-links', body)).body).id
}

async function createComment(owner: TestClient, post: string): Promise<string> {
  const response = await owner.post(`/api/posts/${post}/comments`, { content: 'A comment' })
  return comment.parse(response.body).id
}

test('every mounted endpoint is in this table', () => {
  const mounted = server.app.routes
    .filter(({ endpoint, method }) => endpoint && method !== 'HEAD')
    .map(nameOf)
  expect(mounted.toSorted()).toEqual(Object.keys(CASES).toSorted())
})

test('every mounted route declares its access', () => {
  // Site assets and public images are served without a session.
  const isFile = (path: string) => /^\/(files|assets|favicon|card)/.test(path)
  expect(server.app.routes.filter(({ access, path }) => access === undefined && !isFile(path))).toEqual([])
})

const CALLS = Object.entries(CASES).flatMap(([name, cases]) =>
  cases.map((each, index) => ({ name, index, ...each })),
)

test.each(CALLS)(
  '$name ($index) returns the expected status to each caller',
  async ({ name, call, expected }) => {
    const [method = ''] = name.split(' ')
    const { path, body } = call(scene)
    for (const caller of ['visitor', 'deactivated', 'stranger', 'owner'] as const) {
      const response = await callers[caller].send(method, path, body)
      expect(response.status, `${caller}: ${JSON.stringify(response.body)}`).toBe(expected[caller])
      if (response.status === 401 && name !== 'POST /api/auth/login') {
        expect(response.body).toEqual({ message: 'Unauthorized', code: 'unauthorized' })
      }
    }
  },
)

/** Routes that are not mounted with `route`. */
const OTHER_ROUTES = [
  'GET /profile/:userId/rss.xml',
  'GET /embed/:videoId',
  'GET /embed/stream/:streamId',
  'HEAD /api/uploads/:id',
  'PATCH /api/uploads/:id',
  'GET /api/videos/:id/file',
  'GET /api/videos/:id/files/:version/:name',
  'GET /api/uploads/:id/file',
]
const ROUTES_WITH_ID = [...Object.keys(CASES), ...OTHER_ROUTES].filter((name) => name.includes(':'))

test.each(ROUTES_WITH_ID)('%s returns 404 for a malformed id', async (name) => {
  const [method = '', path = ''] = name.split(' ')
  const body = CASES[name]?.[0]?.call(scene).body
  const headers = path.startsWith('/api/uploads') && body === undefined ? PART_HEADERS : {}
  for (const id of ['42', 'null', '%00', '0198c1d2-0000-7000-8000-00000000000z']) {
    const address = path.replaceAll(/:\w+/g, id)
    const response = await callers.owner.send(method, address, body, headers)
    expect(response.status, `${address}: ${JSON.stringify(response.body)}`).toBe(404)
  }
})

test('an endpoint or page for a role returns what an unknown path returns to everyone without the role', async () => {
  const ranks = await signUpEachRole()
  const forRoles = server.app.routes.filter(({ access, method }) => {
    return method !== 'HEAD' && access !== undefined && access !== 'anyone' && access !== 'member'
  })
  expect(forRoles).not.toHaveLength(0)
  const without = (role: string) => [
    callers.visitor,
    callers.deactivated,
    ...ranks
      .slice(
        0,
        ranks.findIndex((rank) => rank.role === role),
      )
      .map(({ client }) => client),
  ]
  for (const { method, path, access = '' } of forRoles)
    for (const caller of without(access)) {
      const [response, unknown] = await Promise.all(
        [path.replaceAll(/:\w+/g, scene.post), '/api/nothing/here'].map((address) =>
          caller.send(method, address, method === 'GET' ? undefined : {}),
        ),
      )
      expect({ status: response?.status, body: response?.body }).toEqual({ status: 404, body: unknown?.body })
    }
  for (const { path, access } of ROLE_PAGES)
    for (const caller of without(access))
      expect(await caller.get(path)).toMatchObject({ status: 404, body: expect.stringContaining('<html') })
})

test('lists and pages for a role are returned to users with it or a higher one', async () => {
  const ranks = await signUpEachRole()
  const lists = server.app.routes.filter(({ access = 'anyone', method, path }) => {
    return method === 'GET' && !path.includes(':') && ranks.some(({ role }) => role === access)
  })
  expect(lists).not.toHaveLength(0)
  for (const { path, access } of [...lists, ...ROLE_PAGES])
    for (const { client } of ranks.slice(ranks.findIndex(({ role }) => role === access)))
      expect({ path, status: (await client.get(path)).status }).toEqual({ path, status: 200 })
})

/** Returns a user of each role, in ascending rank. */
async function signUpEachRole() {
  const ranks = await Promise.all(ROLES.map(async (role) => ({ role, client: await server.member() })))
  const { db } = server.database
  for (const { role, client } of ranks)
    await db.update(usersTable).set({ role }).where(eq(usersTable.id, client.user.id))
  await server.catchUpWithDatabase()
  return ranks
}

test('only the owner gets an e-mail address, stream key, password or number at the payment provider, wherever a user is shown', async () => {
  const { owner } = scene
  const [fan, newcomer] = [await server.member(), await server.member()]
  const shown = { ...scene, ...(await showEverywhere(owner, fan)) }
  const pages = [`/profile/${owner.user.id}`, `/post/${shown.post}`, `/stream/${shown.publicStream}`]
  const reads = Object.entries(CASES)
    .filter(([name]) => name.startsWith('GET '))
    .flatMap(([name, cases]) => cases.map(({ call }) => ({ name, path: call(shown).path })))
    // The owner is in the fan's lists of followers and followed users.
    .flatMap((read) => [read, { ...read, path: read.path.replace(owner.user.id, fan.user.id) }])
  const withoutOwner = new Set(reads.map(({ name }) => name))
  for (const caller of [callers.visitor, fan, newcomer]) {
    for (const path of [...pages, `/profile/${owner.user.id}/rss.xml`])
      expectNoSecret(owner, path, await caller.get(path))
    for (const { name, path } of reads) {
      const response = await caller.get(path)
      expectNoSecret(owner, path, response)
      if (name !== OWN_RECORD) expectNoPrivateField(path, response)
      if (response.status === 200 && JSON.stringify(response.body).includes(owner.user.id))
        withoutOwner.delete(name)
    }
  }
  // Of the others every one must have shown the owner, or the check above was of nothing.
  expect([...withoutOwner].toSorted(), 'show the owner in `showEverywhere`').toEqual(WITHOUT_OTHER_USERS)
  const own = await owner.get(`/api/streams/${shown.publicStream}`)
  expect(own.body).toHaveProperty('streamKey', expect.stringMatching(/^live_/))
})

/** The only response of these with the private fields of a user: the caller's. */
const OWN_RECORD = 'GET /api/auth/user'

function expectNoPrivateField(path: string, { body }: { body: unknown }): void {
  const text = JSON.stringify(body)
  for (const field of ['paypalCustomerId', 'paypalSubscriptionId', 'lastLoginAt', 'emailVerifiedAt'])
    expect(text, path).not.toContain(field)
}

function expectNoSecret(owner: TestClient, path: string, { body }: { body: unknown }): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  for (const secret of [owner.user.email, 'streamKey', 'rtcOfferId', 'assword'])
    expect(text, path).not.toContain(secret)
}

/** Creates data that makes the owner appear in every list that the fan can load. */
async function showEverywhere(owner: TestClient, fan: TestClient): Promise<Partial<Scene>> {
  const post = (await owner.createPost()).id
  await createComment(owner, post)
  for (const isLive of [true, false]) await owner.put(`/api/streams/${scene.publicStream}`, { isLive })
  const live = (await owner.createStream()).id
  await owner.put(`/api/streams/${live}`, { isLive: true })
  await owner.createStream({ scheduledFor: tomorrow() })
  await owner.post('/api/chat/send', { streamId: scene.publicStream, message: 'Selam' })
  const publicVideo = await storeVideo(server.database.db, owner.user.id, {
    isPublished: true,
    streamId: scene.publicStream,
    recordedFrom: new Date(Date.now() - 60_000),
    duration: 3600,
  })
  await storeVideo(server.database.db, owner.user.id, { isPublished: true })
  await owner.post(`/api/videos/${publicVideo}/comments`, { content: 'A comment' })
  await createLink(owner, true)
  for (const [one, other] of [
    [owner, fan],
    [fan, owner],
  ] as const) {
    await one.post(`/api/users/${other.user.id}/follow`, { following: true })
    await sendTip(one, other)
  }
  await fan.put(`/api/posts/${post}/bookmark`)
  return { post, publicVideo }
}

async function sendTip(payer: TestClient, creator: TestClient): Promise<void> {
  await creator.put('/api/creator/payout', { payoutEmail: 'payee@example.org', payoutCountry: 'US' })
  const order = { streamerId: creator.user.id, amount: '5.00' }
  const { id } = await payOrder(server, payer, order)
  const tip = await payer.post('/api/tips', { ...order, paypalOrderId: id, streamId: null })
  expect(tip.status).toBe(201)
}

/** Every message type that the socket accepts, with the type or error code of the first reply to each caller. */
const MESSAGES: Record<
  string,
  { message: (scene: Scene) => object; expected: Omit<Record<keyof Expected, string>, 'deactivated'> }
> = {
  ping: { message: () => ({}), expected: { visitor: 'pong', stranger: 'pong', owner: 'pong' } },
  auth: { message: () => ({}), expected: { visitor: 'auth', stranger: 'auth', owner: 'auth' } },
  subscribe_live: { message: () => ({}), expected: { visitor: 'pong', stranger: 'pong', owner: 'pong' } },
  subscribe_feed: { message: () => ({}), expected: { visitor: 'pong', stranger: 'pong', owner: 'pong' } },
  subscribe_channel: {
    message: () => ({ channel: 'notifications' }),
    expected: { visitor: 'unauthorized', stranger: 'channel_subscribed', owner: 'channel_subscribed' },
  },
  unsubscribe_channel: {
    message: () => ({ channel: 'feed' }),
    expected: { visitor: 'pong', stranger: 'pong', owner: 'pong' },
  },
  watch: {
    // Neither has changed before: a retained change would be the first message.
    message: ({ hiddenPost }) => ({ postIds: [hiddenPost], userIds: [server.admin.user.id] }),
    expected: { visitor: 'pong', stranger: 'pong', owner: 'pong' },
  },
  subscribe: {
    message: ({ privateStream }) => ({ streamId: privateStream }),
    expected: { visitor: 'not_found', stranger: 'subscribed', owner: 'subscribed' },
  },
  unsubscribe: {
    message: ({ privateStream }) => ({ streamId: privateStream }),
    expected: { visitor: 'pong', stranger: 'pong', owner: 'pong' },
  },
  join_stream: {
    message: ({ privateStream }) => ({ streamId: privateStream }),
    expected: { visitor: 'not_found', stranger: 'stream_joined', owner: 'stream_joined' },
  },
  set_quality: {
    message: ({ privateStream }) => ({ streamId: privateStream, quality: 'audio' }),
    expected: { visitor: 'pong', stranger: 'pong', owner: 'pong' },
  },
  set_camera: {
    message: ({ publicStream }) => ({ streamId: publicStream, isOn: false }),
    expected: { visitor: 'pong', stranger: 'pong', owner: 'pong' },
  },
  leave_stream: {
    message: ({ privateStream }) => ({ streamId: privateStream }),
    expected: { visitor: 'pong', stranger: 'pong', owner: 'pong' },
  },
  chat_message: {
    message: ({ publicStream }) => ({ streamId: publicStream, content: '' }),
    expected: { visitor: 'invalid', stranger: 'invalid', owner: 'invalid' },
  },
  webrtc_offer: {
    message: ({ publicStream }) => ({ streamId: publicStream, data: { type: 'offer', sdp: 'v=0' } }),
    expected: { visitor: 'unauthorized', stranger: 'forbidden', owner: 'engine_unavailable' },
  },
  webrtc_answer: {
    message: ({ publicStream }) => ({ streamId: publicStream, data: { type: 'answer', sdp: 'v=0' } }),
    expected: { visitor: 'not_live', stranger: 'not_live', owner: 'not_live' },
  },
  webrtc_ice_candidate: {
    message: ({ publicStream }) => ({ streamId: publicStream, data: { candidate: 'candidate:1' } }),
    expected: { visitor: 'pong', stranger: 'pong', owner: 'pong' },
  },
}

test('every message type of the socket is in this table', () => {
  const types = upstream.def.options.map((option) => option.shape.type.def.values[0])
  expect(types.toSorted()).toEqual(Object.keys(MESSAGES).toSorted())
})

test.each(Object.entries(MESSAGES))(
  '%s gets the expected reply for each caller',
  async (type, { message, expected }) => {
    for (const caller of ['visitor', 'stranger', 'owner'] as const) {
      const socket = await callers[caller].openSocket()
      socket.send({ type, ...message(scene) })
      socket.send({ type: 'ping' })
      const reply = await socket.next()
      expect(reply.type === 'error' ? reply.code : reply.type, caller).toBe(expected[caller])
      socket.close()
    }
  },
)
