import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, inject, onTestFinished } from 'vitest'
import type { MediaSpec } from '#transcode/testing/media-spec.ts'
import { scaled } from '../../../../scripts/test/machine-limits.ts'
import { diskWithSpace } from '#server/testing/disks.ts'
import type { TranscoderLimits } from '../transcoder-limits.ts'
import { Transcoder } from '../transcoder.ts'
import { MediaTool } from './media-tool.ts'

const MEGABYTE = 1024 ** 2
const TIMEOUT_MS = scaled(120_000)

const H264 = { codec: 'libx264', width: 320, height: 180, rate: 30, options: { preset: 'ultrafast', g: 30 } }
const HEVC = {
  ...{ codec: 'libx265', width: 320, height: 180, rate: 30 },
  options: { preset: 'ultrafast', 'x265-params': 'log-level=none:pools=1:frame-threads=1' },
}
const AAC = { codec: 'aac', channels: 2, sampleRate: 44_100 }

const solid = (matrix: 'bt709' | 'bt601' | 'bt2020', range: 'tv' | 'pc' = 'tv') => ({
  solid: { colour: '0x20b040', matrix, range },
})
const HD = { ...H264, width: 1280, height: 720, rate: 10 }
const SD = { ...H264, width: 640, height: 360, rate: 10 }
const VP9 = { codec: 'libvpx-vp9', options: { deadline: 'realtime', 'cpu-used': 8 } }
const VP8 = { codec: 'libvpx', options: { deadline: 'realtime', 'cpu-used': 8 } }

/**
 * The same green in several encodings: `untagged` files do not signal theirs, so that players guess it. The numbers are
 * of ISO 23091-2.
 */
const COLOURED = {
  'untagged-hd.mp4': { format: 'mp4', seconds: 1, video: { ...HD, ...solid('bt709') } },
  'untagged-sd.mp4': { format: 'mp4', seconds: 1, video: { ...SD, ...solid('bt601') } },
  'untagged-upright.mov': { format: 'mov', seconds: 1, video: { ...HD, rotation: 90, ...solid('bt709') } },
  'untagged-full-range.mp4': {
    ...{ format: 'mp4', seconds: 1 },
    video: { ...HD, ...solid('bt601', 'pc'), pixelFormat: 'yuvj420p', tags: { isFullRange: true } },
  },
  'untagged-hd-vp8.webm': { format: 'webm', seconds: 1, video: { ...HD, ...VP8, ...solid('bt709') } },
  'untagged-sd-vp8.webm': { format: 'webm', seconds: 1, video: { ...SD, ...VP8, ...solid('bt601') } },
  'untagged-hd-vp9.webm': { format: 'webm', seconds: 1, video: { ...HD, ...VP9, ...solid('bt709') } },
  'untagged-hd-hevc.mp4': {
    format: 'mp4',
    seconds: 1,
    video: { ...HD, ...solid('bt709'), codec: HEVC.codec, options: HEVC.options },
  },
  'untagged-rgb.mkv': {
    ...{ format: 'matroska', seconds: 1 },
    video: { ...SD, codec: 'ffv1', options: {}, pixelFormat: 'bgr0', ...solid('bt601') },
  },
  'bt601-hd.mp4': {
    ...{ format: 'mp4', seconds: 1 },
    video: { ...HD, ...solid('bt601'), tags: { primaries: 6, transfer: 6, matrix: 6 } },
  },
  'bt709-sd.mp4': {
    ...{ format: 'mp4', seconds: 1 },
    video: { ...SD, ...solid('bt709'), tags: { primaries: 1, transfer: 1, matrix: 1 } },
  },
  'matrix-alone.mp4': { format: 'mp4', seconds: 1, video: { ...HD, ...solid('bt601'), tags: { matrix: 5 } } },
  'primaries-alone.mp4': {
    ...{ format: 'mp4', seconds: 1 },
    video: { ...SD, ...solid('bt709'), tags: { primaries: 1 } },
  },
  'bt2020-sdr.mp4': {
    ...{ format: 'mp4', seconds: 1 },
    video: { ...HD, ...solid('bt2020'), tags: { primaries: 9, transfer: 14, matrix: 9 } },
  },
  'bt709-full-range.mp4': {
    ...{ format: 'mp4', seconds: 1 },
    video: {
      ...{ ...HD, ...solid('bt709', 'pc'), pixelFormat: 'yuvj420p' },
      tags: { primaries: 1, transfer: 1, matrix: 1, isFullRange: true },
    },
  },
} satisfies Record<string, MediaSpec>

