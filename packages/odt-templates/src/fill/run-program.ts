import { ChanceryError, type FillRequest, type Finding } from '@chancery/core'
import { cleanText, escapeXml } from '@chancery/formats/xml'
import {
  type DataCheck,
  filledAddress,
  policyFor,
  type RichValue,
  type Scope,
  type StyledValue,
  type ValueNode,
} from '@chancery/tags'
import type { AddressStep, Step, ValueStep } from '../compile/program.ts'
import { locate, type OdtPlace } from '../template/odt-template.ts'
import { isProperty } from '../template/text-map.ts'
import { AutomaticStyles } from './automatic-styles.ts'
import { textXml } from './text-xml.ts'

/** Most XML that one fill writes, in UTF-16 units. */
const maxXml = 200_000_000
/** Pictures in one fill. */
const maxPictures = 20_000

/** A value that has to be read before it can be written. */
export interface PendingValue {
  readonly value: Extract<RichValue, { rich: 'image' }>
  readonly node: ValueNode<OdtPlace>
  /** JSON pointer segments into the data. */
  readonly pointer: readonly string[]
}

/** What a part is put together from. */
export type Piece = string | PendingValue

/** A value of a kind that no tag may ask for, and the data chose all the same. */
export interface RefusedValue extends Omit<PendingValue, 'value'> {
  readonly message: string
}

/** Runs the programs of one fill; `check` follows along and tells what was missing or wrong. */
export class ProgramRun {
  readonly findings: Finding[] = []
  readonly refused: RefusedValue[] = []
  private readonly check: DataCheck<OdtPlace>
  private readonly request: Pick<FillRequest, 'missing' | 'missingPaths'>
  private readonly noted = new Set<string>()
  private out: Piece[] = []
  private styles = new AutomaticStyles()
  private written = 0
  private pictures = 0

  constructor(check: DataCheck<OdtPlace>, request: Pick<FillRequest, 'missing' | 'missingPaths'>) {
    this.check = check
    this.request = request
  }

  /** The pieces of one part, and the styles that go with them. @throws `payload_too_large` */
  render(program: readonly Step[]): { readonly pieces: readonly Piece[]; readonly styles: AutomaticStyles } {
    this.out = []
    this.styles = new AutomaticStyles()
    this.run(program, this.check.root)
    return { pieces: this.out, styles: this.styles }
  }

  private run(steps: readonly Step[], scope: Scope): void {
    for (const step of steps) {
      if (step.kind === 'text') this.write(step.xml)
      else if (step.kind === 'value') this.value(step, scope)
      else if (step.kind === 'address') this.address(step, scope)
      else {
        const { scopes, showsOtherwise } = this.check.section(step.node, scope)
        for (const inner of scopes) this.run(step.body, inner)
        if (showsOtherwise) this.run(step.otherwise, scope)
      }
    }
  }

  private write(xml: string): void {
    this.written += xml.length
    if (this.written > maxXml) this.refuse('characters', maxXml, this.written)
    this.out.push(xml)
  }

  private refuse(what: string, limit: number, actual: number): never {
    throw new ChanceryError('payload_too_large', 'The filled document would be too large.', {
      details: { what, limit, actual },
    })
  }

  private value(step: ValueStep, scope: Scope): void {
    const { node } = step
    const outcome = this.check.value(node, scope)
    if (outcome.kind === 'missing') this.write(this.standIn(node, outcome.missing[0]?.path ?? ''))
    else if (outcome.kind === 'found') {
      if ('text' in outcome) this.write(this.textOf(node, outcome.text))
      else this.rich(step, outcome.value, outcome.at?.pointer ?? [])
    }
  }

