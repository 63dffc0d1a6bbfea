/**
 * A description in which lost sound is asked for and sent again. Chromium can do both and leaves it out of what it
 * writes: a broadcaster's offer needs it on its way to the server, a viewer's both descriptions where it sets them.
 */
export function withAudioNack(sdp: string): string {
  const [, payloadType] = /^a=rtpmap:(\d+) opus\/48000\/2$/im.exec(sdp) ?? []
  const promise = `a=rtcp-fb:${payloadType} nack`
  if (!payloadType || new RegExp(`^${promise}$`, 'm').test(sdp)) return sdp
  return sdp.replace(/^a=rtpmap:\d+ opus\/48000\/2$/im, `$&\r\n${promise}`)
}
