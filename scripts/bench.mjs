// Runs one benchmark: `npm run bench -- NAME`. Without a name it lists the benchmarks.
import { existsSync, readdirSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))))

const [name, ...args] = process.argv.slice(2)
const names = (existsSync('bench') ? readdirSync('bench') : [])
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length))

if (name && names.includes(name)) {
  const { status } = spawnSync('node_modules/.bin/tsx', [`bench/${name}.ts`, ...args], { stdio: 'inherit' })
  process.exitCode = status ?? 1
} else {
  console.log(names.length > 0 ? `Benchmarks: ${names.join(', ')}` : 'There are no benchmarks yet.')
  if (name) process.exitCode = 1
}
