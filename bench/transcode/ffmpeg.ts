import { spawn, spawnSync } from 'node:child_process'
import { readProcFile } from '../process/proc.ts'

/** The `ffmpeg` of the system with the settings of the 480p rendition: the floor of the comparison. */
export function ffmpegCommand(input: string, playlist: string, threads: number): string[] {
  return [
    ...['ffmpeg', '-nostdin', '-v', 'error', '-y', '-threads', String(threads), '-i', input],
    ...[
      '-vf',
      'fps=30,scale=854:480,format=yuv420p',
      '-c:v',
      'libx264',
      '-preset',
      'veryfast',
      '-profile:v',
      'high',
    ],
    ...['-crf', '25', '-maxrate', '1400k', '-bufsize', '2800k', '-g', '120', '-keyint_min', '120'],
    ...[
      '-sc_threshold',
      '0',
      '-threads',
      String(threads),
      '-c:a',
      'aac',
      '-b:a',
      '96k',
      '-ac',
      '2',
      '-ar',
      '48000',
    ],
    ...['-f', 'hls', '-hls_time', '4', '-hls_playlist_type', 'vod', '-hls_segment_type', 'fmp4'],
    ...['-hls_flags', 'single_file', playlist],
  ]
}

export function isInstalled(program: string): boolean {
  return spawnSync(program, ['-version'], { stdio: 'ignore' }).status === 0
}

export type Cost = { cpuSeconds: number; peakMegabytes: number }

/** Runs a command to its end. Returns its CPU time in seconds, from the shell's `times`. */
export async function measureCommand(command: readonly string[]): Promise<number> {
  const child = spawn('/bin/sh', ['-c', '"$@" >&2; times', 'sh', ...command], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`${command[0]} ended with ${code}`)
  // The second line is that of the child processes.
  const times = [...(output.split('\n')[1] ?? '').matchAll(/(\d+)m([\d.]+)s/g)]
  return times.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0)
}

/** CPU seconds and peak memory of a running process. */
export function costOf(pid: number): Cost {
  const stat = readProcFile(pid, 'stat')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = Number(fields[11] ?? 0) + Number(fields[12] ?? 0)
  const peak = Number(/^VmHWM:\s+(\d+)/m.exec(readProcFile(pid, 'status'))?.[1] ?? 0)
  return { cpuSeconds: ticks / 100, peakMegabytes: peak / 1024 }
}
