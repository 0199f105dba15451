import type { SectionNode, ValueNode } from '@chancery/tags'
import type { WordPlace } from '../template/word-template.ts'

/**
 * A part as a flat program: what stands still as text, what a fill decides as steps. Running it gives what docxtemplater
 * renders, byte for byte; see `program-of-part.ts` for how it is made, and `run-program.ts` for what each step does.
 */
export type Step = TextStep | ValueStep | SectionStep | GuardStep

/** XML that is copied. What surrounds it may be empty in one fill and not in another; the rest tells what then happens. */
export interface TextStep {
  readonly kind: 'text'
  readonly xml: string
  /** What stands there in later turns of a section, where that is not the same: paragraphs without their ids. */
  readonly later?: string
  /** Which elements begin in it: bits of `elementBits`. */
  readonly begins: number
  /** It ends with `<w:t xml:space="preserve">`, which becomes `<w:t/>` where no text follows. */
  readonly opensText: boolean
  /** It starts with `</w:t>`. */
  readonly closesText: boolean
  /** Where an empty paragraph belongs if a table stands directly before: an offset, or -1 where none is needed. */
  readonly afterTable: number
  /** Something but white space and ends of bookmarks is in it. */
  readonly isSignificant: boolean
  readonly endsTable: boolean
}

export interface ValueStep {
  readonly kind: 'value'
  readonly node: ValueNode<WordPlace>
  /** It stands in a run of text, which can be broken into lines. */
  readonly isInRun: boolean
}

export interface SectionStep {
  readonly kind: 'section'
  readonly node: SectionNode<WordPlace>
  readonly body: readonly Step[]
  /** A page break stands with the tag that opens (closes) the section: each turn (the last turn) keeps it. */
  readonly breaksBefore: boolean
  readonly breaksAfter: boolean
  /** Present where sections of pages (`w:sectPr`) end in it. */
  readonly pages?: PageTurns
}

/** What becomes of sections of pages that are repeated or left out. */
export interface PageTurns {
  /** Turns after the first take over the headers and footers of the first, instead of naming them again. */
  readonly inherits: boolean
  /** Turns after the first begin on the page on which the one before ends, as what follows does. */
  readonly continues: boolean
  /** What stands where there is no turn, so that what is before keeps its pages; empty where nothing has to. */
  readonly rest: string
}

/** An element that must not be empty: a table cell without a paragraph, say, is what Word calls corrupt. */
export interface GuardStep {
  readonly kind: 'guard'
  /** From its start tag to its end tag. */
  readonly body: readonly Step[]
  /** It is whole once one of these began in it: bits of `elementBits`. */
  readonly wants: number
  /** What is put before its end tag otherwise; `undefined`: it is left out. */
  readonly filling: string | undefined
}

/** The elements that decide whether another is empty. */
export const elementBits: Readonly<Record<string, number>> = {
  'w:p': 1,
  'w:r': 2,
  'w:commentRangeStart': 4,
  'w:sdt': 8,
  'w:tc': 16,
  'w:tr': 32,
}

/** docxtemplater's `tagShouldContain` for docx, in its order. */
export const guarded: Readonly<Record<string, Pick<GuardStep, 'wants' | 'filling'>>> = {
  'w:sdtContent': { wants: 1 | 2 | 4 | 8, filling: '<w:p></w:p>' },
  'w:tc': { wants: 1, filling: '<w:p></w:p>' },
  'w:tr': { wants: 16, filling: undefined },
  'w:tbl': { wants: 32, filling: undefined },
}

export const textStart = '<w:t xml:space="preserve">'
export const textEnd = '</w:t>'
export const pageBreak = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>'
export const pageBreakRun = '<w:r><w:br w:type="page"/></w:r>'
