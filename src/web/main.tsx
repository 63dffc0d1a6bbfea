import './styles/app.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api/query-client.ts'
import { I18nProvider, loadSpeech } from './i18n/provider.tsx'
import { Router } from './router.tsx'
import './theme/theme.ts'
import { Toaster } from './ui/toaster.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

const speech = await loadSpeech()
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <I18nProvider initial={speech}>
        <Router />
        <Toaster />
      </I18nProvider>
    </QueryClientProvider>
  </StrictMode>,
)
