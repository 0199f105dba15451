import type { Link } from '@chancery/core'
import type { RunLook } from '../model/run-look.ts'
import type { RtfField } from './rtf-fields.ts'
import type { RtfMath } from './rtf-math.ts'
import type { RtfPicture } from './rtf-pictures.ts'
import type { RtfStory, RunRevision } from './rtf-story.ts'
import type { Indents } from './typed-items.ts'

/** Where text goes at the moment. */
export type Destination = 'story' | 'skip' | 'collect' | 'fonts' | 'styles' | 'lists' | 'information' | 'hex'

/** A picture or shape: its description may come after its bytes. */
export interface Described {
  property: string
  altText?: string
  /** A picture was met that it shows. */
  isPicture?: boolean
}

/** What `\object` holds. */
export interface EmbeddedObject {
  className: string
  readonly hex: Uint8Array[]
}

/** A text on its way to where its group's end puts it. */
export interface Collected {
  text: string
}

/** What a group inherits from the one around it and gives back at its end. */
export interface RtfState {
  destination: Destination
  story: RtfStory
  /** How many stories this one stands in. */
  storyDepth: number
  collected: Collected
  hex: Uint8Array[] | undefined
  field: RtfField | undefined
  /** Where the text of a formula goes. */
  math: RtfMath | undefined
  link: Omit<Link, 'span'> | undefined
  described: Described | undefined
  picture: RtfPicture | undefined
  object: EmbeddedObject | undefined
  /** Where the text of `\fldrslt`, `\result` and `\ud` goes: where the group around it stood. */
  outer: Destination
  /** Run when the group ends; never inherited. */
  onEnd: (() => void) | undefined
  font: number
  fallbacks: number
  hidden: boolean
  look: RunLook
  changes: RunChanges
  revision: RunRevision | undefined
  style: number
  outlineLevel: number | undefined
  list: number
  indents: Indents
  listLevel: number
  inTable: boolean
  tableLevel: number
  isNestedProperties: boolean
  /** Whether the paragraph begins a page. */
  breaksBefore: boolean
}

/** The tracked changes of a run, by the authors' numbers and Word's dates. */
export interface RunChanges {
  readonly inserted?: boolean
  readonly deleted?: boolean
  readonly moved?: 'move-from' | 'move-to'
  readonly author?: number
  readonly date?: number
  readonly deletedBy?: number
  readonly deletedAt?: number
}

export const noChanges: RunChanges = {}

/** `\revdttm` (RTF 1.9.1, "Track Changes"): minute, hour, day, month, year since 1900, from the lowest bit up. */
export function dateOfRevision(packed: number): string | undefined {
  const [minute, hour, day] = [packed & 0x3f, (packed >> 6) & 0x1f, (packed >> 11) & 0x1f]
  const [month, year] = [(packed >> 16) & 0xf, 1900 + ((packed >> 20) & 0x1ff)]
  return isoDate(year, month, day, hour, minute)
}

/** Local time, as the program wrote it; `undefined` for what is no date. */
export function isoDate(year: number, month: number, day: number, hour: number, minute: number): string | undefined {
  if (!(month >= 1 && month <= 12 && day >= 1 && day <= 31 && hour < 24 && minute < 60)) return undefined
  if (!(year >= 1000 && year <= 9999)) return undefined
  const two = (number: number): string => String(number).padStart(2, '0')
  return `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:00`
}
