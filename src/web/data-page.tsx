import type { ComponentType } from 'react'
import { lazyPage } from './shell/page-boundary.tsx'

/** A lazy page with the query client, which pages without data (the landing page) do not load. */
export function dataPage<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazyPage<Props>(async () => {
    const [{ DataProvider }, Page] = await Promise.all([import('./api/data-provider.tsx'), load()])
    return (props) => (
      <DataProvider>
        <Page {...props} />
      </DataProvider>
    )
  })
}
