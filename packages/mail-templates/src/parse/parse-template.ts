import type { Finding } from '@chancery/core'
import { suggest } from '@chancery/core'
import {
  type Expression,
  nestTags,
  type PlacedTag,
  sectionName,
  type Tag,
  type TemplateNode,
  writtenRight,
} from '@chancery/tags'
import { BlockStack } from './block-stack.ts'
import { blockName, type BlockTag, inlineName, readBlock, readElse } from './block-tag.ts'
import { withChainEnds } from './else-chains.ts'
import { foreignWords } from './foreign-words.ts'
import { findingAt, locationOf, type SourceField } from './source-field.ts'
import {
  contentOf,
  endOfContent,
  inlinePartials,
  opensContent,
  contentName,
  type PartialContent,
} from './partial-content.ts'
import { readPartialCall } from './partial-call.ts'
import { type PartialSource, SourcePartials } from './source-partials.ts'
import { readExpression, readValue } from './tag-expression.ts'
import { TagStop } from './tag-stop.ts'
import { inTwoBraces } from './two-braces.ts'
import { type TagToken, templateTokens } from './template-tokens.ts'

/** Where a tag stands, and what the tag language of e-mails adds to that of documents. */
export interface Place {
  readonly field: SourceField
  readonly start: number
  readonly end: number
  /** `{{{x}}}` or `{{&x}}`. */
  readonly raw: boolean
  /** A partial that stands in itself so deep that it is not put in any more: no data may lead there. */
  readonly isTooDeep?: true
}

export type Node = TemplateNode<Place>

export interface ParsedField<Field extends SourceField = SourceField> {
  readonly field: Field
  readonly isHtml: boolean
  readonly nodes: readonly Node[]
  /** What makes the field impossible to fill, all of it. */
  readonly faults: readonly Finding[]
  /** Partials that the template does not have: nothing stands in their places, where missing values may be blank. */
  readonly unknownPartials: readonly Finding[]
  readonly tags: readonly TagToken[]
}

