import type { Downstream } from './realtime.ts'

type MessageOf<T extends Downstream['type']> = Extract<Downstream, { type: T }>

const nobody = (): string[] => []

/**
 * By type of message, the users whom a page would show because of it. A page leaves a message out if one of them is
 * hidden from its user (`listHiddenIds`): one frame goes to all sockets. Messages that delete or withdraw something
 * show nobody, and those about the user's own actions show nobody else.
 */
const USERS_BY_TYPE: { [T in Downstream['type']]: (message: MessageOf<T>) => string[] } = {
  account_changed: nobody,
  auth: nobody,
  bookmark_changed: nobody,
  broadcast_interrupted: nobody,
  broadcast_resumed: nobody,
  broadcast_source: nobody,
  camera_changed: nobody,
  channel_subscribed: nobody,
  chat_deleted: nobody,
  // A page hides the message that it replies to by itself, if only that one is of a hidden user.
  chat_message: ({ data }) => [data.userId],
  // A page shows none as pinned then.
  chat_pinned: ({ data }) => (data.message ? [data.message.userId] : []),
  chat_restricted: nobody,
  chat_rules: nobody,
  comment_created: ({ userId }) => [userId],
  comment_deleted: nobody,
  emoji_changed: ({ userId }) => [userId],
  error: nobody,
  follow_changed: nobody,
  hidden_users_changed: nobody,
  like_changed: nobody,
  // The list of live streams is loaded again, without those of hidden users.
  live_changed: nobody,
  // None is recorded of hidden users; one that was on its way is left out.
  notification: ({ data }) => data?.actors.map(({ id }) => id) ?? [],
  notifications_withdrawn: nobody,
  pong: nobody,
  post_approved: nobody,
  post_changed: nobody,
  post_created: ({ authorId }) => [authorId],
  post_deleted: nobody,
  quality: nobody,
  recording_changed: nobody,
  recording_problem: nobody,
  stream_deleted: nobody,
  stream_ended: nobody,
  stream_joined: nobody,
  stream_like_changed: nobody,
  stream_likes: nobody,
  stream_started: nobody,
  stream_updated: nobody,
  subscribed: nobody,
  tip_received: ({ data }) => [data.user.id],
  tips_changed: nobody,
  tips_total_changed: nobody,
  // Of a page that shows the user already.
  user_changed: nobody,
  // Only that the user is live shows more of the user.
  user_live_changed: ({ userId, data }) => (data.isLive ? [userId] : []),
  video_changed: nobody,
  video_like_changed: nobody,
  video_progress: nobody,
  viewer_count: nobody,
  webrtc_answer: nobody,
  webrtc_ice_candidate: nobody,
  webrtc_offer: nobody,
  webrtc_restart: nobody,
}

/** The users whom a page would show because of this message. */
export function usersOf<T extends Downstream['type']>(message: MessageOf<T> & { type: T }): string[] {
  return USERS_BY_TYPE[message.type](message)
}
