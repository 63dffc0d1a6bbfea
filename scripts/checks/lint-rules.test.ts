import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as z from 'zod/mini'
import { describe, expect, test } from 'vitest'
import { withPlanted } from './planted-violation.ts'

const PLUGIN = pathToFileURL('scripts/checks/lint-rules.mjs').href
const COMPILER = {
  module: 'esnext',
  moduleResolution: 'bundler',
  strict: true,
  jsx: 'react-jsx',
  allowImportingTsExtensions: true,
  noEmit: true,
}
const CONFIGURATION = {
  '.oxlintrc.json': readFileSync('.oxlintrc.json', 'utf8'),
  'scripts/checks/lint-rules.mjs': `export { default } from '${PLUGIN}'`,
  'tsconfig.json': JSON.stringify({ compilerOptions: COMPILER }),
}
const REPORT = z.object({
  diagnostics: z.array(z.object({ code: z.optional(z.string()), filename: z.string() })),
})

/** Code that a rule must report: the rule, the file of the code, and the code. */
const VIOLATIONS: [rule: string, file: string, code: string][] = [
  ['local(require-assertion-comment)', 'src/server/a.ts', 'export const a = (b: unknown) => b as string'],
  ['local(no-sleep-in-tests)', 'src/server/a.test.ts', 'await new Promise((done) => setTimeout(done, 50))'],
  [
    'local(no-sleep-in-tests)',
    'src/server/a.test.ts',
    'await new Promise<void>((r) => { setTimeout(() => r(), 9) })',
  ],
  [
    'local(no-sleep-in-tests)',
    'src/web/a.test.tsx',
    'export const pause = () => new Promise((r) => window.setTimeout(r))',
  ],
  [
    'local(no-sleep-in-tests)',
    'src/server/a.test.ts',
    "import { setTimeout } from 'node:timers/promises'\nawait setTimeout(50)",
  ],
  [
    'local(no-sleep-in-tests)',
    'src/server/test-clock.ts',
    "export { setTimeout as pause } from 'node:timers/promises'",
  ],
  [
    'local(no-sleep-in-tests)',
    'e2e/a.spec.ts',
    'declare const page: { waitForTimeout(ms: number): Promise<void> }\nawait page.waitForTimeout(50)',
  ],
  [
    'local(no-sleep-in-tests)',
    'e2e/live/a.ts',
    'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50)',
  ],
  [
    'local(require-disable-description)',
    'src/server/a.ts',
    '// oxlint-disable-next-line eslint/no-console\nconsole.log(1)',
  ],
  ['local(no-can-parse)', 'src/server/a.ts', "export const a = URL.canParse('https://x.org')"],
  [
    'local(no-max-length-attribute)',
    'src/web/a.tsx',
    'export const A = () => <input aria-label="a" maxLength={5} />',
  ],
  ['local(no-vague-file-name)', 'src/server/utils.ts', 'export const a = 1'],
  ['local(no-vague-file-name)', 'src/web/ui/index.ts', 'export const a = 1'],
  ['local(no-retired-name)', 'src/server/a.ts', 'export type Tally = { a: number }'],
  ['local(no-retired-name)', 'src/server/a.ts', 'export interface Notice { a: number }'],
  ['local(no-retired-name)', 'src/shared/a.ts', 'export class Paced {}'],
  ['local(no-retired-name)', 'src/server/a.ts', 'export function heed() {}'],
  ['local(no-retired-name)', 'src/server/a.ts', 'export function media() {}'],
  ['local(no-retired-name)', 'src/server/a.ts', 'export const MOST_TAGS = 3'],
  ['local(no-retired-name)', 'src/server/a.ts', 'export const a = ({ wish }: { wish?: number }) => wish'],
  ['local(no-retired-name)', 'src/server/a.ts', 'export const [kept] = [1]'],
  [
    'local(no-retired-name)',
    'src/server/a.ts',
    'export const a = (asker = 1, ...persons: number[]) => [asker, persons]',
  ],
  ['local(no-retired-name)', 'src/server/a.ts', 'export type A = { roomless: boolean }'],
  ['local(no-retired-name)', 'src/server/a.ts', 'export type A = { giveBack(): void }'],
  [
    'local(no-retired-name)',
    'src/server/a.ts',
    "export { type A as Unused } from './b.ts'\nimport { a as door } from './b.ts'\ndoor()",
  ],
  [
    'local(no-retired-name)',
    'src/web/a.ts',
    'export class A { #ends: number[] = []; get b() { return this.#ends } }',
  ],
  ['local(no-retired-name)', 'src/web/a.ts', 'export class A { usePart() {} }'],
  ['local(no-retired-name)', 'src/media/a.ts', 'export type Lane = 1'],
  ['local(no-retired-name)', 'src/server/features/uploads/tus-door.ts', 'export const a = 1'],
  ['typescript(no-explicit-any)', 'src/server/a.ts', 'export const a = (b: any) => b'],
  ['typescript(no-non-null-assertion)', 'src/server/a.ts', 'export const a = (b: string | null) => b!'],
  ['typescript(no-floating-promises)', 'src/server/a.ts', 'async function a() {}\na()'],
  [
    'typescript(switch-exhaustiveness-check)',
    'src/server/a.ts',
    "export function a(b: 'x' | 'y') { switch (b) { case 'x': return 1 } }",
  ],
  ['typescript(no-unsafe-assignment)', 'src/server/a.ts', "export const a: string = JSON.parse('1')"],
  ['import(no-default-export)', 'src/server/a.ts', 'export default 1'],
  ['oxc(no-barrel-file)', 'src/server/a.ts', "export * from './b.ts'"],
  ['eslint(no-console)', 'src/server/a.ts', "console.log('a')"],
  ['eslint(max-lines)', 'src/server/a.ts', 'export let a = 0\n' + 'a++\n'.repeat(300)],
  ['unicorn(filename-case)', 'src/server/myFile.ts', 'export const a = 1'],
  [
    'react-hooks(rules-of-hooks)',
    'src/web/a.tsx',
    "import { useState } from 'react'\nexport function A({ b }: { b: boolean }) { if (b) useState(1); return null }",
  ],
  [
    'react-hooks(exhaustive-deps)',
    'src/web/a.tsx',
    "import { useEffect } from 'react'\nexport function A({ b }: { b: string }) { useEffect(() => { document.title = b }, []); return null }",
  ],
  ['jsx-a11y(alt-text)', 'src/web/a.tsx', 'export const A = () => <img src="/a.png" />'],
  [
    'local(no-skipped-or-focused-tests)',
    'src/server/a.test.ts',
    "import { expect, test } from 'vitest'\ntest.only('a', () => expect(1).toBe(1))",
  ],
  [
    'local(no-skipped-or-focused-tests)',
    'src/server/a.test.ts',
    "import { test } from 'vitest'\ntest.todo('a')",
  ],
  [
    'local(no-skipped-or-focused-tests)',
    'e2e/a.spec.ts',
    "import { expect, test } from '@playwright/test'\ntest.skip('a', () => expect(1).toBe(1))",
  ],
  [
    'local(no-skipped-or-focused-tests)',
    'e2e/a.spec.ts',
    "import { test } from '@playwright/test'\ntest('a', () => { test.fixme() })",
  ],
]

