import type { Downstream } from '#shared/realtime.ts'

export type BroadcastState = {
  /** The broadcaster's connection is lost, and may return. */
  isInterrupted: boolean
  /** Whether the server receives media; null until the server has sent it. */
  hasMedia: boolean | null
  /** Whether a page or an encoder sends; null: neither, undefined: not known yet. */
  source: 'page' | 'encoder' | null | undefined
  /** The broadcaster has turned the camera off: what arrives is black, and soon nothing. */
  isCameraOff: boolean
  /** For the owner: another window of the owner sends. */
  isElsewhere: boolean
}

export const UNKNOWN_BROADCAST: BroadcastState = {
  isInterrupted: false,
  hasMedia: null,
  source: undefined,
  isCameraOff: false,
  isElsewhere: false,
}

/** The state after the end of a broadcast. */
export const OFF_AIR: BroadcastState = {
  isInterrupted: false,
  hasMedia: false,
  source: null,
  isCameraOff: false,
  isElsewhere: false,
}

/** Returns the broadcast after a message of the socket; the same object when the message is not about it. */
export function reduceBroadcast(broadcast: BroadcastState, message: Downstream): BroadcastState {
  switch (message.type) {
    case 'subscribed':
      return {
        ...broadcast,
        source: message.source ?? null,
        isCameraOff: message.isCameraOff ?? false,
        isElsewhere: message.isElsewhere ?? false,
      }
    case 'broadcast_source': {
      const { source } = message.data
      // This page does not send while an encoder does: the next page that sends is another one.
      const isCameraOff = source === 'page' && broadcast.isCameraOff
      return {
        ...broadcast,
        source,
        isCameraOff,
        isElsewhere: source === 'page' && isSentElsewhere(broadcast),
      }
    }
    case 'stream_joined': {
      const { isInterrupted, hasMedia, isCameraOff = false } = message.data
      return { ...broadcast, isInterrupted, hasMedia, isCameraOff }
    }
    case 'camera_changed':
      return { ...broadcast, isCameraOff: !message.data.isOn }
    case 'stream_started':
      return { ...broadcast, isInterrupted: false, hasMedia: broadcast.hasMedia ?? false }
    case 'stream_ended':
    case 'stream_deleted':
      return OFF_AIR
    case 'broadcast_interrupted':
      return { ...broadcast, isInterrupted: true, hasMedia: false }
    case 'broadcast_resumed':
      return { ...broadcast, isInterrupted: false, hasMedia: true }
    case 'webrtc_offer':
      return broadcast.hasMedia ? broadcast : { ...broadcast, hasMedia: true }
    case 'webrtc_restart':
      return { ...broadcast, hasMedia: false }
    default:
      return broadcast
  }
}

const isSentElsewhere = ({ source, isElsewhere }: BroadcastState) => isElsewhere || source === 'encoder'
