import { useState } from 'react'
import type { ComponentType } from 'react'
import { toast } from '#web/ui/overlays/toast.ts'
import { useErrorText } from '#web/lib/forms/use-error-text.ts'

/**
 * Loads the code of a component (a menu, a dialog) on the first call of `ask`; `load` is an `import()`. If it cannot be
 * fetched, `ask` shows a toast and resolves to false, and the next call tries again.
 */
export function useLazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const errorText = useErrorText()
  const [loaded, setLoaded] = useState<{ Part: ComponentType<Props> } | null>(null)
  const [isLoading, setIsLoading] = useState(false)
  const ask = async (): Promise<boolean> => {
    setIsLoading(true)
    try {
      const Part = await load()
      setLoaded({ Part })
      return true
    } catch (error) {
      toast({ variant: 'destructive', title: errorText(error) })
      return false
    } finally {
      setIsLoading(false)
    }
  }
  return { Part: loaded?.Part ?? null, isLoading, ask }
}
