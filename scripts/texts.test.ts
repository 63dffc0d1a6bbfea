import { cpSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { expect, test, vi } from 'vitest'
import { withPlanted } from './checks/planted-violation.ts'
import { texts } from './texts.ts'

/** A site of two pages with the real loading of texts; `say.ts` stands for the library. */
const SITE = {
  'main.tsx': `
    import { useTranslations } from './say.ts'
    export { changeLanguage, loadSpeech } from '#web/i18n/texts.ts'
    export const Frame = () => useTranslations('shell')
    export const openPage = () => import('./pages/page.tsx')
    export const openOther = () => import('./pages/other.tsx')
    export const openWordless = () => import('./pages/wordless.ts')
    export const openKit = false ? () => import('./pages/kit.tsx') : null`,
  'say.ts': 'export const useTranslations = (namespace: string) => namespace',
  'pages/page.tsx': `
    import { useTranslations } from '../say.ts'
    import type { Kit } from './kit.tsx'
    export { Part } from '#web/part.tsx'
    export const Page = (kit: Kit) => useTranslations('page')`,
  'pages/other.tsx': `export { Page as Other } from './page.tsx'`,
  'pages/wordless.ts': 'export const answer = 42',
  'pages/kit.tsx': `
    import { useTranslations } from '../say.ts'
    export type Kit = string
    export const KitPage = () => useTranslations('kit')`,
  'part.tsx': `
    import { useTranslations } from './say.ts'
    export const Part = () => [useTranslations('part.title'), useTranslations('shell')]`,
  'locales/en/shell.json': '{"home": "Home"}',
  'locales/en/page.json': '{"title": "A page", "text": "Words"}',
  'locales/en/part.json': '{"title": {"long": "{count, plural, one {# part} other {# parts}}"}}',
  'locales/en/kit.json': '{"title": "Kit"}',
  'locales/fr/shell.json': '{"home": "Accueil"}',
  'locales/fr/page.json': '{"title": "Une page"}',
}

type Speech = { language: string; messages: object }

/** What the built main.tsx exports. */
type Site = {
  loadSpeech(): Promise<Speech>
  changeLanguage(language: string): Promise<Speech>
  openPage(): Promise<{ Page: unknown }>
  openOther(): Promise<{ Other: unknown }>
  openWordless(): Promise<{ answer: number }>
}

test('a build holds one file of texts for each group of namespaces that comes at once, in each language', async () => {
  await withSite(SITE, ({ files }) => {
    expect(files).toEqual(['en/page-part.json', 'en/shell.json', 'fr/page-part.json', 'fr/shell.json'])
  })
})

test('the start loads its own texts, and a page comes with its own and those of its parts', async () => {
  await withSite(SITE, async ({ site, asked }) => {
    const { language, messages } = await site.loadSpeech()
    expect(language).toBe('en')
    expect(messages).toEqual({ shell: { home: 'Home' } })
    await site.openPage()
    expect(messages).toMatchObject({ page: { title: 'A page', text: 'Words' }, part: { title: {} } })
    expect(asked).toEqual(['en/shell', 'en/page-part'])
  })
})

test('texts are loaded once, for two that wait for them and for one that comes later', async () => {
  await withSite(SITE, async ({ site, asked }) => {
    await Promise.all([site.openPage(), site.openOther()])
    await site.openPage()
    expect((await site.openWordless()).answer).toBe(42)
    expect(asked).toEqual(['en/page-part'])
  })
})

test('another language comes with all that has been needed, and says in English what it lacks', async () => {
  await withSite(SITE, async ({ site }) => {
    await site.loadSpeech()
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

test('a page that is opened while the language changes has its texts in the new one', async () => {
  await withSite(SITE, async ({ site }) => {
    await site.loadSpeech()
    const changing = site.changeLanguage('fr')
    await site.openPage()
    expect((await changing).messages).toMatchObject({ page: { title: 'Une page' } })
  })
})

test('a page whose texts do not come does not come either, and may be asked for again', async () => {
  await withSite(SITE, async ({ site, asked, answers }) => {
    answers.status = 404
    await expect(site.openPage()).rejects.toThrow('404')
    answers.status = 200
    await expect(site.openPage()).resolves.toBeTruthy()
    expect(asked).toEqual(['en/page-part', 'en/page-part'])
  })
})

test('an import whose texts cannot be known is refused', async () => {
  const code = 'export const open = (page: string) => import(`./pages/${page}.tsx`)'
  await expect(withSite({ ...SITE, 'main.tsx': code }, () => {})).rejects.toThrow('literal address')
})

type Built = {
  site: Site
  /** The files of texts that the build holds. */
  files: string[]
  /** Which of them the browser has asked for. */
  asked: string[]
  answers: { status: number }
}

/** Builds a site, and starts it in a browser whose network is the build's folder. */
async function withSite(sources: Record<string, string>, act: (built: Built) => void | Promise<void>) {
  await withPlanted(
    Object.fromEntries(Object.entries(sources).map(([file, code]) => [`src/web/${file}`, code])),
    async (folder) => {
      for (const real of ['web/i18n', 'web/api', 'web/lib', 'shared'])
        cpSync(`src/${real}`, join(folder, 'src', real), { recursive: true })
      const asked: string[] = []
      const answers = { status: 200 }
      await buildSite(folder)
      vi.stubGlobal('navigator', { languages: ['en-GB'] })
      vi.stubGlobal('document', { getElementById: () => null, createElement: () => ({}) })
      vi.stubGlobal('fetch', async (address: string) => {
        asked.push(address.replace(/^\/assets\/texts-[\w-]{8}\/(.*)\.json$/, '$1'))
        const { status } = answers
        return new Response(status === 200 ? readFileSync(join(folder, 'dist', address)) : '', { status })
      })
      // Boundary: the build above exports what the planted main.tsx does.
      const site = (await import(/* @vite-ignore */ pathToFileURL(join(folder, 'dist/main.js')).href)) as Site
      await act({ site, files: textsOf(folder), asked, answers })
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
