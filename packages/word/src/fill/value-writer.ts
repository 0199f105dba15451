import { ChanceryError, type FillRequest, type Finding } from '@chancery/core'
import { policyFor, type Scope, type ValueNode, type ValueOutcome } from '@chancery/tags'
import { keptField, signs } from '../template/carried-tags.ts'
import { RichInsert } from '../rich/rich-insert.ts'
import { locate } from '../template/locate.ts'
import type { WordPlace } from '../template/word-template.ts'
import { cleanText } from '../runs/clean-text.ts'
import { highlighted } from '../runs/highlighted-run.ts'
import { Inserts } from '../runs/inserts.ts'

/** What most values lack: characters that XML cannot hold, and other line ends than `\n`. */
// oxlint-disable-next-line no-control-regex -- it is these that are looked for
const needsCleaning = /[\0-\u0008\u000b-\u001f\u2028\u2029\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]/

/** Most line breaks that the values of one fill bring. */
const maxLines = 1_000_000

/** What the tags of one fill write. Whatever renders the parts asks it, so that all write the same. */
export class ValueWriter {
  readonly inserts = new Inserts()
  /** Values that are more than text, in the order in which they were written. */
  readonly rich: RichInsert[] = []
  readonly findings: Finding[] = []
  private readonly request: Pick<FillRequest, 'missing' | 'missingPaths'>
  private readonly noted = new Set<string>()
  private lines = 0

  constructor(request: Pick<FillRequest, 'missing' | 'missingPaths'>) {
    this.request = request
  }

  /** Text that is not yet escaped, lines parted by `\n`; it may hold marks of `inserts`. */
  write(node: ValueNode<WordPlace>, outcome: ValueOutcome, scope: Scope): string {
    if (outcome.kind === 'found') {
      if ('text' in outcome) {
        const text = this.clean(node, outcome.text)
        if (text.includes('\n')) this.countLines(text)
        return text
      }
      const insert = new RichInsert(outcome.value, node, outcome.at?.pointer ?? [], scope, this.findings)
      this.rich.push(insert)
      return this.inserts.add(insert)
    }
    return outcome.kind === 'missing' ? this.standIn(node, outcome.missing[0]?.path ?? '') : ''
  }

  /** A line takes many times the XML of a character. */
  private countLines(text: string): void {
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) this.lines++
    if (this.lines <= maxLines) return
    throw new ChanceryError('payload_too_large', 'The filled document would be too large.', {
      details: { what: 'lines', limit: maxLines, actual: this.lines },
    })
  }

  private standIn({ expression, tag, place }: ValueNode<WordPlace>, path: string): string {
    switch (policyFor(expression, path, this.request)) {
      case 'keep':
        return place.carried === undefined ? tag : this.inserts.add(keptField(place.carried))
      case 'highlight':
        return this.inserts.add(highlighted(`[${path}]`))
      default:
        return ''
    }
  }

  private clean({ place, tag }: ValueNode<WordPlace>, value: string): string {
    if (!needsCleaning.test(value) || value === signs.absent) return value
    const { text, changed } = cleanText(value)
    if (changed && !this.noted.has(tag)) {
      this.noted.add(tag)
      this.findings.push({
        code: 'characters_removed',
        severity: 'warning',
        message: 'The value had characters that a document cannot hold; they were left out.',
        location: locate(place, tag),
      })
    }
    return text
  }
}
