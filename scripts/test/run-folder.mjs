import { chmodSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** Folders that tools of ours and Chromium's sound library keep in the temporary folder. */
const TOOL_FOLDERS =
  /^(pulse-|tsx-|node-compile-cache|playwright-transform-cache|v8-compile-cache|node-jiti|jiti)/

/**
 * A temporary folder for one test run. Everything that the run starts gets it as TMPDIR, which is how
 * `leftovers` knows what belongs to this run. The path is short: PostgreSQL's socket has to fit in 107 bytes.
 */
export function openTrace() {
  const folder = mkdtempSync(join(tmpdir(), 'cw-'))
  // Tests start the app as other users too.
  chmodSync(folder, 0o1777)
  return folder
}

/** Deletes the folder; call it last. */
export function closeTrace(folder) {
  rmSync(folder, { recursive: true, force: true })
}

/**
 * What the run left behind: files in its temporary folder, and processes (which are ended).
 * Processes that are just stopping get the time for it.
 *
 * @param {string} folder
 * @param {number} patienceMs
 * @returns {Promise<string[]>} one line each
 */
export async function leftovers(folder, patienceMs = 3000) {
  const end = performance.now() + patienceMs
  while (findProcesses(folder).length > 0 && performance.now() < end) await delay(50)
  const processes = findProcesses(folder)
  for (const { pid } of processes) endProcess(pid)
  const files = readdirSync(folder).filter((name) => !TOOL_FOLDERS.test(name))
  return [
    ...processes.map(({ pid, command }) => `process ${pid}: ${command}`),
    ...files.map((name) => `file ${join(folder, name)}`),
  ]
}

function findProcesses(folder) {
  // Only Linux shows another process's environment; elsewhere this check finds nothing.
  if (!existsSync('/proc/self/environ')) return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map((pid) => ({ pid: Number(pid), command: readProc(pid, 'cmdline'), env: readProc(pid, 'environ') }))
    .filter(({ command, env }) => command !== '' && (command.includes(folder) || env.includes(folder)))
}

function readProc(pid, name) {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8').replaceAll('\0', ' ').trim()
  } catch {
    // Gone, or another user's.
    return ''
  }
}

function endProcess(pid) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended in the meantime.
  }
}
