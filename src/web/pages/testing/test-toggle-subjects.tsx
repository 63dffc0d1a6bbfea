import { skipToken, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { PublicUser } from '#shared/accounts/users.ts'
import type { Post } from '#shared/community/posts.ts'
import type { Stream } from '#shared/live/streams.ts'
import type { Downstream } from '#shared/realtime.ts'
import type { Video } from '#shared/videos/videos.ts'
import { type EntityKind, cachedEntity, entityKey } from '#web/api/entities.ts'
import { testUser } from '#web/api/test-users.ts'
import { FollowButton } from '#web/features/accounts/follows/follow-button.tsx'
import { useOwnFollows } from '#web/features/accounts/follows/use-own-follows.ts'
import { PostActions } from '#web/features/community/posts/post-actions.tsx'
import { amara, testPost } from '#web/features/community/posts/testing/test-post.ts'
import { useOwnPostChanges } from '#web/features/community/posts/use-own-post-changes.ts'
import { RemindButton } from '#web/features/live/schedule/remind-button.tsx'
import { testStream } from '#web/features/live/shared/streams/test-stream.ts'
import { StreamLikeButton } from '#web/features/live/stream-like/stream-like-button.tsx'
import { testVideo } from '#web/features/videos/shared/videos/test-video.ts'
import { VideoLikeButton } from '#web/features/videos/video-engagement/video-like-button.tsx'

const post = testPost(1, { likesCount: 3 })
const video = testVideo({ likesCount: 3 })
const stream = testStream(1, { likesCount: 3, remindersCount: 3 })
export const other = testUser(7, { followersCount: 3 })

type CachedRecordProps<T> = { kind: EntityKind; id: string; render: (record: T) => ReactNode }

function CachedRecord<T>({ kind, id, render }: CachedRecordProps<T>) {
  const { data } = useQuery<T>({ queryKey: entityKey(kind, id), queryFn: skipToken })
  return data ? render(data) : null
}

function Posts() {
  useOwnPostChanges()
  return <CachedRecord<Post> kind="posts" id={post.id} render={(shown) => <PostActions post={shown} />} />
}

function Follows() {
  useOwnFollows(amara.id)
  return <FollowButton userId={other.id} name="Ada" />
}

export type Subject = {
  part: ReactNode
  /** Is cached, and is the response to a reload. */
  record: { kind: EntityKind; value: { id: string } }
  /** Other requests of a reload. */
  otherRequests?: Record<string, () => Response>
  button: (isOn: boolean, count: number) => string
  /** What asks for the state, and the body of the request. */
  request: (isOn: boolean) => { call: string; body: unknown }
  response: (isOn: boolean, count: number) => object
  /** The event of another page of the same user. */
  event?: (isOn: boolean, count: number) => Downstream
  /** The count of the record, where there is one. */
  count?: () => number | undefined
  failed: { title: string; description?: string }
  /** What a visitor reads who presses it; undefined if visitors have no toggle. */
  signedOut?: string
}

/** Everything that members turn on and off; each is off at first, with a count of 3. */
export const subjects: Record<string, Subject> = {
  postLike: {
    part: <Posts />,
    record: { kind: 'posts', value: post },
    button: (_isOn, count) => `Like ${count}`,
    request: (liked) => ({ call: `POST /api/posts/${post.id}/like`, body: { liked } }),
    response: (liked, likesCount) => ({ liked, likesCount }),
    event: (isLiked, likesCount) => ({
      type: 'like_changed',
      postId: post.id,
      data: { isLiked, likesCount },
    }),
    count: () => cachedEntity<Post>('posts', post.id)?.likesCount,
    failed: { title: 'Error', description: 'Failed to update like' },
    signedOut: 'Please log in to like posts',
  },
  postBookmark: {
    part: <Posts />,
    record: { kind: 'posts', value: post },
    button: () => 'Treasure',
    request: (isOn) => ({
      call: `${isOn ? 'PUT' : 'DELETE'} /api/posts/${post.id}/bookmark`,
      body: undefined,
    }),
    response: (bookmarked) => ({ bookmarked }),
    event: (isBookmarked) => ({ type: 'bookmark_changed', postId: post.id, data: { isBookmarked } }),
    failed: { title: 'Error', description: 'Failed to update your treasured posts' },
    signedOut: 'Please log in to treasure posts',
  },
  videoLike: {
    part: (
      <CachedRecord<Video>
        kind="videos"
        id={video.id}
        render={(shown) => <VideoLikeButton video={shown} />}
      />
    ),
    record: { kind: 'videos', value: video },
    button: (_isOn, count) => `Like ${count}`,
    request: (liked) => ({ call: `POST /api/videos/${video.id}/like`, body: { liked } }),
    response: (liked, likesCount) => ({ liked, likesCount }),
    event: (isLiked, likesCount) => ({
      type: 'video_like_changed',
      videoId: video.id,
      data: { isLiked, likesCount },
    }),
    count: () => cachedEntity<Video>('videos', video.id)?.likesCount,
    failed: { title: 'Error', description: 'Failed to update like' },
    signedOut: 'Please log in to like videos',
  },
  streamLike: {
    part: (
      <CachedRecord<Stream>
        kind="streams"
        id={stream.id}
        render={(shown) => <StreamLikeButton stream={shown} />}
      />
    ),
    record: { kind: 'streams', value: stream },
    button: (_isOn, count) => `Like ${count}`,
    request: (liked) => ({ call: `POST /api/streams/${stream.id}/like`, body: { liked } }),
    response: (liked, likesCount) => ({ liked, likesCount }),
    event: (isLiked, likesCount) => ({
      type: 'stream_like_changed',
      streamId: stream.id,
      data: { isLiked, likesCount },
    }),
    count: () => cachedEntity<Stream>('streams', stream.id)?.likesCount,
    failed: { title: 'Error', description: 'Failed to update like' },
    signedOut: 'Please log in to like streams',
  },
  userFollow: {
    part: <Follows />,
    record: { kind: 'users', value: other },
    otherRequests: {
      [`GET /api/follows/${amara.id}/${other.id}`]: () => Response.json({ following: false }),
    },
    button: (isOn) => (isOn ? 'Following' : 'Follow'),
    request: (following) => ({ call: `POST /api/users/${other.id}/follow`, body: { following } }),
    response: (following, followersCount) => ({ following, followersCount }),
    event: (isFollowing, followersCount) => ({
      type: 'follow_changed',
      userId: other.id,
      data: { isFollowing, followersCount, followingCount: 1 },
    }),
    count: () => cachedEntity<PublicUser>('users', other.id)?.followersCount,
    failed: { title: 'Error', description: 'Failed to update follow status' },
  },
  streamReminder: {
    part: (
      <CachedRecord<Stream>
        kind="streams"
        id={stream.id}
        render={(shown) => <RemindButton stream={shown} />}
      />
    ),
    record: { kind: 'streams', value: stream },
    button: (isOn) => (isOn ? 'Reminder set' : 'Remind me'),
    request: (isOn) => ({
      call: `${isOn ? 'PUT' : 'DELETE'} /api/streams/${stream.id}/reminder`,
      body: undefined,
    }),
    response: (hasReminder, remindersCount) => ({ hasReminder, remindersCount }),
    count: () => cachedEntity<Stream>('streams', stream.id)?.remindersCount,
    // The server says why.
    failed: { title: 'Your reminder could not be changed', description: 'It went wrong.' },
  },
}
