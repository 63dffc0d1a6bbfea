/* Files with tracks in a codec that no decoder here supports, made from valid files. */

/**
 * Renames the sample entry of an MP4's track, as in `mp4a` to `apac`, and its description, by which FFmpeg would know the
 * codec. `track` counts those with this entry.
 */
export function withSampleEntry(mp4: Buffer, from: string, to: string, track = 0): Buffer {
  const result = Buffer.from(mp4)
  let found = -1
  for (let at = result.indexOf('stsd'); at >= 0; at = result.indexOf('stsd', at + 1)) {
    const entry = at + 16
    if (result.toString('latin1', entry, entry + 4) !== from) continue
    found += 1
    if (found !== track) continue
    result.write(to, entry, 'latin1')
    const description = result.indexOf('esds', entry)
    if (from === 'mp4a' && description > 0) result.write('dapa', description, 'latin1')
  }
  if (found < track) throw new Error(`there is no track ${track} of ${from}`)
  return result
}

/** Renames the codec of a Matroska's track to another of the same length. */
export function withCodecId(matroska: Buffer, from: string, to: string): Buffer {
  const at = matroska.indexOf(from)
  if (at < 0 || from.length !== to.length) throw new Error(`there is no ${from}`)
  const result = Buffer.from(matroska)
  result.write(to, at, 'latin1')
  return result
}

/** Replaces the codec of an AVI's audio track by a number that no codec has. */
export function withUnknownAviAudio(avi: Buffer): Buffer {
  const result = Buffer.from(avi)
  const format = result.indexOf('strf', result.indexOf('auds')) + 8
  result.writeUInt16LE(0x7abc, format)
  return result
}

/** Empties the tables of the samples of an MP4's track, by its handler (`soun`, `vide`). */
export function withoutSamples(mp4: Buffer, handler: string): Buffer {
  const result = Buffer.from(mp4)
  const track = result.indexOf(handler)
  for (const table of ['stts', 'stsc', 'stco']) result.writeUInt32BE(0, result.indexOf(table, track) + 8)
  result.writeUInt32BE(0, result.indexOf('stsz', track) + 12)
  return result
}