  /** An address whose values are encoded as its parts; empty where it would run code. */
  private address({ pieces }: AddressStep, scope: Scope): void {
    const filled = pieces.flatMap((piece) => {
      if (typeof piece === 'string') return piece === '' ? [] : [{ text: piece, isValue: false }]
      const outcome = this.check.value(piece, scope)
      if (outcome.kind === 'missing') {
        const path = outcome.missing[0]?.path ?? ''
        const policy = policyFor(piece.expression, path, this.request)
        if (policy === 'keep') return [{ text: encodeURI(piece.tag), isValue: false }]
        return [{ text: policy === 'highlight' ? `[${path}]` : '', isValue: true }]
      }
      if (outcome.kind !== 'found') return []
      const { value } = 'value' in outcome ? outcome : { value: undefined }
      const text = 'text' in outcome ? outcome.text : value?.rich === 'link' ? value.url : undefined
      return [{ text: text ?? '', isValue: true }]
    })
    const address = filledAddress(filled)
    const [node] = pieces.filter((piece) => typeof piece !== 'string')
    if (address === undefined && node !== undefined) {
      const message = 'The address of a link would run code, or has a scheme that data may not choose; it was left out.'
      this.note(node, 'unsafe_address', message)
    }
    this.write(escapeXml(cleanText(address ?? '').text))
  }

  private rich({ node, isInLink }: ValueStep, value: RichValue, pointer: readonly string[]): void {
    if (value.rich === 'image' && !isProperty(node.place.paragraph)) {
      if (++this.pictures > maxPictures) this.refuse('pictures', maxPictures, this.pictures)
      this.out.push({ value, node, pointer })
    } else if (value.rich === 'link') {
      const text = this.textOf(node, value.text)
      const isText = isInLink || isProperty(node.place.paragraph)
      this.write(isText ? text : `<text:a xlink:type="simple" xlink:href="${escapeXml(value.url)}">${text}</text:a>`)
    } else if (value.rich === 'styled') {
      const text = this.textOf(node, value.text)
      const properties = isProperty(node.place.paragraph) ? '' : propertiesOf(value)
      if (
        value.style !== undefined &&
        !value.style.split(/[\s,]+/).every((word) => Object.hasOwn(words, word.toLowerCase()))
      )
        this.note(
          node,
          'unknown_style',
          'Only bold, italic, underline and strike are known in an OpenDocument template.',
        )
      this.write(properties === '' ? text : this.styled(properties, text))
    } else {
      const message = 'The data has a value here that an OpenDocument template cannot take.'
      this.refused.push({ node, pointer, message })
    }
  }

  private styled(properties: string, content: string): string {
    return `<text:span text:style-name="${this.styles.named(properties)}">${content}</text:span>`
  }

  private standIn({ expression, tag, place }: ValueNode<OdtPlace>, path: string): string {
    switch (policyFor(expression, path, this.request)) {
      case 'keep':
        return textXml(tag)
      case 'highlight':
        return isProperty(place.paragraph) ? escapeXml(`[${path}]`) : this.styled(yellow, textXml(`[${path}]`))
      default:
        return ''
    }
  }

  private textOf(node: ValueNode<OdtPlace>, value: string): string {
    const { text, changed } = cleanText(value)
    if (changed)
      this.note(node, 'characters_removed', 'The value had characters that a document cannot hold; they were left out.')
    return isProperty(node.place.paragraph) ? escapeXml(text.replaceAll('\n', ' ')) : textXml(text)
  }

  private note({ tag, place }: ValueNode<OdtPlace>, code: string, message: string): void {
    if (this.noted.has(`${code} ${tag}`)) return
    this.noted.add(`${code} ${tag}`)
    this.findings.push({ code, severity: 'warning', message, location: locate(place, tag) })
  }
}

const yellow = 'fo:background-color="#ffff00"'

/** What `textStyle` says in words (ODF 1.3 part 3, 20.183 and others). */
const words: Readonly<Record<string, string>> = {
  bold: 'fo:font-weight="bold"',
  italic: 'fo:font-style="italic"',
  underline:
    'style:text-underline-style="solid" style:text-underline-width="auto" style:text-underline-color="font-color"',
  strike: 'style:text-line-through-style="solid"',
}

function propertiesOf({ color, style = '' }: StyledValue): string {
  const named = [...new Set(style.toLowerCase().split(/[\s,]+/))].flatMap((word) =>
    Object.hasOwn(words, word) ? (words[word] ?? []) : [],
  )
  return [...(color === undefined ? [] : [`fo:color="#${color}"`]), ...named].join(' ')
}
