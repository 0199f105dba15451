import type { Rectangle } from './page-geometry.ts'

/** What parts a word from the one before it in the file; a typed space stands inside one stretch of text. */
export type WordBreak = 'none' | 'space' | 'typed-space' | 'gap' | 'line'

/** Characters of a word that are smaller and off its base line, as offsets into its text. */
export interface ScriptStretch {
  readonly start: number
  readonly end: number
  readonly script: 'super' | 'sub'
}

/** Where in a word another text object of the file begins. */
export interface WordSeam {
  /** Offset into the word's text. */
  readonly at: number
  readonly x: number
}

/** A word and the box of its advance, in points of the frame that its text runs in. */
export interface PdfWord extends Rectangle {
  /** Without spaces, in logical order. */
  readonly text: string
  /** Points, as it is shown. */
  readonly size: number
  /** This and `italic` are of most of its letters. */
  readonly bold: boolean
  /** Absent, as the next two, where it is not known. */
  readonly italic?: boolean
  /** The typeface, whatever its weight and slope. */
  readonly family?: string
  /** Its colour, as 0xRRGGBB. */
  readonly ink?: number
  /** The part that is bold or italic, as offsets into the text: quotes around it and a comma behind it often are not. Absent: all. */
  readonly styled?: { readonly start: number; readonly end: number }
  /** A line is drawn through it; absent: none. */
  readonly struck?: boolean
  /** Absent: none. */
  readonly scripts?: readonly ScriptStretch[]
  /** Of an upright word that runs to the right; absent: none, or not known. */
  readonly seams?: readonly WordSeam[]
  /** As on a typewriter. */
  readonly fixedPitch: boolean
  readonly baseline: number
  readonly break: WordBreak
  /** It ends with a hyphen that may be there only because the line ends. */
  readonly hyphenated: boolean
  readonly rightToLeft: boolean
  /** Of figures and signs that the file has in reading order, each to the left of the last; absent: they are as they are seen. */
  readonly goesLeft?: true
  /** Number of the marked content that it belongs to; -1: none. */
  readonly content: number
  /** It is marked as no part of the text: a running header, a watermark. */
  readonly artifact: boolean
  /** 0 to 1, of a word that was read from a picture. */
  readonly confidence?: number
}
