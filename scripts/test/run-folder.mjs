import { chmodSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** Folders that development tools and Chromium's audio library leave in the temporary folder. */
const TOOL_FOLDERS =
  /^(pulse-|\.org\.chromium\.|tsx-|node-compile-cache|playwright-transform-cache|v8-compile-cache|node-jiti|jiti)/

/**
 * Creates the temporary folder of a test run. All its processes have it as TMPDIR, by which `collectLeftovers` finds
 * them. The path is short, because the path of PostgreSQL's socket is limited to 107 bytes.
 */
export function createRunFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'cw-'))
  // Some tests start the app as another user.
  chmodSync(folder, 0o1777)
  return folder
}

/** Deletes the folder of a test run. */
export function removeRunFolder(folder) {
  rmSync(folder, { recursive: true, force: true })
}

/**
 * Finds files that the run left in its temporary folder, and processes, which it kills. Waits up to `graceMs` for
 * processes that are still stopping.
 *
 * @param {string} folder
 * @param {number} graceMs
 * @returns {Promise<string[]>} one line each
 */
export async function collectLeftovers(folder, graceMs = 10_000) {
  const deadline = performance.now() + graceMs
  while (findProcesses(folder).length > 0 && performance.now() < deadline) await delay(50)
  const processes = findProcesses(folder)
  for (const { pid } of processes) killProcess(pid)
  const files = readdirSync(folder).filter((name) => !TOOL_FOLDERS.test(name))
  return [
    ...processes.map(({ pid, command }) => `process ${pid}: ${command}`),
    ...files.map((name) => `file ${join(folder, name)}`),
  ]
}

function findProcesses(folder) {
  // Only Linux exposes the environment of other processes; elsewhere none are found.
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
    // The process has ended, or belongs to another user.
    return ''
  }
}

function killProcess(pid) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended meanwhile.
  }
}
