import { Popover as Radix } from 'radix-ui'
import { useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { readStorage, writeStorage } from '#web/lib/storage/browser-storage.ts'
import { applyTone, useEmojis, useTones } from './use-emojis.ts'

const COLUMNS = 8
/** Moves the picker from the end of its button to the end of the Send button, in px. */
const ALIGN_OFFSET_PX = -58
const TONE_STORAGE_KEY = 'emoji-tone'

type EmojiPickerProps = { trigger: ReactNode; onPick: (emoji: string) => void }

/** A small choice of emoji above the field; the picked one is inserted, and the field gets the focus. */
export function EmojiPicker({ trigger, onPick }: EmojiPickerProps) {
  const t = useTranslations('emoji')
  const [isOpen, setIsOpen] = useState(true)
  const picked = useRef<string | null>(null)
  const pick = (emoji: string) => {
    picked.current = emoji
    setIsOpen(false)
  }
  return (
    <Radix.Root open={isOpen} onOpenChange={setIsOpen}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Content
        side="top"
        align="end"
        alignOffset={ALIGN_OFFSET_PX}
        sideOffset={8}
        collisionPadding={8}
        aria-label={t('title')}
        onCloseAutoFocus={(event) => {
          if (picked.current === null) return
          event.preventDefault()
          onPick(picked.current)
          picked.current = null
        }}
        // On phones below the video.
        className="z-30 max-h-(--radix-popover-content-available-height) portrait-phone:max-h-[min(var(--radix-popover-content-available-height),calc(100dvh-min(56.25vw,45dvh)-88px))] w-[21.5rem] max-w-[calc(100vw-1rem)] animate-appear overflow-y-auto rounded-card bg-surface p-3 shadow-float forced-colors:border"
      >
        <EmojiGrid onPick={pick} />
      </Radix.Content>
    </Radix.Root>
  )
}

function EmojiGrid({ onPick }: { onPick: (emoji: string) => void }) {
  const groups = useEmojis()
  const [tone, setTone] = useState(readTone)
  const grid = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(groups[0]?.emojis[0]?.sign)
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the buttons inside */}
      <div ref={grid} onKeyDown={(event) => moveFocus(event, grid.current)} className="grid gap-2">
        {groups.map(({ name, emojis }) => (
          <fieldset key={name} aria-label={name} className="grid grid-cols-8">
            {emojis.map((emoji) => {
              const sign = emoji.hasTone ? applyTone(emoji.sign, tone) : emoji.sign
              return (
                <button
                  key={emoji.sign}
                  type="button"
                  data-emoji
                  aria-label={emoji.name}
                  data-tooltip={emoji.name}
                  tabIndex={emoji.sign === active ? 0 : -1}
                  onFocus={() => setActive(emoji.sign)}
                  onClick={() => onPick(sign)}
                  className="grid h-10 place-items-center rounded-control text-[1.375rem] leading-none hover:bg-raised focus-visible:bg-raised"
                >
                  {emoji.own ? (
                    <img src={emoji.own.url} alt="" width={28} height={28} className="size-7" />
                  ) : (
                    sign
                  )}
                </button>
              )
            })}
          </fieldset>
        ))}
      </div>
      <ToneChoice
        tone={tone}
        onChange={(next) => {
          setTone(next)
          writeStorage(TONE_STORAGE_KEY, next === '' ? null : next)
        }}
      />
    </>
  )
}

function ToneChoice({ tone, onChange }: { tone: string; onChange: (tone: string) => void }) {
  const t = useTranslations('emoji')
  const tones = useTones()
  return (
    <fieldset className="mt-2 flex items-center border-t border-line pt-2">
      <legend className="sr-only">{t('tone')}</legend>
      {tones.map(({ modifier, name }) => (
        <label
          key={modifier}
          data-tooltip={name}
          className="grid size-10 flex-none place-items-center rounded-control text-[1.25rem] leading-none has-checked:bg-link-soft has-checked:shadow-[inset_0_-3px_0_var(--link)] has-focus-visible:outline-3 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name="emoji-tone"
            aria-label={name}
            checked={tone === modifier}
            onChange={() => onChange(modifier)}
            className="sr-only"
          />
          <span aria-hidden>{applyTone('✋', modifier)}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** Returns the tone that was last chosen in this browser; '' if the stored value is not a skin tone. */
function readTone(): string {
  const storedTone = readStorage(TONE_STORAGE_KEY) ?? ''
  return /^[\u{1F3FB}-\u{1F3FF}]$/u.test(storedTone) ? storedTone : ''
}

/** Arrow keys move through the grid in visual order, Home and End to its ends. */
function moveFocus(event: KeyboardEvent, grid: HTMLElement | null): void {
  const cells = cellsOf(grid)
  const from = cells.findIndex((cell) => cell === document.activeElement)
  const isRtl = grid !== null && getComputedStyle(grid).direction === 'rtl'
  const to = destination(event.key, { from, last: cells.length - 1, isRtl })
  if (from === -1 || to === null) return
  event.preventDefault()
  let index = to
  while (index !== from && cells[index] === cells[from]) index += Math.sign(to - from)
  cells[index]?.focus()
}

/** Returns the buttons by row and column: the last one of a row that is not full also stands for its empty cells. */
function cellsOf(grid: HTMLElement | null): HTMLElement[] {
  return [...(grid?.querySelectorAll('fieldset') ?? [])].flatMap((group) => {
    const emojis = [...group.querySelectorAll<HTMLElement>('[data-emoji]')]
    const empty = (COLUMNS - (emojis.length % COLUMNS)) % COLUMNS
    return [...emojis, ...Array.from({ length: empty }, () => emojis.slice(-1)).flat()]
  })
}

function destination(key: string, { from, last, isRtl }: { from: number; last: number; isRtl: boolean }) {
  const forward = isRtl ? -1 : 1
  const steps: Record<string, number> = {
    ArrowRight: forward,
    ArrowLeft: -forward,
    ArrowDown: COLUMNS,
    ArrowUp: -COLUMNS,
    Home: -from,
    End: last - from,
  }
  const step = steps[key]
  if (step === undefined) return null
  const to = from + step
  return to < 0 || to > last ? from : to
}
