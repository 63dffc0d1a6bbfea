import { checkMachine, installPackages } from '../prepare.mjs'
import { chromiumRemedy, findChromium } from './chromium.mjs'

const bin = (name) => `node_modules/.bin/${name}`

/** Folders with code of ours; oxlint would walk into node_modules when it is given none. */
const CONFIGS = ['vite', 'vitest', 'playwright', 'drizzle'].map((tool) => `${tool}.config.ts`)
const CODE = ['src', 'scripts', 'e2e', 'bench', ...CONFIGS]

/**
 * One line of the test run. `commands` all have to succeed (none: there is nothing to do). `after` names steps that
 * run first, `needs` those that also have to succeed, `live` shows its output while it runs, `report` is where it
 * writes the counts of its tests.
 *
 * @typedef {{
 *   name: string,
 *   commands: string[][] | (() => string[][] | Promise<string[][]>),
 *   after?: string[],
 *   needs?: string[],
 *   live?: boolean,
 *   report?: string,
 * }} Step
 */

/**
 * The checks, in the order they run.
 *
 * @type {Step[]}
 */
export const STEPS = [
  { name: 'install', commands: install },
  { name: 'format', commands: [[bin('oxfmt'), '--check']] },
  { name: 'lint', commands: [[bin('oxlint'), '--type-aware', '--deny-warnings', ...CODE]] },
  {
    name: 'messages',
    commands: [
      ['node', 'scripts/messages.mjs'],
      ['node', 'scripts/literals.mjs'],
    ],
  },
  {
    name: 'types',
    // The catalogue check writes the type of the message keys.
    after: ['messages'],
    commands: ['server', 'web', 'tools'].map((part) => [bin('tsc'), '-p', `tsconfig.${part}.json`]),
  },
  { name: 'boundaries', commands: [['node', 'scripts/checks/boundaries.mjs']] },
  { name: 'dead-code', commands: [[bin('knip'), '--no-progress']] },
  { name: 'build', commands: [['node', 'scripts/build.mjs']] },
  {
    name: 'unit',
    live: true,
    report: 'test-results/unit.json',
    commands: [
      [
        bin('vitest'),
        'run',
        '--reporter=default',
        '--reporter=json',
        '--outputFile.json=test-results/unit.json',
      ],
    ],
  },
  { name: 'chromium', commands: chromiumCommands },
  {
    name: 'size',
    live: true,
    needs: ['build', 'chromium'],
    // Another reporter than the stories', whose counts it would overwrite.
    commands: [
      [bin('playwright'), 'test', '--project=size', '--reporter=list', '--output=test-results/size'],
    ],
  },
  {
    name: 'browser',
    live: true,
    needs: ['build', 'chromium'],
    report: 'test-results/browser.json',
    commands: [[bin('playwright'), 'test', '--project=browser']],
  },
]

async function install() {
  checkMachine(process)
  await installPackages(process.cwd())
  return []
}

function chromiumCommands() {
  if (findChromium()) return []
  const remedy = chromiumRemedy()
  if ('advice' in remedy) throw new Error(`No Chromium found: ${remedy.advice}.`)
  return remedy.commands
}
