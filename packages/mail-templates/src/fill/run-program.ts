import { ChanceryError, type FillRequest } from '@chancery/core'
import { type DataCheck, type Scope, standIn } from '@chancery/tags'
import type { FieldProgram, ValueStep } from '../compile/program.ts'
import type { Place } from '../parse/parse-template.ts'
import { AddressValues } from './address-values.ts'
import { escaped, escapeHtml } from './escape.ts'

/** UTF-16 units of one filled field; the check counts the turns of loops. */
const maxOutput = 5_000_000

type Value = ValueStep['node']

/** A field as it is sent, and what is told of its values. */
export interface FilledField {
  readonly text: string
  /** Addresses that were left out or shortened; a tag once for each. */
  readonly unsafe: readonly Value[]
  /** Values with control characters in a subject, which is one line; each tag once. */
  readonly broken: ReadonlyMap<Value, string>
}

const noneBroken: FilledField['broken'] = new Map()

/** A section whose turns are being written. */
interface Frame {
  readonly scopes: readonly Scope[]
  /** Index of the next turn. */
  next: number
  /** Index of its first step, and of the first behind it. */
  readonly start: number
  readonly end: number
  /** The scope around it. */
  readonly around: Scope
}

/** Runs the programs of one fill. `check` reads the data, and notes what is missing or wrong. */
export class ProgramRun {
  readonly #check: DataCheck<Place>
  readonly #request: FillRequest
  readonly #sanitize: ((html: string) => string) | undefined
  #out = ''
  #addresses = new AddressValues()
  #broken: Map<Value, string> | undefined = undefined

  /** @param sanitize makes html of data harmless; without it, it is escaped */
  constructor(check: DataCheck<Place>, request: FillRequest, sanitize: ((html: string) => string) | undefined) {
    this.#check = check
    this.#request = request
    this.#sanitize = sanitize
  }

  /**
   * Fills one field. What is missing is blank, or the tag as written where it is to be kept.
   * @throws `payload_too_large`
   */
  fill({ name, steps }: FieldProgram): FilledField {
    this.#out = ''
    this.#addresses = new AddressValues()
    this.#broken = undefined
    this.#run(steps, name === 'subject')
    const { text, unsafe } = this.#addresses.checked(this.#out)
    return { text, unsafe, broken: this.#broken ?? noneBroken }
  }

  #run(steps: FieldProgram['steps'], isOneLine: boolean): void {
    const frames: Frame[] = []
    let scope = this.#check.root
    let at = 0
    for (let step = steps[0]; step !== undefined; step = steps[at]) {
      at++
      switch (step.kind) {
        case 'text':
          this.#write(step.text)
          break
        case 'value':
          this.#value(step, scope, isOneLine)
          break
        case 'section': {
          const { scopes, showsOtherwise } = this.#check.section(step.node, scope)
          const [first] = scopes
          if (first === undefined) at = showsOtherwise ? step.otherwise : step.end
          else {
            frames.push({ scopes, next: 1, start: at, end: step.end, around: scope })
            scope = first
          }
          break
        }
        case 'turn': {
          const frame = frames.at(-1)
          if (frame === undefined) break
          const next = frame.scopes[frame.next++]
          if (next === undefined) frames.pop()
          scope = next ?? frame.around
          at = next === undefined ? frame.end : frame.start
          break
        }
        default:
          throw new ChanceryError('payload_too_large', 'A partial stands in itself too often.', {
            details: { what: 'partials', limit: 10, actual: 11 },
          })
      }
    }
  }

  #write(text: string): void {
    this.#out += text
    if (this.#out.length <= maxOutput) return
    throw new ChanceryError('payload_too_large', 'The filled document would be too large.', {
      details: { what: 'output', limit: maxOutput, actual: this.#out.length },
    })
  }

  #value(step: ValueStep, scope: Scope, isOneLine: boolean): void {
    const { node, path } = step
    const text = path === undefined ? undefined : this.#check.text(path, scope)
    if (text !== undefined) {
      this.#insert(step, text, isOneLine)
      return
    }
    const outcome = this.#check.value(node, scope)
    if (outcome.kind !== 'found') this.#write(standIn(node, outcome, this.#request))
    else if ('text' in outcome) this.#insert(step, outcome.text, isOneLine)
  }

  /** Writes a value as its place wants it. */
  #insert(step: ValueStep, text: string, isOneLine: boolean): void {
    switch (step.context.kind) {
      case 'plain':
        if (isOneLine && /\p{Cc}/u.test(text)) this.#noteBroken(step.node, text)
        this.#write(text)
        break
      case 'text':
        this.#write(escapeHtml(text))
        break
      case 'html':
        this.#write(this.#sanitize === undefined ? escapeHtml(text) : this.#sanitize(text))
        break
      case 'json':
      case 'refused':
        this.#write(escaped(step.context, text).text)
        break
      default:
        this.#write(this.#addresses.written(step, text, this.#out.length))
    }
  }

  #noteBroken(node: Value, text: string): void {
    this.#broken ??= new Map()
    if (!this.#broken.has(node)) this.#broken.set(node, text)
  }
}
