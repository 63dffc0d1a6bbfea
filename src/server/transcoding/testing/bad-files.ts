/* Files that pose as videos, made of bytes. */

/** A box of MP4. */
function box(type: string, ...parts: Buffer[]): Buffer {
  const header = Buffer.alloc(8)
  const body = Buffer.concat(parts)
  header.writeUInt32BE(body.length + 8)
  header.write(type, 4, 'latin1')
  return Buffer.concat([header, body])
}

/** Big-endian numbers of 32 bits. */
function words(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, index * 4)
  return bytes
}

const UNITY = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000]

/** An MP4 with tracks of no samples. */
export function mp4WithTracks(count: number): Buffer {
  const tracks = Array.from({ length: count }, (_, index) => emptyTrack(index + 1))
  const header = box(
    'mvhd',
    words(0, 0, 0, 1000, 1000, 0x10000, 0x1000000, 0, 0, ...UNITY, 0, 0, 0, 0, 0, 0, count + 1),
  )
  return Buffer.concat([
    box('ftyp', Buffer.from('isom'), words(512), Buffer.from('isom')),
    box('moov', header, ...tracks),
  ])
}

function emptyTrack(id: number): Buffer {
  const description = box(
    'mp4v',
    words(0, 1, 0, 0, 0, 0),
    words((64 << 16) | 64),
    words(0x480000, 0x480000, 0),
    Buffer.alloc(34),
    words((24 << 16) | 0xffff),
  )
  const tables = ['stts', 'stsc', 'stco'].map((type) => box(type, words(0, 0)))
  const samples = box('stbl', box('stsd', words(0, 1), description), box('stsz', words(0, 0, 0)), ...tables)
  const data = box('dinf', box('dref', words(0, 1), box('url ', words(1))))
  const handler = box('hdlr', words(0, 0), Buffer.from('vide'), words(0, 0, 0, 0))
  const media = box(
    'mdia',
    box('mdhd', words(0, 0, 0, 1000, 0, 0)),
    handler,
    box('minf', box('vmhd', words(1, 0, 0)), data, samples),
  )
  return box('trak', box('tkhd', words(7, 0, 0, id, 0, 0, 0, 0, 0, 0, ...UNITY, 64 << 16, 64 << 16)), media)
}

/**
 * Texts that FFmpeg would take for a list of other files, by the extension that they pose with. `url` is an address on
 * this machine, `path` a file on it.
 */
export function lists({ url, path }: { url: string; path: string }): Record<string, string> {
  const hls = `#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n${url}\n#EXTINF:4,\nfile://${path}\n#EXT-X-ENDLIST\n`
  return {
    'hls.mp4': hls,
    'hls.m3u8': hls,
    'concat.mkv': `ffconcat version 1.0\nfile '${path}'\nfile '${url}'\n`,
    'session.avi': `v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 9 RTP/AVP 96\na=rtpmap:96 H264/90000\n`,
    'dash.mp4': `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT4S"><Period><AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="1"><BaseURL>${url}</BaseURL></Representation></AdaptationSet></Period></MPD>`,
    'rtsp.mov': `RTSPtextRTSP://${url.slice('http://'.length)}\n`,
    'smil.webm': `<smil><body><video src="${url}"/></body></smil>`,
  }
}

/** An MP4 whose track refers to the samples of another file. */
export function mp4WithReference(mp4: Buffer, path: string): Buffer {
  const reference = box('url ', words(0), Buffer.from(`file://${path}\0`))
  return withReplacedBox(mp4, 'url ', reference)
}

/** An AVI with a subtitle track that contains a playlist, which older versions of FFmpeg opened. */
export function gab2With(playlist: string): Buffer {
  const text = Buffer.from(playlist)
  const sizes = Buffer.alloc(4)
  sizes.writeUInt32LE(text.length)
  return Buffer.concat([Buffer.from('GAB2\0'), Buffer.from([2, 0, 0, 0, 0, 0, 4, 0]), sizes, text])
}

/** Replaces the first box of a type, which has another length: its parents must not have a length, or be adapted. */
function withReplacedBox(bytes: Buffer, type: string, replacement: Buffer): Buffer {
  const at = bytes.indexOf(type) - 4
  const length = bytes.readUInt32BE(at)
  const difference = replacement.length - length
  const result = Buffer.concat([bytes.subarray(0, at), replacement, bytes.subarray(at + length)])
  for (const parent of ['moov', 'trak', 'mdia', 'minf', 'dinf', 'dref']) {
    const start = result.indexOf(parent) - 4
    result.writeUInt32BE(result.readUInt32BE(start) + difference, start)
  }
  return result
}
