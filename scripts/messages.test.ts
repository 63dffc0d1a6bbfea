import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { checkCatalogues } from './messages.mjs'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

const CARD = `
  import { useTranslations } from 'use-intl/react'
  export function Card() { const t = useTranslations('card'); return <p>{t('title')}</p> }`

/** Writes a small project: catalogues by language, and a component. */
function project(catalogues: Record<string, unknown>, code = CARD, options = {}) {
  const root = mkdtempSync(join(tmpdir(), 'messages-'))
  folders.push(root)
  const [locales, source] = [join(root, 'locales'), join(root, 'web')]
  mkdirSync(locales)
  mkdirSync(source)
  for (const [language, messages] of Object.entries(catalogues))
    writeFileSync(join(locales, `${language}.json`), JSON.stringify(messages))
  writeFileSync(join(source, 'card.tsx'), code)
  return { locales, source, partial: [], styles: ['count'], calls: [], keysAsValues: false, ...options }
}

const problemsOf = (...args: Parameters<typeof project>) => checkCatalogues(project(...args)).problems

test('a catalogue has no problems when every message is used and every used key exists', () => {
  expect(problemsOf({ en: { card: { title: 'Hello {name}, {n, number, count}' } } })).toEqual([])
})

test('a language may be a folder with a file for each namespace', () => {
  const group = project({ fr: { card: {} } })
  mkdirSync(join(group.locales, 'en'))
  writeFileSync(join(group.locales, 'en', 'card.json'), '{"title": "Hello"}')
  expect(checkCatalogues(group).problems).toEqual(['fr:card.title: missing'])
})

test('the name of a namespace contains only letters and digits, because it becomes part of a URL', () => {
  const code = CARD.replace("'card'", "'my-card'")
  expect(problemsOf({ en: { 'my-card': { title: 'Hello' } } }, code)).toEqual([
    'en:my-card.title: a namespace is letters and digits',
  ])
})

test('an unused message is a problem', () => {
  expect(problemsOf({ en: { card: { title: 'Hello', old: 'Gone' } } })).toEqual(['en:card.old: unused'])
})

test('a key that the catalogue lacks is a problem', () => {
  expect(problemsOf({ en: {} })).toEqual(['card.title: used, but not in English'])
})

test('a key that is not a literal is a problem', () => {
  const code = CARD.replace("t('title')", 't(props.key)')
  expect(problemsOf({ en: { card: { title: 'Hello' } } }, code)).toEqual([
    'card.tsx:3: t(…) needs a literal key',
    'en:card.title: unused',
  ])
})

test('a conditional expression of literal keys uses both', () => {
  const code = CARD.replace("t('title')", "t(props.mine ? 'title' : 'other')")
  expect(problemsOf({ en: { card: { title: 'Hello', other: 'Bye' } } }, code)).toEqual([])
})

test('two components in one file can have different namespaces', () => {
  const code = `${CARD}\nexport function Foot() { const t = useTranslations('foot'); return <p>{t('end')}</p> }`
  expect(problemsOf({ en: { card: { title: 'Hello' }, foot: { end: 'Bye' } } }, code)).toEqual([])
})

test('a message that is not valid ICU is a problem', () => {
  expect(problemsOf({ en: { card: { title: 'Hello {name' } } })).toEqual([
    'en:card.title: EXPECT_ARGUMENT_CLOSING_BRACE',
  ])
})

test('a format without a definition is a problem', () => {
  expect(problemsOf({ en: { card: { title: '{n, number, money}' } } })).toEqual([
    'en:card.title: no format is named "money"',
  ])
})

test('a plural offset, which the compiler does not support, is a problem', () => {
  const title = '{n, plural, offset:1 one {# more} other {# more}}'
  expect(problemsOf({ en: { card: { title } } })).toEqual([
    'en:card.title: offset: is not supported, "#" would show the whole number',
  ])
})

test('a plural needs every category of its language', () => {
  const title = '{n, plural, one {# day} other {# days}}'
  const problems = problemsOf({ en: { card: { title } }, ar: { card: { title } } })
  const lacking = ['zero', 'two', 'few', 'many'].map((name) => `ar:card.title: plural {n} lacks "${name}"`)
  expect(new Set(problems)).toEqual(new Set(lacking))
})

test('a translation lacks nothing, adds nothing and has the same arguments', () => {
  const en = { card: { title: 'Hello {name}' } }
  expect(problemsOf({ en, fr: { card: { title: 'Bonjour {nom}', extra: 'Oui' } } })).toEqual([
    'fr:card.title: has {nom, en has {name',
    'fr:card.extra: not in English',
  ])
  expect(problemsOf({ en, fr: {} })).toEqual(['fr:card.title: missing'])
})

test('a partial language may lack messages', () => {
  expect(problemsOf({ en: { card: { title: 'Hello' } }, fr: {} }, CARD, { partial: ['fr'] })).toEqual([])
})

test('with keysAsValues, a literal uses its key and a call may pass a variable', () => {
  const server = `export const notYours = (key = 'errors.notYours') => translate(key)
    export const missing = () => translate('errors.gone')`
  const en = { errors: { notYours: 'Not yours', old: 'Old' } }
  expect(problemsOf({ en }, server, { calls: ['translate'], keysAsValues: true })).toEqual([
    'en:errors.old: unused',
    'errors.gone: used, but not in English',
  ])
})

test('with keysAsValues, a template of a prefix and a name uses all keys below the prefix', () => {
  const server = 'export const about = (name) => translate(`settings.${name}`)'
  const en = { settings: { general: { name: 'Its name' } }, settingsOld: { name: 'Old' } }
  expect(problemsOf({ en }, server, { calls: ['translate'], keysAsValues: true })).toEqual([
    'en:settingsOld.name: unused',
  ])
  expect(problemsOf({ en: {} }, 'const t = useTranslations("card"); t(`a.${name}`)')).toEqual([
    'card.tsx:1: t(…) needs a literal key',
  ])
})
