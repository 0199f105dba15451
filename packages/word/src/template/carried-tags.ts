import type { Tag } from '@chancery/tags'
import { escapeXml } from '../xml/escape-xml.ts'
import type { RunInsert } from '../runs/inserts.ts'
import { refuseCarriedBomb } from './tag-limits.ts'

/**
 * Signs that a fill puts into the XML of parts for a while: Unicode's noncharacters for internal use, which are taken out
 * of templates and values.
 */
export const signs = {
  /** Before the number of a tag that something else than braces carries. */
  tag: '\ufdd0',
  tagEnd: '\ufdd1',
  /** Instead of `tagEnd` where nothing is seen in the document: a section that another tag brought. */
  unseenEnd: '\ufdd8',
  /** Before the number of a place that its text is written to afterwards. */
  place: '\ufdd2',
  /** Between the number of a place and its text. */
  text: '\ufdd3',
  end: '\ufdd4',
  /** On both sides of a tag in an address. */
  value: '\ufdd5',
  /** What an optional tag writes where the data has nothing for it. */
  absent: '\ufdd6',
  /** Stands for a field within the code of another. */
  nested: '\ufdd7',
} as const

export const internalSigns = /[\ufdd0-\ufdef]/g
/** A mark of a carried tag in the text of a paragraph. */
export const tagMarks = /\ufdd0(\d+)[\ufdd1\ufdd8]/g

/** A tag that is not written in braces: a field of Word's, a content control. */
export interface CarriedTag {
  readonly parsed: Tag
  /** As the field is written. */
  readonly tag: string
  /** The runs that it stands for, where they can be put back. */
  readonly original?: string
  /** The element that a section repeats, where it is not the one that docxtemplater would choose. */
  readonly repeats?: string
  /** A tag in braces directly behind the mark says the same. */
  readonly isWritten?: true
  /** What stands behind it, reads the next record of the merge. */
  readonly isNextRecord?: true
}

/** The mark of a carried tag that nobody sees, by its number. */
export const columnMark = (number: number): string => `${signs.tag}${number}${signs.unseenEnd}`

/** The carried tags of a template; each is a mark in the text until it is filled. */
export class CarriedTags {
  readonly all: CarriedTag[] = []

  /** The mark that stands for it. @throws `payload_too_large` for more than any template has */
  add(tag: CarriedTag): string {
    this.all.push(tag)
    refuseCarriedBomb(this.all.length)
    return `${signs.tag}${this.all.length - 1}${signs.tagEnd}`
  }
}

/** A paragraph that only carries a tag. */
export const carrierStart = '<w:p w:rsidR="\ufdd9">'
export const carriers = /<w:p w:rsidR="\ufdd9"(?:\/>|>[^]*?<\/w:p>)/g

/** Whether a text holds any of them. */
export const signsIn = /[\ufdd0-\ufdef]/
/** A field that stays as it is, so that a later fill finds it. */
export const keptField = ({ original, tag }: CarriedTag): RunInsert => ({
  text: `{${tag}}`,
  render: ({ runProperties }) => ({
    kind: 'runs',
    xml: original ?? `<w:r>${runProperties}<w:t xml:space="preserve">${escapeXml(`{${tag}}`)}</w:t></w:r>`,
  }),
})
