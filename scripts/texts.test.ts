import { cpSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { expect, test, vi } from 'vitest'
import { withPlanted } from './checks/planted-violation.ts'
import { texts } from './texts.ts'

/** A site of two pages with the real code that loads texts and a fake of the translation library. */
const SITE = {
  'main.tsx': `
    import { useTranslations } from './use-translations.ts'
    export { changeLanguage, loadLanguage } from '#web/i18n/texts.ts'
    export const Frame = () => useTranslations('shell')
    export const openPage = () => import('./pages/page.tsx')
    export const openOther = () => import('./pages/other.tsx')
    export const openPageWithoutTexts = () => import('./pages/without-texts.ts')
    export const openKit = false ? () => import('./pages/kit.tsx') : null`,
  'use-translations.ts': 'export const useTranslations = (namespace: string) => namespace',
  'pages/page.tsx': `
    import { useTranslations } from '../use-translations.ts'
    import type { Kit } from './kit.tsx'
    export { Part } from '#web/part.tsx'
    export const Page = (kit: Kit) => useTranslations('page')`,
  'pages/other.tsx': `export { Page as Other } from './page.tsx'`,
  'pages/without-texts.ts': 'export const answer = 42',
  'pages/kit.tsx': `
    import { useTranslations } from '../use-translations.ts'
    export type Kit = string
    export const KitPage = () => useTranslations('kit')`,
  'part.tsx': `
    import { useTranslations } from './use-translations.ts'
    export const Part = () => [useTranslations('part.title'), useTranslations('shell')]`,
  'locales/en/shell.json': '{"home": "Home"}',
  'locales/en/page.json': '{"title": "A page", "text": "Words"}',
  'locales/en/part.json': '{"title": {"long": "{count, plural, one {# part} other {# parts}}"}}',
  'locales/en/kit.json': '{"title": "Kit"}',
  'locales/fr/shell.json': '{"home": "Accueil"}',
  'locales/fr/page.json': '{"title": "Une page"}',
}

type LoadedLanguage = { language: string; messages: object }

/** Exports of the built main.tsx. */
type Site = {
  loadLanguage(): Promise<LoadedLanguage>
  changeLanguage(language: string): Promise<LoadedLanguage>
  openPage(): Promise<{ Page: unknown }>
  openOther(): Promise<{ Other: unknown }>
  openPageWithoutTexts(): Promise<{ answer: number }>
}

test('a build contains one file of texts per language for each group of namespaces that is loaded at once', async () => {
  await withSite(SITE, ({ files }) => {
    expect(files).toEqual(['en/page-part.json', 'en/shell.json', 'fr/page-part.json', 'fr/shell.json'])
  })
})

test('the start loads its own texts, and a page loads its texts and those of its imports', async () => {
  await withSite(SITE, async ({ site, requested }) => {
    const { language, messages } = await site.loadLanguage()
    expect(language).toBe('en')
    expect(messages).toEqual({ shell: { home: 'Home' } })
    await site.openPage()
    expect(messages).toMatchObject({ page: { title: 'A page', text: 'Words' }, part: { title: {} } })
    expect(requested).toEqual(['en/shell', 'en/page-part'])
  })
})

test('texts are loaded once for concurrent and later imports', async () => {
  await withSite(SITE, async ({ site, requested }) => {
    await Promise.all([site.openPage(), site.openOther()])
    await site.openPage()
    expect((await site.openPageWithoutTexts()).answer).toBe(42)
    expect(requested).toEqual(['en/page-part'])
  })
})

test('another language is loaded for all groups in use, with English for missing messages', async () => {
  await withSite(SITE, async ({ site }) => {
    await site.loadLanguage()
    await site.openPage()
    const { language, messages } = await site.changeLanguage('fr')
    expect(language).toBe('fr')
    expect(messages).toMatchObject({
      shell: { home: 'Accueil' },
      page: { title: 'Une page', text: 'Words' },
      part: { title: {} },
    })
  })
})

test('a page that is opened during a change of language has its texts in the new language', async () => {
  await withSite(SITE, async ({ site }) => {
    await site.loadLanguage()
    const changing = site.changeLanguage('fr')
    await site.openPage()
    expect((await changing).messages).toMatchObject({ page: { title: 'Une page' } })
  })
})

test('the import of a page fails when its texts fail to load, and can be retried', async () => {
  await withSite(SITE, async ({ site, requested, server }) => {
    server.status = 404
    await expect(site.openPage()).rejects.toThrow('404')
    server.status = 200
    await expect(site.openPage()).resolves.toBeTruthy()
    expect(requested).toEqual(['en/page-part', 'en/page-part'])
  })
})

test('an import without a literal specifier is refused', async () => {
  const code = 'export const open = (page: string) => import(`./pages/${page}.tsx`)'
  await expect(withSite({ ...SITE, 'main.tsx': code }, () => {})).rejects.toThrow('literal specifier')
})

type Built = {
  site: Site
  /** Files of texts in the build. */
  files: string[]
  /** Files of texts that were requested. */
  requested: string[]
  server: { status: number }
}

/** Builds a site and imports it, with a fake `fetch` that serves the build's folder. */
async function withSite(sources: Record<string, string>, run: (built: Built) => void | Promise<void>) {
  await withPlanted(
    Object.fromEntries(Object.entries(sources).map(([file, code]) => [`src/web/${file}`, code])),
    async (folder) => {
      for (const real of ['web/i18n', 'web/api', 'web/lib', 'shared'])
        cpSync(`src/${real}`, join(folder, 'src', real), { recursive: true })
      const requested: string[] = []
      const server = { status: 200 }
      await buildSite(folder)
      vi.stubGlobal('navigator', { languages: ['en-GB'] })
      vi.stubGlobal('document', { getElementById: () => null, createElement: () => ({}) })
      vi.stubGlobal('fetch', async (address: string) => {
        requested.push(address.replace(/^\/assets\/texts-[\w-]{8}\/(.*)\.json$/, '$1'))
        const { status } = server
        return new Response(status === 200 ? readFileSync(join(folder, 'dist', address)) : '', { status })
      })
      // Boundary: the build above exports what the planted main.tsx does.
      const site = (await import(/* @vite-ignore */ pathToFileURL(join(folder, 'dist/main.js')).href)) as Site
      await run({ site, files: textsOf(folder), requested, server })
    },
  )
}

async function buildSite(folder: string): Promise<void> {
  const root = join(folder, 'src/web')
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [texts(root)],
    build: {
      outDir: join(folder, 'dist'),
      modulePreload: false,
      minify: false,
      rolldownOptions: {
        input: join(root, 'main.tsx'),
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: 'main.js' },
      },
    },
  })
}

function textsOf(folder: string): string[] {
  const assets = join(folder, 'dist/assets')
  return readdirSync(assets)
    .filter((name) => name.startsWith('texts-'))
    .flatMap((name) => readdirSync(join(assets, name), { recursive: true, encoding: 'utf8' }))
    .filter((name) => name.endsWith('.json'))
    .toSorted()
}
