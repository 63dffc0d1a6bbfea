import { readFile, readdir } from 'node:fs/promises'

/** Returns the ids of the transcoder processes that this process has started. Linux only. */
export async function transcoderPids(): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const isOwnTranscoder = async (pid: string) => {
    const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')
    const parent = /^PPid:\s+(\d+)/m.exec(await read('status'))?.[1]
    return Number(parent) === process.pid && (await read('cmdline')).includes('transcode/main.js')
  }
  const matches = await Promise.all(pids.map(isOwnTranscoder))
  return pids.filter((_, index) => matches[index]).map(Number)
}