/** Entities that editors write into a tag in html: `{{total | currency:&quot;EUR&quot;}}`. */
const entities: Readonly<Record<string, string>> = {
  quot: '"',
  '#34': '"',
  '#39': "'",
  apos: "'",
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: ' ',
  '#160': ' ',
}
const decoded = (body: string): string =>
  body.includes('&')
    ? body.replace(/&(quot|#34|#39|apos|amp|lt|gt|nbsp|#160);/g, (_, name: string) => entities[name] ?? '')
    : body

/** A value that is never missing, and writes nothing. */
const nothing: Expression = { kind: 'literal', value: '', start: 0, end: 0 }

/** Faults of a template beyond which a hint gives no more than an example. */
const mostMended = 50

/** What is told of a template and its partials, once for each place. */
class Notes {
  readonly faults = new Map<string, Finding>()
  readonly unknownPartials = new Map<string, Finding>()

  fault(field: SourceField, place: readonly [number, number], code: string, message: string, hint?: string): void {
    this.faults.set(`${field.name} ${place[0]} ${code}`, findingAt(field, place, 'error', code, message, hint))
  }
}

interface Reading {
  readonly isHtml: boolean
  readonly partials: SourcePartials
  readonly notes: Notes
}

/**
 * Parses one field: Mustache without lambdas, Handlebars' built-in blocks and helpers, those of SendGrid, and the
 * expressions and formatters of `@chancery/tags`. Partials are put in where they are called for. All faults at once; a
 * tag with a fault is left out of the tree.
 */
export function parseTemplate<Field extends SourceField>(
  field: Field,
  partials?: Readonly<Record<string, string>>,
  isHtml = field.name === 'html',
): ParsedField<Field> {
  const notes = new Notes()
  const reading = { isHtml, partials: new SourcePartials(partials), notes }
  const { nodes, tags } = new FieldReader(field, reading, new BlockStack(), '').read()
  const faults = [...notes.faults.values()].sort((a, b) => (a.location?.start ?? 0) - (b.location?.start ?? 0))
  return { field, isHtml, nodes, faults, unknownPartials: [...notes.unknownPartials.values()], tags }
}

type FieldNodes = Pick<ParsedField, 'nodes' | 'tags'>

/** Reads one field, or one partial where it is put in. */
class FieldReader {
  readonly #field: SourceField
  readonly #reading: Reading
  readonly #blocks: BlockStack
  /** What stands before every line of a partial whose tag stood alone on an indented line. */
  readonly #indent: string
  readonly #row: (PlacedTag<Place> | Node)[] = []
  /** Of each open block how many `else if` it has: each is a block of its own that closes with it. */
  readonly #chained: number[] = []
  #tags: readonly TagToken[] = []
  #endsAlone: ReadonlySet<string> | undefined
  /** Whether its first line is one of its own, and not the end of the line that its tag stands on. */
  readonly #isOnNewLine: boolean
  /** Where it is a piece of a field. */
  readonly #content: PartialContent | undefined

  constructor(source: PartialSource, reading: Reading, blocks: BlockStack, indent: string, isOnNewLine = true) {
    this.#isOnNewLine = isOnNewLine
    this.#content = 'start' in source ? source : undefined
    this.#field = 'start' in source ? source.field : source
    this.#reading = reading
    this.#blocks = blocks
    this.#indent = indent
  }

  read(): FieldNodes {
    if (this.#content !== undefined) return this.#readTags(this.#content.tags)
    const { source } = this.#field
    const { tags: tokens, faults } = templateTokens(source)
    for (const { start, end, code, message, hint } of faults) this.#fault(code, message, hint, [start, end])
    const tags = withChainEnds(tokens, source)
    return this.#reading.partials.naming(inlinePartials(this.#field, tags), () => this.#readTags(tags))
  }

  #readTags(tags: readonly TagToken[]): FieldNodes {
    const { source } = this.#field
    const { start = 0, end = source.length } = this.#content ?? {}
    this.#tags = tags
    let at = start
    let isBeginning = this.#content !== undefined
    for (let index = 0; index < tags.length; index++) {
      const token = tags[index]
      if (token === undefined) break
      this.#literal(at, token.cutStart)
      if (this.#indent !== '' && !token.isAlone && this.#beginsLine(token.start)) this.#text(this.#indent)
      // Where a `~` has taken the white space before a partial, there is nothing that its lines could stand behind; as
      // Handlebars has it, that of a block which only begins there does not count.
      const isTrimmed = (at > token.cutStart && !isBeginning) || source.startsWith('{{~', token.start)
      isBeginning = token.kind === 'open' || token.kind === 'inverted' || token.kind === 'else'
      at = Math.max(at, token.cutEnd)
      const last = opensContent(token) ? endOfContent(tags, index) : undefined
      const content = last === undefined ? undefined : contentOf(this.#field, tags, index, last)
      if (last !== undefined && content !== undefined) {
        at = Math.max(at, tags[last]?.cutEnd ?? at)
        index = last
        isBeginning = false
      }
      this.#tag(token, token.isAlone && !isTrimmed ? source.slice(token.cutStart, token.start) : undefined, content)
    }
    this.#literal(at, end)
    return { nodes: this.#nested(), tags }
  }

  /** Mustache's inheritance: `{{<parent}}`, and `{{$block}}` where `{{/block}}` stands somewhere and nothing else opens it. */
  #isInheritance({ kind }: TagToken, body: string): boolean {
    if (kind !== 'value' || !body.startsWith('$')) return kind === 'parent'
    return this.#isEndAlone(body.slice(1))
  }

  #isEndAlone(name: string): boolean {
    this.#endsAlone ??= endsAlone(this.#tags)
    return this.#endsAlone.has(name)
  }

  #fault(code: string, message: string, hint: string | undefined, place: readonly [number, number]): void {
    this.#reading.notes.fault(this.#field, place, code, message, hint)
  }

  /** The whole tag with its usual slips mended, where the fault says no more than an example. */
  #asItIsRight({ code, hint }: TagStop, token: TagToken, body: string): string | undefined {
    const isGeneral = code === 'bad_expression' || hint.startsWith('Such as')
    if (!isGeneral || this.#reading.notes.faults.size >= mostMended) return undefined
    const expression = withoutKeyword(token, body).trim()
    const right = writtenRight(expression)
    const written = this.#field.source.slice(token.start, token.end)
    const at = written.lastIndexOf(expression)
    return right === undefined || at === -1
      ? undefined
      : `Write ${written.slice(0, at)}${right}${written.slice(at + expression.length)}.`
  }

  #beginsLine(at: number): boolean {
    return at === (this.#content?.start ?? 0) ? this.#isOnNewLine : this.#field.source[at - 1] === '\n'
  }

  #text(text: string): void {
    this.#row.push({ kind: 'literal', text })
  }

  #literal(from: number, to: number): void {
    if (to <= from) return
    const text = this.#field.source.slice(from, to)
    if (this.#indent === '') this.#text(text)
    else {
      const first = this.#beginsLine(from) ? this.#indent : ''
      this.#text(first + text.replaceAll(/\n(?=[^])/g, `\n${this.#indent}`))
    }
  }

  #tag(token: TagToken, before: string | undefined, content: PartialContent | undefined): void {
    const { start, end, kind } = token
    if (kind === 'literal' || kind === 'comment' || kind === 'delimiters') return
    if (this.#reading.isHtml && token.body.includes('<') && /<\/?[a-zA-Z][^<]*>/.test(token.body)) {
      const hint = 'Write the tag without formatting, then format all of it at once.'
      this.#fault('tag_split_by_html', 'Formatting stands inside a tag.', hint, [start, end])
      return
    }
    const body = this.#reading.isHtml ? decoded(token.body) : token.body
    try {
      this.#readTag(token, body, before, content)
    } catch (error) {
      if (!(error instanceof TagStop)) throw error
      const foreign = this.#isInheritance(token, body) ? undefined : foreignWords(withoutKeyword(token, body))
      const message =
        foreign === undefined ? error.message : `This is how ${foreign.system} writes it. ${error.message}`
      const hint = foreign?.hint ?? this.#asItIsRight(error, token, body) ?? inTwoBraces(error.hint)
      this.#fault(error.code, message, hint === '' ? undefined : hint, [start, end])
      if (content === undefined && (kind === 'open' || kind === 'inverted'))
        this.#openFaulty(token, this.#faultyName(body))
      else if (this.#isInheritance(token, body)) this.#openFaulty(token, body.replace(/^\$/, ''))
    }
  }

  #readTag(token: TagToken, body: string, before: string | undefined, content: PartialContent | undefined): void {
    const { start } = token
    // What is called by a name is shown where it is called.
    if (content !== undefined && inlineName(body) !== undefined) return
    if (content !== undefined && body.startsWith('>'))
      return this.#partial(token, body.slice(1).trim(), before === undefined ? undefined : '', content)
    switch (token.kind) {
      case 'open':
      case 'inverted':
        return this.#openBlock(token, readBlock(token.kind === 'open' ? '#' : '^', body, `block ${start}`))
      case 'else':
        return this.#otherwise(token, body)
      case 'close':
        return this.#close(token, body)
      case 'partial':
        return this.#partial(token, body, before)
      case 'parent':
        throw inherits()
      case 'decorator':
        throw new TagStop('unsupported_tag', 'Decorators are not supported.', 'Write what it does where it is wanted.')
      default:
        this.#value(token, body)
    }
  }

  #value(token: TagToken, body: string): void {
    if (body === '')
      throw new TagStop('empty_tag', 'The tag is empty.', 'Write a data path between the braces, or remove them.')
    if (/^[%~]/.test(body))
      throw new TagStop(
        'unsupported_tag',
        'Images and rich text are for documents only.',
        'In html, write <img src="{{url}}">.',
      )
    if (this.#isInheritance(token, body)) throw inherits()
    const read = body.startsWith('=') ? readAssignment(body) : readValue(body)
    this.#push(token, { kind: 'value', expression: this.#blocks.resolved(read) })
  }

  #push(token: TagToken, parsed: Tag): void {
    const { start, end } = token
    const tag = this.#field.source.slice(start, end)
    this.#row.push({ kind: 'tag', parsed, tag, place: this.#place(token), offset: start })
  }

  #place({ start, end, kind }: TagToken): Place {
    return { field: this.#field, start, end, raw: kind === 'raw' }
  }

  #openBlock(token: TagToken, { tag, scope, params }: BlockTag): void {
    this.#push(token, { ...tag, expression: this.#blocks.resolved(tag.expression) })
    this.#blocks.open(scope, params, tag.label)
    this.#chained.push(0)
  }

  /** What ends a block that is not known here: `{{#repeat 3}}` is closed by `{{/repeat}}`. */
  #faultyName(body: string): string {
    const word = /^[\w-]+(?=\s)/.exec(body)?.[0]
    return word !== undefined && this.#isEndAlone(word) ? word : blockName(body)
  }

  /** A block whose tag has a fault is still opened, so that its end is not a second fault. */
  #openFaulty(token: TagToken, name: string): void {
    this.#push(token, { kind: 'open', inverted: false, mode: 'if', name, expression: nothing })
    this.#blocks.open('none')
    this.#chained.push(0)
  }

  #otherwise(token: TagToken, body: string): void {
    this.#push(token, { kind: 'else' })
    this.#blocks.otherwise()
    const block = readElse(body, `block ${token.start}`)
    if (block === undefined) return
    this.#push(token, { ...block.tag, expression: this.#blocks.resolved(block.tag.expression) })
    this.#blocks.open(block.scope, block.params, block.tag.label)
    const chained = this.#chained.pop()
    if (chained !== undefined) this.#chained.push(chained + 1)
  }

  #close(token: TagToken, body: string): void {
    for (let count = this.#chained.pop() ?? 0; count > 0; count -= 1) {
      this.#push(token, { kind: 'close', name: '' })
      this.#blocks.close()
    }
    this.#push(token, { kind: 'close', name: sectionName(body) })
    this.#blocks.close()
  }

  /**
   * `{{> name}}`, and `{{> name context title="New"}}` as Handlebars has it; `before`: what stands before each of its lines, where its
   * tag stands alone on one;
   * `content`: what it is called with, which stands in its place where there is none of that name.
   */
  #partial(token: TagToken, body: string, before: string | undefined, content?: PartialContent): void {
    const call = readPartialCall(body)
    const { name } = call
    const { start, end } = token
    const { notes, partials } = this.#reading
    const { source } = this.#field
    const about = call.about === undefined ? undefined : this.#blocks.resolved(call.about)
    const given = new Map(Array.from(call.given, ([key, value]) => [key, this.#blocks.resolved(value)]))
    const read = (from: PartialSource): readonly Node[] => {
      const writtenIn = 'start' in from ? from.writtenIn : undefined
      const blocks = writtenIn === undefined ? this.#blocks.forPartial() : this.#blocks.forContent(writtenIn)
      if (about !== undefined) blocks.open('own')
      if (given.size > 0) blocks.give(given, about === undefined ? 0 : 1)
      return new FieldReader(from, this.#reading, blocks, this.#indent + (before ?? ''), before !== undefined).read()
        .nodes
    }
    const own = content === undefined ? undefined : { ...content, writtenIn: this.#blocks }
    const found = partials.within(name, read, own)
    const made = found === 'unknown' && own !== undefined ? read(own) : found
    if (made === 'unknown') {
      const near = suggest(name, partials.names)
      const hint =
        name === contentName
          ? 'It stands for the content of {{#> name}}…{{/name}}.'
          : near === undefined
            ? 'Give it among the partials of the template.'
            : `Did you mean "${near}"?`
      const message = `The template has no partial "${name}".`
      notes.unknownPartials.set(
        `${this.#field.name} ${start}`,
        findingAt(this.#field, [start, end], 'error', 'unknown_partial', message, hint),
      )
      return
    }
    if (made === 'too-long')
      throw new TagStop('too_deep', 'Partials are put in too often.', 'Use fewer, or shorter ones.')
    const tag = source.slice(start, end)
    const place = this.#place(token)
    if (made === 'deeper') {
      this.#row.push({ kind: 'value', expression: nothing, tag, place: { ...place, isTooDeep: true } })
      return
    }
    if (about === undefined) {
      for (const node of made) this.#row.push(node)
      return
    }
    const section = { kind: 'section', mode: 'auto', over: 'whole', inverted: false, size: 0, otherwise: [] } as const
    this.#row.push({ ...section, expression: about, tag, place, closePlace: place, children: made })
  }

  #nested(): readonly Node[] {
    const { nodes, faults } = nestTags<Place>(this.#row)
    for (const { code, message, hint, place, related } of faults) {
      const { field } = place
      const finding = findingAt(field, [place.start, place.end], 'error', code, message, hint && inTwoBraces(hint))
      const other = related === undefined ? undefined : locationOf(field, related.place.start, related.place.end)
      const words =
        other === undefined ? {} : { related: `line ${other.line}, column ${other.column}: ${other.text ?? ''}` }
      const whole = { ...finding, location: { ...finding.location, ...words } }
      const key = `${field.name} ${place.start} ${code}`
      // What the tag itself was told of goes before.
      if (!this.#reading.notes.faults.has(key)) this.#reading.notes.faults.set(key, whole)
    }
    // What is too deep is refused, and would only overflow the walks over it.
    return faults.some(({ code }) => code === 'too_deep') ? [] : nodes
  }
}

/** `= name: value`. @throws `TagStop` */
function readAssignment(body: string): Expression {
  const assigned = /^=\s*([\p{L}_][\p{L}\p{N}_]*(?: +[\p{L}\p{N}_]+)*)\s*:(.*)$/su.exec(body)
  if (assigned === null)
    throw new TagStop('unsupported_tag', 'This is no value.', 'Write {{= name: value}}, or {{=<% %>=}}.')
  const [, name = '', value = ''] = assigned
  return { kind: 'assign', name, value: readExpression(value.trim()), start: 0, end: body.length }
}

/** What a block is about: its own word is none of another system. */
const withoutKeyword = ({ kind }: TagToken, body: string): string =>
  kind === 'value' || kind === 'raw' ? body : body.replace(/^(?:else\s+)?(?:(?:if|unless|each|with)\s+)?/, '')

/** Names that a tag ends, and none begins. */
function endsAlone(tags: readonly TagToken[]): ReadonlySet<string> {
  const names = new Set(tags.flatMap(({ kind, body }) => (kind === 'close' ? [body] : [])))
  for (const { kind, body } of tags) if (kind === 'open' || kind === 'inverted') names.delete(blockName(body))
  return names
}

const inherits = (): TagStop =>
  new TagStop(
    'unsupported_tag',
    'Templates that inherit from others are not supported.',
    'Give the common text as partials, and write {{> name}}.',
  )
