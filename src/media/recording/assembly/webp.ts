/** A VP8 keyframe as a picture: a lossy WebP file holds exactly such a frame (RFC 9649 section 2.5). */
export function webpOf(keyframe: Uint8Array): Buffer {
  const padding = keyframe.length % 2
  const head = Buffer.alloc(20)
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(12 + keyframe.length + padding, 4)
  head.write('WEBPVP8 ', 8, 'latin1')
  head.writeUInt32LE(keyframe.length, 16)
  return Buffer.concat([head, keyframe, Buffer.alloc(padding)])
}
