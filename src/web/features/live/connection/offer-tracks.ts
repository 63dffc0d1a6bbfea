import { MAX_BITS } from '#web/features/live/studio/broadcast-settings.ts'
import { offerLowLayer } from './low-layer.ts'
import { withAudioNack } from './audio-nack.ts'

/** A broadcast without its picture can be followed; one without its sound cannot. */
const SOUND: RTCRtpEncodingParameters[] = [{ priority: 'high', networkPriority: 'high' }]

/**
 * Puts camera and microphone on a connection, to be sent and nothing received; answers the offer's SDP. The large picture
 * comes before the low one: so the server tells them apart.
 */
export async function offerTracks(connection: RTCPeerConnection, media: MediaStream): Promise<string> {
  for (const track of media.getTracks()) {
    connection.addTransceiver(track, {
      direction: 'sendonly',
      streams: [media],
      sendEncodings: track.kind === 'video' ? [{ maxBitrate: MAX_BITS }] : SOUND,
    })
  }
  const [picture] = media.getVideoTracks()
  if (picture) await offerLowLayer(connection, picture, media)
  const { sdp = '' } = await connection.createOffer()
  await connection.setLocalDescription({ type: 'offer', sdp })
  return withAudioNack(sdp)
}