/** Code that only looks like a violation. */
const ALLOWED: [title: string, file: string, code: string][] = [
  [
    'an explained assertion',
    'src/server/a.ts',
    'export function a(b: unknown) {\n  // Boundary: only\n  // strings come here.\n  return [{ c: b as string }]\n}',
  ],
  [
    'a retired name of a contract or a column',
    'src/server/a.ts',
    'export const a = (b: { mark: string; isKept: boolean }) => ({ kept: b.mark, ["wish"]: b.isKept })',
  ],
  [
    'words that are retired only in another part',
    'src/server/a.ts',
    'export const [sound, picture, look] = [1, 2, 3]',
  ],
  [
    'words with a meaning in this part',
    'src/web/a.ts',
    'export const a = (line: string, people: number, mark: number, place: number) => [line, people, mark, place]',
  ],
  ['a constant assertion', 'src/server/a.ts', "export const a = ['b'] as const"],
  [
    'a reasoned exception',
    'src/server/a.ts',
    '// oxlint-disable-next-line eslint/no-console -- the address is for the terminal\nconsole.log(1)',
  ],
  [
    'a deadline in a test',
    'src/server/a.test.ts',
    "export const late = new Promise((_, reject) => setTimeout(() => reject(new Error('late')), 9))",
  ],
  [
    'a conditionally skipped test',
    'e2e/a.spec.ts',
    "import { test } from '@playwright/test'\ndeclare const isLinux: boolean\ntest.skip(!isLinux, 'reads /proc')",
  ],
  [
    'a pause outside of tests',
    'src/server/a.ts',
    'export const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))',
  ],
]

const rulesByCase = await lintAll([...VIOLATIONS, ...ALLOWED])

describe('lint reports', () => {
  test.each(VIOLATIONS)('%s in %s', (rule, file, code) => {
    expect(rulesByCase.get(keyOf(file, code))).toContain(rule)
  })
})

test.each(ALLOWED)('lint accepts %s', (_title, file, code) => {
  expect(rulesByCase.get(keyOf(file, code))).toEqual([])
})

/** Returns the names of the rules that each case violates ('' for a diagnostic without a rule). */
async function lintAll(cases: [name: string, file: string, code: string][]): Promise<Map<string, string[]>> {
  // Each case has its own folder below the one that determines the active rules.
  const placed = cases.map(([, file, code], index) => ({
    key: keyOf(file, code),
    code,
    path: join(dirname(file), `case${index}`, basename(file)),
  }))
  const files = Object.fromEntries(placed.map(({ path, code }) => [path, code]))
  const diagnostics = await withPlanted({ ...CONFIGURATION, ...files }, runLint)
  return new Map(
    placed.map(({ key, path }) => [
      key,
      diagnostics.filter(({ filename }) => filename === path).map(({ code }) => code ?? ''),
    ]),
  )
}

function runLint(folder: string) {
  const oxlint = join(process.cwd(), 'node_modules/.bin/oxlint')
  const { stdout } = spawnSync(oxlint, ['--type-aware', '-f', 'json', 'src', 'e2e'], {
    cwd: folder,
    encoding: 'utf8',
  })
  return REPORT.parse(JSON.parse(stdout)).diagnostics
}

function keyOf(file: string, code: string): string {
  return `${file}\n${code}`
}
