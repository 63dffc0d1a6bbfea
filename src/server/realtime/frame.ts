/** First byte of a whole text message in one frame (RFC 6455, 5.2). */
const WHOLE_TEXT = 0x81
const [SHORT, LENGTH_16, LENGTH_64] = [125, 126, 127]

/**
 * A message as the server's side of a WebSocket writes it: unmasked, uncompressed, in one frame. One such buffer goes to
 * any number of sockets, where the library would make a head for each.
 */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const head = length <= SHORT ? 2 : length < 2 ** 16 ? 4 : 10
  const frame = Buffer.allocUnsafe(head + length)
  frame[0] = WHOLE_TEXT
  if (head === 2) frame[1] = length
  else if (head === 4) {
    frame[1] = LENGTH_16
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = LENGTH_64
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  frame.write(text, head)
  return frame
}
