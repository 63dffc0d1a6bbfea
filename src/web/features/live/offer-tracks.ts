/** Bits a second. */
const MAX_BITRATE = 2_500_000

/** Puts camera and microphone on a connection, to be sent and nothing received; answers the offer's SDP. */
export async function offerTracks(connection: RTCPeerConnection, media: MediaStream): Promise<string> {
  for (const track of media.getTracks()) {
    connection.addTransceiver(track, {
      direction: 'sendonly',
      streams: [media],
      ...(track.kind === 'video' && { sendEncodings: [{ maxBitrate: MAX_BITRATE }] }),
    })
  }
  const { sdp = '' } = await connection.createOffer()
  await connection.setLocalDescription({ type: 'offer', sdp })
  return sdp
}
