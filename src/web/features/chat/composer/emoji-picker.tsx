import { Popover as Radix } from 'radix-ui'
import { useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { readStorage, writeStorage } from '#web/lib/storage/browser-storage.ts'
import { toned, useEmojis, useTones } from './use-emojis.ts'

const COLUMNS = 8
/** From the end of its button to that of the chat's field and button, in px. */
const BESIDE_SEND = -58
const TONE_KEY = 'emoji-tone'

type EmojiPickerProps = { trigger: ReactNode; onPick: (emoji: string) => void }

/** A small choice of emoji over the field; what is picked is inserted, and the field has the focus again. */
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
        alignOffset={BESIDE_SEND}
        sideOffset={8}
        collisionPadding={8}
        aria-label={t('title')}
        onCloseAutoFocus={(event) => {
          if (picked.current === null) return
          event.preventDefault()
          onPick(picked.current)
          picked.current = null
        }}
        className="z-30 max-h-(--radix-popover-content-available-height) w-[21.5rem] max-w-[calc(100vw-1rem)] animate-appear overflow-y-auto rounded-card bg-surface p-3 shadow-float forced-colors:border"
      >
        <Choice onPick={pick} />
      </Radix.Content>
    </Radix.Root>
  )
}

function Choice({ onPick }: { onPick: (emoji: string) => void }) {
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
              const sign = emoji.hasTone ? toned(emoji.sign, tone) : emoji.sign
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
                  {sign}
                </button>
              )
            })}
          </fieldset>
        ))}
      </div>
      <Tones
        tone={tone}
        onChange={(next) => {
          setTone(next)
          writeStorage(TONE_KEY, next === '' ? null : next)
        }}
      />
    </>
  )
}

function Tones({ tone, onChange }: { tone: string; onChange: (tone: string) => void }) {
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
          <span aria-hidden>{toned('✋', modifier)}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** What this browser was used with last; only what is a tone. */
function readTone(): string {
  const kept = readStorage(TONE_KEY) ?? ''
  return /^[\u{1F3FB}-\u{1F3FF}]$/u.test(kept) ? kept : ''
}

/** Arrows lead through the rows as they are seen, Home and End to the ends. */
function moveFocus(event: KeyboardEvent, grid: HTMLElement | null): void {
  const emojis = [...(grid?.querySelectorAll<HTMLElement>('[data-emoji]') ?? [])]
  const from = emojis.findIndex((emoji) => emoji === document.activeElement)
  const isRtl = grid !== null && getComputedStyle(grid).direction === 'rtl'
  const to = destination(event.key, { from, last: emojis.length - 1, isRtl })
  if (from === -1 || to === null) return
  event.preventDefault()
  emojis[to]?.focus()
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
