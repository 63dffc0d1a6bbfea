/**
 * Returns the description with NACK for Opus, so that lost audio packets are retransmitted. Chromium supports NACK for
 * audio but does not offer it: a broadcaster adds it to the offer that goes to the server, a viewer to the remote and
 * the local description that it sets.
 */
export function withAudioNack(sdp: string): string {
  const [, payloadType] = /^a=rtpmap:(\d+) opus\/48000\/2$/im.exec(sdp) ?? []
  const feedback = `a=rtcp-fb:${payloadType} nack`
  if (!payloadType || new RegExp(`^${feedback}$`, 'm').test(sdp)) return sdp
  return sdp.replace(/^a=rtpmap:\d+ opus\/48000\/2$/im, `$&\r\n${feedback}`)
}
