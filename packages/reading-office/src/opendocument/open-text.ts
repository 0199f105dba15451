import type { ExtractRequest } from '@chancery/core'
import { ModelBuilder } from '@chancery/reading/model/model-builder'
import { PackageParts } from '../package/package-parts.ts'
import { descend, type XmlElement } from '@chancery/reading/xml/xml-element'
import type { ReadingOptions } from '@chancery/reading/reader'
import { corruptDocument } from '@chancery/reading/reading-errors'
import { DocumentStyles } from './document-styles.ts'
import { listStylesOf } from './list-styles.ts'
import { readMetaProperties } from './meta-properties.ts'
import { TextStory } from './text-story.ts'
import { TrackedChanges } from './tracked-changes.ts'

/** A text or presentation as it is opened: its parts, its styles, and a model to be filled with its properties in it. */
interface OpenText {
  readonly parts: PackageParts
  /** Root of `styles.xml`. */
  readonly common: XmlElement | undefined
  readonly body: XmlElement
  readonly styles: DocumentStyles
  readonly story: TextStory
  readonly builder: ModelBuilder
}

/** @throws `document_corrupt` where the body is of another kind */
export function openText(
  bytes: Uint8Array,
  kind: 'text' | 'presentation',
  { revisions }: Pick<ExtractRequest, 'revisions'>,
  { limits, pictures }: Pick<ReadingOptions, 'limits' | 'pictures'>,
): OpenText {
  const parts = new PackageParts(bytes, limits, pictures)
  const content = parts.xml('content.xml')
  const common = parts.xml('styles.xml')
  const body = descend(content, 'office:body', `office:${kind}`)
  if (body === undefined) throw corruptDocument(`The package has no ${kind} in it.`)
  const builder = new ModelBuilder(limits)
  readMetaProperties(parts.xml('meta.xml'), builder)
  builder.language = builder.metadata['language'] ?? null
  const styles = new DocumentStyles(content, common)
  const story = new TextStory({
    parts,
    styles,
    listStyles: listStylesOf([common, content]),
    changes: new TrackedChanges(body, revisions),
    maxCells: limits.cells,
  })
  return { parts, common, body, styles, story, builder }
}
