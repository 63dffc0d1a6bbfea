import { TaskFailure } from '../ffmpeg/task-failure.ts'

/** The comment header of Vorbis without vendor and comments (Vorbis I, 5.2.1). */
const EMPTY_COMMENTS = Buffer.concat([
  Buffer.from([3]),
  Buffer.from('vorbis'),
  Buffer.alloc(8),
  Buffer.from([1]),
])

/** Replaces the comment header in the three headers of Vorbis, which are laced as in Ogg. */
export function withoutVorbisComments(headers: Buffer): Buffer {
  const lengths: number[] = []
  let offset = 1
  for (let count = 0; count < 2; count += 1) {
    let length = 0
    for (; headers[offset] === 255; offset += 1) length += 255
    lengths.push(length + (headers[offset] ?? 0))
    offset += 1
  }
  const [identification = 0, comments = 0] = lengths
  const setup = headers.subarray(offset + identification + comments)
  if (headers[0] !== 2 || setup.length === 0 || identification >= 255)
    throw new TaskFailure('unsupportedCodec', 'the headers of Vorbis are damaged')
  return Buffer.concat([
    Buffer.from([2, identification, EMPTY_COMMENTS.length]),
    headers.subarray(offset, offset + identification),
    EMPTY_COMMENTS,
    setup,
  ])
}
