/*
 * The formats of H264 that browsers decode, by the parameters of RFC 6184 section 8.1. Chromium, Firefox and Safari decode
 * the profiles Constrained Baseline, Main and High in 8-bit 4:2:0. None of them decodes the additions of the plain Baseline profile (slices in any order). No encoder uses these, so the answer asks for the constrained profile.
 */

type Format = {
  /** Whether every receiver of WebRTC offers it (RFC 7742 section 6.2). */
  isConstrainedBaseline: boolean
  /** Whether NAL units may be split into several packets, and share one (packetization-mode 1). */
  isNonInterleaved: boolean
  /** The parameters that accept the format. */
  accepted: string
}

const [BASELINE, MAIN, EXTENDED, HIGH] = [0x42, 0x4d, 0x58, 0x64]
/** Bits of the second byte: the stream also conforms to Baseline, or to Main. */
const [CONFORMS_TO_BASELINE, CONFORMS_TO_MAIN] = [0x80, 0x40]
/** The highest level that browsers decode: 4K at 60 frames per second. */
const MAX_LEVEL = 0x34
/** The default of RFC 6184 is Baseline, but its level 1 is too low for any video. */
const DEFAULT_ID = '42001f'
const MAX_LENGTH = 300

/** Returns null for a format that browsers do not decode. */
export function readH264Format(parameters: string): Format | null {
  const mode = parameterOf(parameters, 'packetization-mode') ?? '0'
  const offered = parameterOf(parameters, 'profile-level-id')
  const id = constrainProfile(offered ?? DEFAULT_ID)
  if (id === null || (mode !== '0' && mode !== '1')) return null
  const accepted =
    offered === undefined
      ? [parameters, `profile-level-id=${id}`].filter(Boolean).join(';')
      : parameters.replace(PROFILE, (_value, name: string) => name + id)
  if (accepted.length > MAX_LENGTH) return null
  const isConstrainedBaseline = /^42[4-7c-f]/i.test(id)
  return { isConstrainedBaseline, isNonInterleaved: mode === '1', accepted }
}

const PROFILE = /((?:^|[; ])profile-level-id *= *)[\da-f]{6}/i

function parameterOf(parameters: string, name: string): string | undefined {
  return new RegExp(`(?:^|[; ])${name} *= *([^; ]*)`, 'i').exec(parameters)?.[1]
}

/** Returns the profile and level for the answer; null for a profile that browsers do not decode. */
function constrainProfile(id: string): string | null {
  if (!/^[\da-f]{6}$/i.test(id)) return null
  const [profile = 0, conformance = 0, level = 0] = Buffer.from(id, 'hex')
  if (level === 0) return null
  const conformsToMain = (conformance & CONFORMS_TO_MAIN) !== 0
  const isBaseline =
    profile === BASELINE || (profile === EXTENDED && (conformance & CONFORMS_TO_BASELINE) !== 0)
  const isUnchanged = profile === MAIN || profile === HIGH || (profile === BASELINE && conformsToMain)
  if (!isUnchanged && !isBaseline) return null
  const answered = isUnchanged ? id.slice(0, 4) : '42e0'
  return answered + (level > MAX_LEVEL ? MAX_LEVEL.toString(16) : id.slice(4))
}
