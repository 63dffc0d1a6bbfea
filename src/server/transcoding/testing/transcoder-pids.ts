import { readFile, readdir } from 'node:fs/promises'

/** Returns the ids of the transcoding processes that this process has started; only on Linux. */
export async function transcoderPids(): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const own = await Promise.all(pids.map(isOwnTranscoder))
  return pids.filter((_, index) => own[index]).map(Number)
}

/** False for a process that has ended meanwhile. */
async function isOwnTranscoder(pid: string): Promise<boolean> {
  const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')
  const [command, status] = [await read('cmdline'), await read('status')]
  const parent = Number(/^PPid:\s+(\d+)/m.exec(status)?.[1])
  return command.includes('transcode/main.js') && parent === process.pid
}
