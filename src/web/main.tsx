import './styles/app.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { I18nProvider } from './i18n/provider.tsx'
import { loadLanguage } from './i18n/texts.ts'
import { preloadRootPage, Router } from './router.tsx'
import './theme/theme.ts'
import { getSite } from './api/site.ts'
import { applyAccent } from './theme/accent.ts'
import { Toaster } from '#web/ui/overlays/toaster.tsx'
import { loadTooltipsOnUse } from '#web/ui/overlays/tooltip.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

applyAccent(getSite()['general.accentHue'])
preloadRootPage()
loadTooltipsOnUse()
const language = await loadLanguage()
createRoot(root).render(
  <StrictMode>
    <I18nProvider initial={language}>
      <Router />
      <Toaster />
    </I18nProvider>
  </StrictMode>,
)
