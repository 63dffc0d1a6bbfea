import {
  AVCOL_PRI_BT2020,
  AVCOL_PRI_BT470BG,
  AVCOL_PRI_BT709,
  AVCOL_PRI_RESERVED0,
  AVCOL_PRI_SMPTE170M,
  AVCOL_PRI_UNSPECIFIED,
  AVCOL_RANGE_JPEG,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT2020_CL,
  AVCOL_SPC_BT2020_NCL,
  AVCOL_SPC_BT470BG,
  AVCOL_SPC_BT709,
  AVCOL_SPC_RGB,
  AVCOL_SPC_SMPTE170M,
  AVCOL_SPC_UNSPECIFIED,
  AVCOL_TRC_ARIB_STD_B67,
  AVCOL_TRC_BT2020_10,
  AVCOL_TRC_BT709,
  AVCOL_TRC_RESERVED0,
  AVCOL_TRC_SMPTE170M,
  AVCOL_TRC_SMPTE2084,
  AVCOL_TRC_UNSPECIFIED,
} from 'node-av/constants'
import { type Frame, avGetPixFmtName } from 'node-av/lib'

/** The colour properties of a picture, named as in FFmpeg's frames and parameters; none is unspecified. */
export type Colours = Pick<Frame, 'colorPrimaries' | 'colorTrc' | 'colorSpace' | 'colorRange'>

/** From this height on, players assume BT.709 for a picture without a matrix, and below it BT.601. */
const MIN_HD_HEIGHT = 720

const BT709 = { colorPrimaries: AVCOL_PRI_BT709, colorTrc: AVCOL_TRC_BT709, colorSpace: AVCOL_SPC_BT709 }

/**
 * Returns the colours of a frame: those that it signals, and otherwise those that browsers assume. Their assumption
 * depends on the height, so that each quality would be shown in another hue.
 */
export function coloursOf(frame: Frame): Colours {
  const { colorPrimaries, colorTrc, colorSpace } = frame
  const isFullRange = frame.colorRange === AVCOL_RANGE_JPEG || pixelFormatOf(frame).startsWith('yuvj')
  const guessed = isRgb(frame) ? AVCOL_SPC_RGB : guessMatrix(frame, isFullRange)
  const isKnown = colorSpace !== AVCOL_SPC_UNSPECIFIED && (colorSpace !== AVCOL_SPC_RGB || isRgb(frame))
  const matrix = isKnown ? colorSpace : guessed
  const others = companionsOf(matrix)
  const hasPrimaries = colorPrimaries !== AVCOL_PRI_UNSPECIFIED && colorPrimaries !== AVCOL_PRI_RESERVED0
  const hasTransfer = colorTrc !== AVCOL_TRC_UNSPECIFIED && colorTrc !== AVCOL_TRC_RESERVED0
  return {
    colorPrimaries: hasPrimaries ? colorPrimaries : others.colorPrimaries,
    colorTrc: hasTransfer ? colorTrc : others.colorTrc,
    colorSpace: matrix,
    colorRange: isFullRange ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG,
  }
}

/** Returns the colours of the encoded picture: the filters convert HDR and RGB to BT.709, and to limited range. */
export function encodedColours(source: Colours): Colours {
  const isConverted = isHdr(source) || source.colorSpace === AVCOL_SPC_RGB
  return { ...source, ...(isConverted && BT709), colorRange: AVCOL_RANGE_MPEG }
}

/** Brightness of PQ and HLG reaches beyond what other displays show. */
export function isHdr({ colorTrc }: Pick<Colours, 'colorTrc'>): boolean {
  return colorTrc === AVCOL_TRC_SMPTE2084 || colorTrc === AVCOL_TRC_ARIB_STD_B67
}

export function pixelFormatOf({ format }: Frame): string {
  // Boundary: the format of a video frame is a pixel format.
  return avGetPixFmtName(format as Parameters<typeof avGetPixFmtName>[0]) ?? 'unknown'
}

const isRgb = (frame: Frame): boolean => /rgb|bgr|gbr|pal8/.test(pixelFormatOf(frame))

function guessMatrix(frame: Frame, isFullRange: boolean): Colours['colorSpace'] {
  const { colorPrimaries } = frame
  if (isHdr(frame) || colorPrimaries === AVCOL_PRI_BT2020) return AVCOL_SPC_BT2020_NCL
  if (colorPrimaries === AVCOL_PRI_BT709) return AVCOL_SPC_BT709
  if (colorPrimaries === AVCOL_PRI_BT470BG) return AVCOL_SPC_BT470BG
  if (colorPrimaries === AVCOL_PRI_SMPTE170M) return AVCOL_SPC_SMPTE170M
  // Browsers assume the colours of JPEG for full range, at any height.
  return isFullRange || frame.height < MIN_HD_HEIGHT ? AVCOL_SPC_SMPTE170M : AVCOL_SPC_BT709
}

/** The primaries and the transfer function that usually belong to a matrix. */
function companionsOf(matrix: Colours['colorSpace']): Pick<Colours, 'colorPrimaries' | 'colorTrc'> {
  switch (matrix) {
    case AVCOL_SPC_SMPTE170M:
      return { colorPrimaries: AVCOL_PRI_SMPTE170M, colorTrc: AVCOL_TRC_SMPTE170M }
    case AVCOL_SPC_BT470BG:
      return { colorPrimaries: AVCOL_PRI_BT470BG, colorTrc: AVCOL_TRC_SMPTE170M }
    case AVCOL_SPC_BT2020_NCL:
    case AVCOL_SPC_BT2020_CL:
      return { colorPrimaries: AVCOL_PRI_BT2020, colorTrc: AVCOL_TRC_BT2020_10 }
    default:
      return BT709
  }
}
