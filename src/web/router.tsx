import { lazy, Suspense } from 'react'
import { Route, Switch } from 'wouter'
import { PageSpinner } from './ui/spinner.tsx'

/** Every address of the site; a page is fetched when it is first opened. */
export function Router() {
  return (
    <Suspense fallback={<PageSpinner />}>
      <Switch>{KitPage && <Route path="/dev/kit" component={KitPage} />}</Switch>
    </Suspense>
  )
}

// Asked here and not at the route, so that a production build holds no trace of the page.
const KitPage = import.meta.env.DEV
  ? lazy(async () => ({ default: (await import('./pages/kit.tsx')).KitPage }))
  : null
