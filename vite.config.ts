import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { icu } from './scripts/icu.ts'

const english = fileURLToPath(new URL('src/web/locales/en.json', import.meta.url))
const api = `http://127.0.0.1:${process.env['PORT'] ?? 5000}`

export default defineConfig({
  root: fileURLToPath(new URL('src/web', import.meta.url)),
  plugins: [icu(english), react(), tailwindcss()],
  build: {
    outDir: fileURLToPath(new URL('dist/web', import.meta.url)),
    emptyOutDir: true,
    // The content security policy allows no data: fonts or images, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    host: '127.0.0.1',
    proxy: {
      '/api': { target: api, changeOrigin: false },
      '/ws': { target: api, ws: true, changeOrigin: false },
    },
  },
})
