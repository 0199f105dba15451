import type { ExtractRequest, Revision } from '@chancery/core'
import { childrenOf, descend, findAll, textOf, type XmlElement } from '@chancery/reading/xml/xml-element'

export interface TrackedChange {
  readonly type: Revision['type']
  readonly author?: string
  readonly date?: string
  /** Of a deletion: what was taken out. */
  readonly content?: XmlElement
}

/** The changes that a text tracks, by id (ISO/IEC 26300, 5.5), and how they are to be read. */
export class TrackedChanges {
  readonly view: ExtractRequest['revisions']
  private readonly changes = new Map<string, TrackedChange>()

  constructor(body: XmlElement | undefined, view: ExtractRequest['revisions']) {
    this.view = view
    for (const list of findAll(body, 'text:tracked-changes')) {
      for (const region of childrenOf(list, 'text:changed-region')) {
        const id = region.attributes['xml:id'] ?? region.attributes['text:id']
        const [change] = childrenOf(region)
        if (id !== undefined && change !== undefined) this.changes.set(id, changeOf(change))
      }
    }
  }

  of(id: string | undefined): TrackedChange | undefined {
    return id === undefined ? undefined : this.changes.get(id)
  }

  /** A deletion stands at one place of the text. */
  forget(id: string): void {
    this.changes.delete(id)
  }
}

function changeOf(change: XmlElement): TrackedChange {
  const info = descend(change, 'office:change-info')
  const author = textOf(descend(info, 'dc:creator')).trim()
  const date = textOf(descend(info, 'dc:date')).trim()
  const type = change.name === 'text:insertion' ? 'insertion' : change.name === 'text:deletion' ? 'deletion' : 'format'
  return {
    type,
    ...(author === '' ? {} : { author }),
    ...(date === '' ? {} : { date }),
    ...(type === 'deletion' ? { content: change } : {}),
  }
}
