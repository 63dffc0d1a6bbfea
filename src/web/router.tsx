import { lazy, Suspense } from 'react'
import { Route, Switch } from 'wouter'
import { PageSpinner } from './ui/spinner.tsx'

/** Every address of the site; a page is fetched when it is first opened. */
export function Router() {
  return (
    <Suspense fallback={<PageSpinner />}>
      <Switch>{import.meta.env.DEV && <Route path="/dev/kit" component={KitPage} />}</Switch>
    </Suspense>
  )
}

const KitPage = lazy(async () => ({ default: (await import('./pages/kit.tsx')).KitPage }))
