import { Share2 } from '#web/ui/icons/share-2.tsx'
import { useState } from 'react'
import type { ComponentProps } from 'react'
import { useTranslations } from 'use-intl/react'
import { useLazyComponent } from '#web/ui/overlays/use-lazy-component.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { ShareSheet } from './share-sheet.tsx'

type ShareButtonProps = Pick<
  ComponentProps<typeof ShareSheet>,
  'title' | 'name' | 'address' | 'embedHtml' | 'children'
> &
  Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'className'> & {
    /** Called before the sheet opens. */
    onOpen?: () => void
    /** An icon on top of the video. */
    isOnVideo?: boolean | undefined
  }

/** The 'Share' button and its sheet, whose code is loaded on the first click. */
export function ShareButton({
  title,
  name,
  address,
  embedHtml,
  children,
  onOpen,
  isOnVideo = false,
  ...buttonProps
}: ShareButtonProps) {
  const t = useTranslations('share')
  const { Component: Sheet, isLoading, load } = useLazyComponent(loadSheet)
  const [isOpen, setIsOpen] = useState(false)
  const open = () => {
    onOpen?.()
    void load().then(setIsOpen)
  }
  return (
    <>
      {isOnVideo ? (
        <IconButton
          variant="video"
          label={t('share')}
          aria-haspopup="dialog"
          aria-busy={isLoading}
          onClick={open}
        >
          <Share2 aria-hidden />
        </IconButton>
      ) : (
        <Button aria-haspopup="dialog" pending={isLoading} onClick={open} {...buttonProps}>
          <Share2 aria-hidden />
          {t('share')}
        </Button>
      )}
      {Sheet && (
        <Sheet open={isOpen} onOpenChange={setIsOpen} {...{ title, name, address, embedHtml }}>
          {children}
        </Sheet>
      )}
    </>
  )
}

const loadSheet = async () => (await import('./share-sheet.tsx')).ShareSheet
