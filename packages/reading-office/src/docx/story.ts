import type { BlockLayer, FormField, ImageReference, Revision } from '@chancery/core'
import type { BlockSink, BlockTraits } from '@chancery/reading/model/block-sink'
import type { ModelBuilder } from '@chancery/reading/model/model-builder'
import type { XmlElement } from '@chancery/reading/xml/xml-element'
import type { AlternateChoice } from './alternate-choice.ts'
import type { ListNumberings } from './list-numbering.ts'
import type { PageBreaks } from './page-breaks.ts'
import type { StyleSheet } from './style-sheet.ts'
import type { RevisionView } from '@chancery/reading/office-math/tracked-change'

export type TextBlock = Parameters<BlockSink['block']>[0]
export type NoteKind = 'footnote' | 'endnote' | 'comment'

/** What all stories of a document share. */
export interface StoryDocument {
  readonly view: RevisionView
  readonly styles: StyleSheet
  readonly lists: ListNumberings
  readonly alternates: AlternateChoice
  readonly builder: ModelBuilder
  readonly formFields: FormField[]
  readonly revisions: Revision[]
  /** A reference to a note or comment; `custom`: its mark is written out. */
  refer(kind: NoteKind, id: string, custom: boolean): void
  /** A block was written: it holds the references that came since the last one. */
  written(index: number | undefined): void
  bookmark(name: string, page: number): void
}

type Write = (relationship: string, sink: BlockSink, layer: Pick<BlockTraits, 'layer'>) => void

/** What belongs to the part in which a story stands. */
export interface StoryPart {
  /** Address behind a relationship; `undefined` where it leads into the package. */
  address(relationship: string): string | undefined
  picture(relationship: string): Pick<ImageReference, 'contentType' | 'content'>
  readonly chart: Write
  readonly diagram: Write
  readonly alternativeChunk: Write
  drawnText(body: XmlElement, sink: BlockSink, layer: Pick<BlockTraits, 'layer'>): void
}

export interface StoryTraits {
  /** What plain paragraphs of this story are. */
  readonly type: TextBlock
  readonly layer?: BlockLayer
  /** Of its first block: the number of a note, the author of a comment. */
  readonly first?: Pick<BlockTraits, 'marker' | 'note' | 'author' | 'date'>
  readonly parent?: number
  /** Of the body only. */
  readonly pages?: PageBreaks
  /** Of the body: whether the section after the nth begins on a new page. */
  readonly newPages?: readonly boolean[]
}
