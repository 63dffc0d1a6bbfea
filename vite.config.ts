import { relative } from 'node:path'
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
    // The content security policy allows no data: fonts or images, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Changes with an update of React alone, so visitors keep it from release to release.
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/,
              tags: ['$initial'],
              priority: 2,
            },
            // What every page starts with, as one file: in many small ones, headers weigh more than code.
            { name: 'base', tags: ['$initial'], priority: 1 },
            // Libraries that several pages share. Our own modules are left to the bundler, but for the last group:
            // grouped by who shares them, chunks came to need each other in a circle, and which page broke depended
            // on the one opened first.
            { name: 'query', test: /node_modules[\\/]@tanstack[\\/]/ },
            { name: 'forms', test: /node_modules[\\/](react-hook-form|@hookform)[\\/]/ },
            { name: 'schemas', test: /node_modules[\\/]zod[\\/]/ },
            { name: 'icons', test: /node_modules[\\/]lucide-react[\\/]/, minShareCount: 2 },
            // Fifty files of some hundred bytes each otherwise. The landing page has to do without it.
            { name: 'members', test: membersFoundation() },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: {
      // Not the modules of src/web/api, whose addresses begin alike.
      '^/api/(?!.+\\.tsx?(\\?|$))': { target: api, changeOrigin: false },
      '/files': { target: api, changeOrigin: false },
      '/ws': { target: api, ws: true, changeOrigin: false },
    },
  },
})

/**
 * What a member's first page needs of the foundation, which all the others then have. It knows no feature
 * (`.dependency-cruiser.mjs`), so its chunk can be part of no circle.
 */
function membersFoundation(): (id: string) => boolean {
  const { reach } = moduleGraph(site)
  const needed = new Set([...reach('pages/home.tsx'), ...reach('member-frame.tsx')])
  return (id) =>
    /[\\/]src[\\/](shared|web[\\/](ui|lib|api|realtime))[\\/]/.test(id) && needed.has(moduleOf(id))
}

/** The path of a module from the site's folder. */
function moduleOf(id: string): string {
  return relative(site, id).replaceAll('\\', '/')
}
