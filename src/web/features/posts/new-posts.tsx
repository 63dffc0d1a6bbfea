import { ArrowUp } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import { useErrorText } from '#web/lib/api-text.ts'
import { useOnce } from '#web/lib/use-once.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'

/** Says how many posts wait above the list, over what is read and without moving it. */
export function NewPosts({ count, onShow }: { count: number; onShow: () => Promise<void> }) {
  const t = useTranslations('posts')
  const errorText = useErrorText()
  const { isPending, run } = useOnce(onShow, (error) =>
    toast({ variant: 'destructive', title: errorText(error) }),
  )
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an output may not hold a button
    <div role="status" className="sticky top-3 z-5 flex h-0 justify-center">
      {count > 0 && (
        <Button
          size="sm"
          variant="on"
          pending={isPending}
          onClick={run}
          className="mt-3 animate-appear shadow-float"
        >
          <ArrowUp aria-hidden />
          {t('newPosts', { count })}
        </Button>
      )}
    </div>
  )
}