/** The videos that tests use, by name. */
export const SOURCES = {
  mp4: { format: 'mp4', seconds: 3, video: H264, audio: AAC },
  'private.mov': { format: 'mov', seconds: 2, video: H264, audio: AAC, secret: 'SECRET-text' },
  'phone.mov': {
    ...{ format: 'mov', seconds: 2, audio: AAC, secret: 'SECRET-text' },
    video: { ...HEVC, rotation: 90 },
  },
  'private.mp4': { format: 'mp4', seconds: 2, video: H264, audio: AAC, secret: 'SECRET-text' },
  'private.mkv': { format: 'matroska', seconds: 2, video: H264, audio: AAC, secret: 'SECRET-text' },
  'private.webm': {
    ...{ format: 'webm', seconds: 2, secret: 'SECRET-text' },
    video: {
      codec: 'libvpx',
      width: 320,
      height: 180,
      rate: 30,
      options: { deadline: 'realtime', 'cpu-used': 8 },
    },
    audio: { codec: 'libvorbis', channels: 2, sampleRate: 48_000 },
  },
  'rotated.mp4': { format: 'mp4', seconds: 2, video: { ...H264, rotation: 90 }, audio: AAC },
  'upside-down.mp4': { format: 'mp4', seconds: 2, video: { ...H264, rotation: 180 } },
  // As the live engine records the camera.
  'recorded.webm': {
    ...{ format: 'webm', seconds: 2 },
    video: { ...H264, codec: 'libvpx', options: { deadline: 'realtime', 'cpu-used': 8, g: 30 } },
  },
  'vp9.webm': {
    ...{ format: 'webm', seconds: 2 },
    video: { ...H264, codec: 'libvpx-vp9', options: { deadline: 'realtime', 'cpu-used': 8 } },
    audio: { codec: 'libopus', channels: 2, sampleRate: 48_000 },
  },
  avi: {
    ...{ format: 'avi', seconds: 3 },
    video: { codec: 'mpeg4', width: 320, height: 180, rate: 25, options: { g: 25 } },
    audio: { codec: 'libmp3lame', channels: 2, sampleRate: 44_100 },
  },
  'tiny.mp4': { format: 'mp4', seconds: 661, video: { ...H264, width: 32, height: 32, rate: 1 } },
  'tiny.avi': { format: 'avi', seconds: 661, video: { codec: 'mpeg4', width: 32, height: 32, rate: 1 } },
  'varying.mkv': {
    ...{ format: 'matroska', seconds: 3 },
    video: { ...H264, hasVaryingRate: true },
    audio: { codec: 'libopus', channels: 1, sampleRate: 48_000 },
  },
  'odd.mkv': {
    format: 'matroska',
    seconds: 2,
    video: { ...H264, width: 321, height: 181, codec: 'ffv1', options: {} },
  },
  'ten-bit.mp4': { format: 'mp4', seconds: 2, video: { ...H264, pixelFormat: 'yuv420p10le' } },
  'hdr.mp4': { format: 'mp4', seconds: 2, video: { ...H264, pixelFormat: 'yuv420p10le', isHdr: true } },
  'surround.mkv': {
    format: 'matroska',
    seconds: 2,
    video: H264,
    audio: { codec: 'ac3', channels: 6, sampleRate: 48_000 },
  },
  'two-sounds.mp4': {
    format: 'mp4',
    seconds: 2,
    video: H264,
    audio: AAC,
    secondAudio: { ...AAC, channels: 1 },
  },
  'two-sounds.mkv': {
    ...{ format: 'matroska', seconds: 2, video: H264 },
    audio: AAC,
    secondAudio: { codec: 'libopus', channels: 1, sampleRate: 48_000 },
  },
  'two-pictures.mp4': { format: 'mp4', seconds: 2, video: H264, hasSecondVideo: true, audio: AAC },
  'many-channels.mkv': {
    ...{ format: 'matroska', seconds: 2, video: H264 },
    audio: { codec: 'pcm_s16le', channels: 24, sampleRate: 48_000 },
  },
  'sounding.mov': { format: 'mov', seconds: 2, video: H264, audio: AAC },
  'private.m4a': { format: 'mp4', seconds: 2, audio: AAC, secret: 'SECRET-text' },
  'private.weba': {
    ...{ format: 'webm', seconds: 2, secret: 'SECRET-text' },
    audio: { codec: 'libvorbis', channels: 2, sampleRate: 48_000 },
  },
  'opus.mka': {
    ...{ format: 'matroska', seconds: 2, secret: 'SECRET-text' },
    audio: { codec: 'libopus', channels: 1, sampleRate: 48_000 },
  },
  'flac.m4a': { format: 'mp4', seconds: 2, audio: { ...AAC, codec: 'flac' }, secret: 'SECRET-text' },
  'alac.m4a': { format: 'mp4', seconds: 2, audio: { ...AAC, codec: 'alac' } },
  '720p-hevc.mov': {
    ...{ format: 'mov', seconds: 3 },
    video: { ...HEVC, width: 1280, height: 720 },
  },
  '4k.mkv': {
    format: 'matroska',
    seconds: 2,
    video: { codec: 'mpeg4', width: 3840, height: 2160, rate: 30, isDetailed: true },
  },
  // A frame of more than 8K pixels.
  'large.mkv': {
    format: 'matroska',
    seconds: 1,
    video: { codec: 'mpeg4', width: 7682, height: 4320, rate: 1 },
  },
  'audio-gap.mkv': {
    ...{ format: 'matroska', seconds: 2 },
    video: { ...H264, width: 32, height: 32 },
    audio: { codec: 'libopus', channels: 2, sampleRate: 48_000, gapSeconds: 300 },
  },
  'audio-only.mp4': { format: 'mp4', seconds: 2, audio: AAC },
  'dark-start.mp4': { format: 'mp4', seconds: 3, video: { ...H264, blackUntil: 0.5 } },
  // Few frames in a size that is encoded in three qualities.
  'tall.mp4': {
    format: 'mp4',
    seconds: 2,
    video: { ...H264, width: 576, height: 1024, rate: 12 },
    audio: AAC,
  },
  ...COLOURED,
  '720p.mp4': {
    ...{ format: 'mp4', seconds: 5 },
    video: { ...H264, width: 1280, height: 720, rate: 60, options: { preset: 'ultrafast', g: 300 } },
    audio: AAC,
  },
} satisfies Record<string, MediaSpec>

let tool: MediaTool | null = null

/** The process of this test file that makes and inspects videos. */
export function mediaTool(): MediaTool {
  tool ??= new MediaTool(new URL('transcode/media-tool.js', inject('bundles')))
  return tool
}

/** Ends the process of `mediaTool` after the tests of this file. */
export function closeToolAfterTests(): void {
  afterAll(() => {
    tool?.close()
    tool = null
  })
}

/** Returns the path of a source; it is made once per test run. */
export async function source(name: keyof typeof SOURCES): Promise<string> {
  const folder = fileURLToPath(new URL('sources', inject('bundles')))
  await mkdir(folder, { recursive: true })
  return mediaTool().make(SOURCES[name], path.join(folder, name))
}

/** Creates an empty folder, which is deleted after the test. */
export async function outputFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'test-transcoding-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Options of `Transcoder.run` with a time limit for busy machines. */
export const LONG_TIMEOUT = { timeoutMs: TIMEOUT_MS }

export function openTranscoder(changes: Partial<TranscoderLimits> = {}, disk = diskWithSpace()): Transcoder {
  return new Transcoder({ memoryBytes: 500 * MEGABYTE, totalMemoryBytes: Infinity, ...changes }, disk)
}
