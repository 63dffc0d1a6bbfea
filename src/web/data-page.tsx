import type { ComponentType } from 'react'
import { lazyPage } from './features/shell/page-boundary.tsx'

/** A page that loads or changes data: the query client comes with it, and not with the landing page. */
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
