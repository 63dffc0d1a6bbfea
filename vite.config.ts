import path, { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { icu } from './scripts/icu.ts'
import { moduleGraph } from './scripts/module-graph.ts'
import { precompress } from './scripts/precompress.ts'
import { texts } from './scripts/texts.ts'

const site = fileURLToPath(new URL('src/web', import.meta.url))
const api = `http://127.0.0.1:${process.env['PORT'] ?? 5000}`

export default defineConfig({
  root: site,
  plugins: [icu(), texts(site), react(), tailwindcss(), precompress()],
  build: {
    outDir: fileURLToPath(new URL('dist/web', import.meta.url)),
    emptyOutDir: true,
    // The content security policy forbids data: URLs for fonts and images, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: [path.join(site, 'index.html'), path.join(site, 'checkout.html')],
      output: {
        // Shorter than usual: the first script names all others, and random characters cannot be compressed.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            // Changes only when React is updated, so browsers cache it across releases.
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/,
              tags: ['$initial'],
              priority: 2,
            },
            // Code that every page needs, as one file: with many small files, headers would exceed the code.
            // Not of the checkout, which is a document of its own.
            { name: 'base', test: /^(?!.*[\\/]web[\\/]checkout)/, tags: ['$initial'], priority: 1 },
            // Libraries that several pages share. The bundler places the modules of this project, except for the last
            // two groups: grouping them by the pages that share them makes chunks import each other in a cycle, and then
            // the page opened first decides which page breaks.
            { name: 'query', test: /node_modules[\\/]@tanstack[\\/]/ },
            { name: 'forms', test: /node_modules[\\/](react-hook-form|@hookform)[\\/]/ },
            { name: 'schemas', test: /node_modules[\\/]zod[\\/]/ },
            // The icons import nothing else of this project.
            { name: 'icons', test: /[\\/]web[\\/]ui[\\/]icons[\\/]/, minShareCount: 2 },
            // Otherwise about fifty files of a few hundred bytes. The landing page must not need this chunk.
            { name: 'members', test: isSignedInFoundation() },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: {
      // Excludes the modules of src/web/api, whose URLs have the same prefix.
      '^/api/(?!.+\\.tsx?(\\?|$))': { target: api, changeOrigin: false },
      '^/checkout/[^.]+$': { target: api, changeOrigin: false },
      '/files': { target: api, changeOrigin: false },
      '/previews': { target: api, changeOrigin: false },
      '/ws': { target: api, ws: true, changeOrigin: false },
    },
  },
})

/**
 * Matches the modules of the foundation and of the domains' shared folders that the first page of a signed-in user needs. They
 * import no feature (`scripts/checks/import-rules.mjs`), so their chunk cannot be part of a cycle.
 */
function isSignedInFoundation(): (id: string) => boolean {
  const { reachableFrom } = moduleGraph(site)
  const needed = new Set([...reachableFrom('pages/home.tsx'), ...reachableFrom('member-frame.tsx')])
  return (id) =>
    /[\\/]src[\\/](shared|web[\\/](ui|lib|api|realtime|features[\\/]\w+[\\/]shared))[\\/]/.test(id) &&
    needed.has(moduleOf(id))
}

/** Path of a module relative to the site's folder. */
function moduleOf(id: string): string {
  return relative(site, id).replaceAll('\\', '/')
}
