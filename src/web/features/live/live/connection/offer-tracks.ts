import { maxBitrate } from '#web/features/live/live/media/broadcast-settings.ts'
import { offerLowLayer } from './low-layer.ts'
import { withAudioNack } from './audio-nack.ts'

/** Audio has priority: viewers can follow a broadcast without video, but not without audio. */
const AUDIO_ENCODINGS: RTCRtpEncodingParameters[] = [{ priority: 'high', networkPriority: 'high' }]

/**
 * Adds the tracks to a connection as send-only and sets the local offer; returns the SDP to send. The high layer comes
 * before the low one: the server distinguishes them by this order.
 */
export async function offerTracks(connection: RTCPeerConnection, media: MediaStream): Promise<string> {
  for (const track of media.getTracks()) {
    connection.addTransceiver(track, {
      direction: 'sendonly',
      streams: [media],
      sendEncodings: track.kind === 'video' ? [{ maxBitrate: maxBitrate() }] : AUDIO_ENCODINGS,
    })
  }
  const [video] = media.getVideoTracks()
  if (video) await offerLowLayer(connection, video, media)
  const { sdp = '' } = await connection.createOffer()
  await connection.setLocalDescription({ type: 'offer', sdp })
  return withAudioNack(sdp)
}
