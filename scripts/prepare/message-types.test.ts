import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { writeMessageTypes } from './message-types.mjs'

test('the English texts are written as a type, and only again when they have changed', () => {
  const root = mkdtempSync(join(tmpdir(), 'message-types-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const locales = join(root, 'src/web/locales')
  mkdirSync(join(locales, 'en'), { recursive: true })
  writeFileSync(join(locales, 'en/card.json'), '{"title": "Hello"}')
  const types = join(locales, 'english.d.ts')

  writeMessageTypes(root)
  expect(readFileSync(types, 'utf8')).toMatch(/export type English = {\s+"card": {\s+"title": "Hello"/)

  utimesSync(types, 1, 1)
  writeMessageTypes(root)
  expect(statSync(types).mtimeMs).toBe(1000)

  writeFileSync(join(locales, 'en/card.json'), '{"title": "Welcome"}')
  writeMessageTypes(root)
  expect(readFileSync(types, 'utf8')).toContain('Welcome')
})
