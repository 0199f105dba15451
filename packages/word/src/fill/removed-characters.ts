import type { Finding } from '@chancery/core'
import { locate } from '../template/locate.ts'
import type { WordPlace } from '../template/word-template.ts'

/** Values that lost characters, each tag once. */
export class RemovedCharacters {
  readonly findings: Finding[] = []
  private readonly noted = new Set<string>()

  note(place: WordPlace, tag: string): void {
    if (this.noted.has(tag)) return
    this.noted.add(tag)
    this.findings.push({
      code: 'characters_removed',
      severity: 'warning',
      message: 'The value had characters that a document cannot hold; they were left out.',
      location: locate(place, tag),
    })
  }
}
