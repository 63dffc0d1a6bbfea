// Runs one benchmark: `npm run bench -- NAME`, in seconds with `--short`. `npm run bench -- --short` runs the short form of all,
// or of those that are named by their paths. Without an argument it lists the benchmarks.
import { readdirSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))))

const args = process.argv.slice(2)
const names = readdirSync('bench')
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length))
const paths = args.filter((word) => !word.startsWith('--'))
const [name = ''] = paths

if (names.includes(name)) run([`bench/${name}.ts`, ...args.filter((word) => word !== name)])
else if (args.includes('--short') && paths.every(isBenchmark))
  run(['bench/process/short-forms.ts', ...args, ...(name ? [] : names.map((each) => `bench/${each}.ts`))])
else {
  console.log(`Benchmarks: ${names.join(', ')}`)
  if (name) process.exitCode = 1
}

function run(command) {
  const { status } = spawnSync('node_modules/.bin/tsx', command, { stdio: 'inherit' })
  process.exitCode = status ?? 1
}

function isBenchmark(path) {
  return names.some((each) => path === `bench/${each}.ts`)
}
