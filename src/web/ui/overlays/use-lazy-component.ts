import { useState } from 'react'
import type { ComponentType } from 'react'
import { toast } from '#web/ui/overlays/toast.ts'
import { useErrorText } from '#web/api/use-error-text.ts'

/**
 * Loads the code of a component (a menu, a dialog) on the first call of `load`; `importComponent` wraps an `import()`. If
 * it cannot be fetched, `load` shows a toast and resolves to false, and the next call tries again.
 */
export function useLazyComponent<Props extends object>(importComponent: () => Promise<ComponentType<Props>>) {
  const errorText = useErrorText()
  const [loaded, setLoaded] = useState<{ Component: ComponentType<Props> } | null>(null)
  const [isLoading, setIsLoading] = useState(false)
  const load = async (): Promise<boolean> => {
    setIsLoading(true)
    try {
      const Component = await importComponent()
      setLoaded({ Component })
      return true
    } catch (error) {
      toast({ variant: 'destructive', title: errorText(error) })
      return false
    } finally {
      setIsLoading(false)
    }
  }
  return { Component: loaded?.Component ?? null, isLoading, load }
}
